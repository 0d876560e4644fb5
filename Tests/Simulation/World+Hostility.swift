import FirestoreWire
import JSON
import TestSupport
import TodoDomain
import TodoSync

extension SeededGenerator {
    /// Lets the server's clock be wrong for a time, or a member of the space mean harm, in some worlds.
    mutating func addTrouble(to steps: inout [Step]) {
        guard !steps.isEmpty else { return }
        let year: Int64 = 365 * 86_400_000
        func place(_ generator: inout SeededGenerator) -> Int { Int.random(in: 0..<steps.count, using: &generator) }
        if chance(0.2) {
            for _ in 0..<Int.random(in: 1...3, using: &self) {
                let ahead = pick([2 * year, -2 * year, 840_000, -840_000, 0])
                steps.insert(.setServerClock(ahead: ahead), at: place(&self))
            }
        }
        if chance(0.25) {
            for _ in 0..<Int.random(in: 1...8, using: &self) {
                steps.insert(.hostileMember(salt: next()), at: place(&self))
            }
        }
    }
}

extension World {
    /// The stamps of the member who means harm.
    private static let hostileDevice = DeviceID(rawValue: 1 << 33)

    /// Writes a document with a lie in it: a stamp beyond its `hi`, or a value that no register can have. What a lie says must not
    /// be in the end, and the value that it hides must.
    func actAsHostileMember(_ salt: UInt64) throws {
        var generator = SeededGenerator(seed: salt)
        let kinds: Set<RecordKind> = [.todo, .tag, .location, .list, .comment]
        let keys = server.contents.documents.keys.filter { kinds.contains($0.kind) }
            .sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
        guard let head = server.head(), !keys.isEmpty else { return }
        let key = generator.pick(keys)
        guard var document = server.contents.documents[key], let before = serverRecord(key) else { return }
        try generator.addLie(to: &document, of: before, saying: freshValue(), by: Self.hostileDevice)
        var next = head.advanced(by: freshValue(), touching: [key.kind])
        next.updateTime = nil
        document["seq"] = .integer(next.sequence)
        let (fields, mask) = next.changed(touching: [key.kind])
        do {
            _ = try server.commit(
                RemoteCommit(
                    headFields: fields, headMask: mask, headTime: head.updateTime,
                    changes: [RemoteCommit.Change(key: key, operation: .replace(document))]))
        } catch let failure as RemoteFailure where failure.kind == .refused || failure.kind == .denied {
            return
        }
        isAttacked = true
        conflicts.commit()
    }
}

extension SeededGenerator {
    fileprivate mutating func addLie(
        to document: inout Fields, of record: Record, saying value: String, by device: DeviceID
    ) throws {
        guard case .integer(let highest)? = document["hi"] else { return }
        let later = pick([1, 3_600_000, 253_402_300_000_000 - highest])
        let lie = Value.string(Stamp(milliseconds: highest + later, counter: 0, device: device).description)
        let written = record.registers.keys.filter { TodoRegister.extraKey(of: $0) == nil }.sorted()
        let isTitled = record.kind != .location && record.kind != .comment
        switch Int.random(in: 0..<7, using: &self) {
        case 0 where isTitled:
            document["title"] = .string(value)
            document[try FieldPath(["s", "title"])] = lie
        case 1 where !written.isEmpty: document[try FieldPath(["s", pick(written)])] = lie
        case 2 where isTitled:
            document["title"] = pick([.integer(5), .string(""), .null, .string(String(repeating: "x", count: 5000))])
            document[try FieldPath(["s", "title"])] = .string(
                Stamp(milliseconds: highest, counter: 1, device: device).description)
        case 3 where record.kind == .todo:
            document["notes"] = .boolean(true)
            document[try FieldPath(["s", "notes"])] = .string(
                Stamp(milliseconds: highest, counter: 1, device: device).description)
        case 4:
            document["deleted"] = .boolean(true)
            document[try FieldPath(["s", "deleted"])] = lie
        case 5 where record.kind == .todo:
            document[try FieldPath(["tags", "tliar"])] = .map([
                "v": .boolean(true), "s": chance(0.5) ? lie : .integer(1),
            ])
        default: document[try FieldPath(["s", "*"])] = lie
        }
    }
}
