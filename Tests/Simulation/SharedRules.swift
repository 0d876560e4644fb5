import FirestoreWire
import TodoDomain
import TodoSync

/// The rules of shared.rules for one commit that moves the head and writes documents.
struct SharedRules {
    let person: String
    /// The time of the request, in milliseconds since 1970.
    let now: Int64
    let before: RemoteSpace
    let after: RemoteSpace

    /// The kinds that a shared space may have.
    static let kinds: Set<RecordKind> = [.todo, .tag, .location, .list, .comment, .conflict, .app]

    func allow(_ keys: [RecordKey]) -> Bool {
        guard let old = before.head, let new = after.head, let role = roles(of: old)[person] else { return false }
        let changed = Set((old.map(\.name) + new.map(\.name)).filter { old[$0] != new[$0] })
        guard new.integer("seq") == (old.integer("seq") ?? 0) + 1, isBounded(new), counts(old, new),
            old["closed"] != .boolean(true)
        else { return false }
        let work: Set = ["seq", "ring", "last", "restored"]
        let rule = work.union(["gcSeq", "gcHi", "members", "schema", "k", "closed", "successor"])
        let works = [.owner, .editor].contains(role) && changed.isSubset(of: work)
        let owns =
            role == .owner && changed.isSubset(of: rule) && roles(of: new).values.contains(.owner)
            && (new.integer("gcSeq") ?? 0) >= (old.integer("gcSeq") ?? 0)
            && (new.integer("schema") ?? 0) >= (old.integer("schema") ?? 0)
        return (works || owns) && keys.allSatisfy { allows($0, old, new, roles(of: new)[person]) }
    }

    private func allows(_ key: RecordKey, _ old: Fields, _ new: Fields, _ role: SpaceRole?) -> Bool {
        guard Self.kinds.contains(key.kind) || key.kind == .membership, let role else { return false }
        let known = before.documents[key]
        if key.kind == .membership {
            // One writes about oneself.
            let isOwn = key.id == person && after.documents[key] != nil
            return isOwn && isFresh(key, old, new)
        }
        guard let document = after.documents[key] else {
            let isCollected =
                known?["deleted"] == .boolean(true) && (known?.integer("seq") ?? .max) <= (new.integer("gcSeq") ?? 0)
            return role == .owner && isCollected
        }
        return role != .viewer && isFresh(key, old, new) && document.integer("k") ?? 0 == new.integer("k")
    }

    /// What all documents of the history have in common.
    private func isFresh(_ key: RecordKey, _ old: Fields, _ new: Fields) -> Bool {
        guard let document = after.documents[key] else { return false }
        let sequence = new.integer("seq")
        return document.integer("seq") == sequence && last(key.kind.collection, new) == sequence
            && (before.documents[key]?.integer("seq") ?? 0) < (sequence ?? 0)
            && (document.integer("hi") ?? .max) <= now + 600_000
            && (document.integer("v") ?? .max) <= (new.integer("schema") ?? 0)
            && document["by"] == .string(person) && document["z"] == nil
    }

    /// No kind is counted less than before, and none that cannot be there.
    private func counts(_ old: Fields, _ new: Fields) -> Bool {
        let names = Self.kinds.map(\.collection) + ["blobs", "members"]
        guard case .map(let last)? = new["last"], Set(last.map(\.name)).isSubset(of: names) else { return false }
        return names.allSatisfy { self.last($0, new) ?? 0 >= self.last($0, old) ?? 0 }
    }

    private func isBounded(_ head: Fields) -> Bool {
        ["seq", "gcSeq", "gcHi", "schema"].allSatisfy { 0...1 << 53 ~= head.integer($0) ?? -1 }
            && head.integer("schema") ?? .max <= SharedCloud.greatestSchema
    }

    private func last(_ collection: String, _ head: Fields) -> Int64? {
        if case .map(let last)? = head["last"] { last.integer(collection) } else { nil }
    }

    private func roles(of head: Fields) -> [String: SpaceRole] {
        guard case .map(let members)? = head["members"] else { return [:] }
        return Dictionary(
            members.compactMap { member in
                guard case .string(let role) = member.value else { return nil }
                return SpaceRole(rawValue: role).map { (member.name, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }
}

extension Fields {
    fileprivate func integer(_ name: String) -> Int64? {
        if case .integer(let integer)? = self[name] { integer } else { nil }
    }
}
