package import FirestoreWire
import Foundation
package import TodoDomain
package import TodoSync

/// What a remote must do, and no more: documents, a head moved by compare-and-swap, and the security rules.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
package final class ModelServer: RemoteStore, @unchecked Sendable {
    /// What must not be in a document.
    package static let poison = "poison"

    package var contents = RemoteSpace()
    private(set) var backup: RemoteSpace?
    /// The time that passes, in milliseconds since 1970.
    package var now: Int64 = 1_795_262_400_000
    /// How many milliseconds the server's clock is ahead of it.
    var ahead: Int64 = 0 {
        didSet { (greatestAhead, hasBeenWrong) = (max(greatestAhead, ahead), hasBeenWrong || ahead != 0) }
    }
    /// The most that it ever was.
    private(set) var greatestAhead: Int64 = 0
    /// Whether the server's clock ever was set.
    private(set) var hasBeenWrong = false
    /// What the server's clock shows.
    var clock: Int64 { now + ahead }
    /// The keys of all documents that were ever collected.
    private(set) var collected: Set<RecordKey> = []
    /// The clock offset reported to a device without its own connection.
    package var clockOffset: Int64?
    /// Whether documents are accepted that are otherwise refused.
    var toleratesPoison = false
    /// Whether the rules allow only the kinds that every server's do.
    package var rulesAreOld = false
    /// Whether there is room for anything but deletions.
    package var hasRoom = true
    /// Called when a commit has taken effect, before its answer.
    package var beforeAnswer: (() throws -> Void)?
    /// Whether a commit may follow any other: a sabotage.
    var ignoresPreconditions = false
    private var ticks: Int32 = 0
    /// The file that keeps it across processes; nil for none.
    private let path: String?

    package init() { path = nil }

    /// Creates one that is kept in a file.
    init(keptIn path: String) throws {
        self.path = path
        let value = try Value(json: Array(Data(contentsOf: URL(filePath: path))))
        guard case .map(let fields) = value, case .map(let documents)? = fields["documents"] else { return }
        for document in documents {
            let parts = document.name.split(separator: "/").map(String.init)
            guard let kind = RecordKind(rawValue: parts[0]), case .map(let fields) = document.value else { continue }
            contents.documents[RecordKey(kind, parts[1])] = fields
        }
        if case .map(let head)? = fields["head"] { contents.head = head }
        if case .timestamp(let time)? = fields["headTime"] { contents.headTime = time }
        now = fields.integer("now") ?? now
        ticks = Int32(fields.integer("ticks") ?? 0)
    }

    // MARK: Reading

    package func head() -> RemoteHead? { headDocument().flatMap(RemoteHead.init) }

    func headDocument() -> Document? { contents.headDocument }

    package func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) -> [RemoteDocument] {
        contents.page(of: kind, after: position, limit: limit)
    }

    package func page(of kind: RecordKind, afterID id: String?, limit: Int) -> [RemoteDocument] {
        contents.page(of: kind, afterID: id, limit: limit)
    }

    package func documents(_ keys: [RecordKey]) -> [RemoteDocument] { contents.documents(keys) }

    // MARK: Writing

    package func commit(_ commit: RemoteCommit) throws -> Timestamp {
        var next = contents.applying(commit)
        // The order is that of the real server: first invalid commits, then those that the rules forbid, then failed
        // preconditions.
        for change in commit.changes
        where !toleratesPoison && next.documents[change.key]?["title"] == .string(Self.poison) {
            throw RemoteFailure(.refused, status: "INVALID_ARGUMENT", message: "A document is poisonous.")
        }
        guard hasRoom || !commit.changes.contains(where: \.takesRoom) else {
            throw RemoteFailure(.overQuota, status: "RESOURCE_EXHAUSTED", message: "There is no room.")
        }
        if !ignoresPreconditions {
            guard allows(next, commit.changes.map(\.key)) else {
                throw RemoteFailure(.denied, status: "PERMISSION_DENIED", message: "The rules forbid it.")
            }
            try contents.checkPreconditions(of: commit)
        }
        ticks += 1
        next.headTime = Timestamp(seconds: now / 1000, nanoseconds: ticks * 1000)
        for key in contents.documents.keys where next.documents[key] == nil { collected.insert(key) }
        contents = next
        if let path { try save(to: path) }
        try beforeAnswer?()
        guard let time = next.headTime else { preconditionFailure("the clock of the model left its range") }
        return time
    }

    /// The rules of docs/deploy/firestore.rules.
    private func allows(_ next: RemoteSpace, _ keys: [RecordKey]) -> Bool {
        guard let sequence = next.head?.integer("seq"), let collected = next.head?.integer("gcSeq") else {
            return false
        }
        if let head = contents.head {
            guard sequence == (head.integer("seq") ?? 0) + 1, collected >= head.integer("gcSeq") ?? 0,
                next.head?["epoch"] == head["epoch"], next.head?.integer("schema") ?? 0 >= head.integer("schema") ?? 0
            else { return false }
        } else if sequence < 1 {
            return false
        }
        return keys.allSatisfy { key in
            guard !rulesAreOld || !key.kind.isAddition else { return false }
            let known = contents.documents[key]
            guard let document = next.documents[key] else {
                return known?["deleted"] == .boolean(true) && known?.integer("seq") ?? .max <= collected
            }
            return document.integer("seq") == sequence && known.map { $0.integer("seq") ?? 0 < sequence } ?? true
                && document.integer("hi") ?? .max <= clock + 600_000
        }
    }

    // MARK: Backups

    package func backUp() { backup = contents }

    /// Replaces the contents with the backup; returns whether there was one.
    @discardableResult
    package func restore(epoch: String?) -> Bool {
        guard let backup else { return false }
        contents = backup
        guard let epoch, contents.head != nil else { return true }
        contents.head?["epoch"] = .string(epoch)
        touchHead()
        return true
    }

    /// Lowers the schema, in place of an update of all devices.
    func lowerSchema(to schema: Int64) {
        contents.head?["schema"] = .integer(schema)
        touchHead()
    }

    private func touchHead() {
        ticks += 1
        contents.headTime = Timestamp(seconds: now / 1000, nanoseconds: ticks * 1000)
    }
}

// Kept in a file, for a device in a process of its own.
extension ModelServer {
    func save(to path: String) throws {
        let documents = contents.documents.map { ("\($0.key.kind.rawValue)/\($0.key.id)", Value.map($0.value)) }
        var fields: Fields = [
            "documents": .map(Fields(documents)), "now": .integer(now), "ticks": .integer(Int64(ticks)),
        ]
        if let head = contents.head { fields["head"] = .map(head) }
        if let time = contents.headTime { fields["headTime"] = .timestamp(time) }
        try Data(Value.map(fields).json).write(to: URL(filePath: path), options: .atomic)
    }
}

extension Fields {
    fileprivate func integer(_ name: String) -> Int64? {
        if case .integer(let integer)? = self[name] { integer } else { nil }
    }
}

extension RemoteCommit.Change {
    /// Whether it creates a document, or writes more than a deletion into one.
    fileprivate var takesRoom: Bool {
        switch operation {
        case .create: true
        case .replace(let fields), .update(let fields, _): fields["deleted"] != .boolean(true)
        case .delete: false
        }
    }
}
