public import Foundation
public import JSON
public import TodoDomain

/// A position in the history, after one transaction. Later transactions have greater tokens.
public struct HistoryToken: RawRepresentable, Hashable, Sendable, Comparable, Codable, LosslessStringConvertible {
    /// The number of the transaction, from 1.
    public let rawValue: Int64

    /// The position after a transaction.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Parses a ``description``; nil for anything else.
    public init?(_ description: String) {
        guard let number = Int64(description), number >= 0, String(number) == description else { return nil }
        rawValue = number
    }

    /// The number in digits.
    public var description: String { String(rawValue) }

    /// The order in which the transactions were committed in this database.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One step of the history: everything that one action changed.
public struct HistoryTransaction: Identifiable, Hashable, Sendable {
    /// Its position in the history.
    public let token: HistoryToken
    /// When it was committed in this database.
    public let date: Date
    /// The device that made it, or the id with which a program on it writes; for another device's changes, the device that
    /// received them.
    public let device: DeviceID
    /// The process, as `name:number`.
    public let process: String
    /// The program on whose behalf it was done, such as an assistant; nil for the person's own steps. If the step came from other
    /// devices, it is the program that wrote all of ``changes``; nil if several programs or a person did.
    public private(set) var client: HistoryClient?
    /// Who made it.
    public let author: Author
    /// The action, such as `add`, `edit`, `merge tags`, `import`, `undo`.
    public let action: String
    /// The first of the transactions that are undone together; nil if this is the first or only one.
    public let group: HistoryToken?
    /// The transaction that it reverts: an undo names the step that it undid, a redo the undo.
    public let undoes: HistoryToken?
    /// How many records it changed.
    public internal(set) var recordCount: Int
    /// The number of changed records of each kind; unchanged kinds are left out.
    public internal(set) var recordCounts: [RecordKind: Int]
    /// The changes, in order.
    public let changes: [HistoryChange]

    /// Its position in the history.
    public var id: HistoryToken { token }

    /// A step, for example for a preview.
    /// - Parameters:
    ///   - token: its position in the history.
    ///   - date: when it was committed.
    ///   - device: the device that made it.
    ///   - process: the process, as `name:number`.
    ///   - author: who made it.
    ///   - action: the action, such as `add`.
    ///   - group: the first of the transactions that are undone together; nil if this is the first or only one.
    ///   - undoes: the transaction that it reverts; nil if it is not an undo.
    ///   - recordCount: how many records it changed; nil for the number of records in `changes`.
    ///   - changes: the changes, in order.
    ///   - client: the program on whose behalf it was done; nil for the person's own steps.
    public init(
        token: HistoryToken, date: Date, device: DeviceID, process: String = "", author: Author = .user, action: String,
        group: HistoryToken? = nil, undoes: HistoryToken? = nil, recordCount: Int? = nil, changes: [HistoryChange] = [],
        client: HistoryClient? = nil
    ) {
        self.token = token
        self.date = date
        self.device = device
        self.process = process
        self.author = author
        self.action = action
        self.group = group
        self.undoes = undoes
        recordCounts = Set(changes.map(\.key)).reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
        self.recordCount = recordCount ?? recordCounts.values.reduce(0, +)
        self.changes = changes
        self.client = client
    }

    /// Names the program or the other person that wrote all that came from other devices.
    mutating func creditWriter() {
        guard author == .sync, let writer = changes.first?.client, changes.allSatisfy({ $0.client == writer }) else {
            return
        }
        client = HistoryClient(name: writer, conversation: "")
    }

    /// Sets the numbers of records of a step that does not list all of its changes.
    mutating func count(_ counts: [RecordKind: Int]) {
        recordCounts = counts
        recordCount = counts.values.reduce(0, +)
    }

    /// The action of the step that marks the restore of a backup. It changes nothing that the history records, and
    /// cannot be undone.
    package static let restoreAction = "restore backup"
}

/// The change of one field of one record.
///
/// A new record has a change of the field ``created``, from null to its creation time in milliseconds since 1970, and a
/// change for each field with a value. A deletion is a change of the field ``deleted``, from null to a time, or back.
public struct HistoryChange: Hashable, Sendable {
    /// The kind of the record.
    public let kind: RecordKind
    /// The id of the record.
    public let id: String
    /// The space of the record.
    public let space: SpaceID
    /// The name of the register, such as `title`, `completion`, `extras.uuid`, or `tags.` followed by the id of a tag.
    public let field: FieldName
    /// The value before, in the form of its register; null if there was none.
    public let before: JSONValue
    /// The value after.
    public let after: JSONValue
    /// The device on which it was written.
    public let device: DeviceID
    /// When it was written there.
    public let date: Date
    /// The name of the program that wrote it, such as an assistant; nil for a person.
    public let client: String?

    /// Which record it is of.
    public var key: RecordKey { RecordKey(kind, id, in: space) }

    /// The field that shows that a record was created.
    public static let created: FieldName = "created"
    /// The field that shows whether a record is deleted.
    public static let deleted = FieldName(RecordConflict.deletion)

    /// A change, for example for a preview.
    /// - Parameters:
    ///   - kind: the kind of the record.
    ///   - id: the id of the record.
    ///   - space: the space of the record.
    ///   - field: the changed field.
    ///   - before: the value before, in the form of its register; null if there was none.
    ///   - after: the value after.
    ///   - device: the device on which it was written.
    ///   - date: when it was written there.
    ///   - client: the name of the program, or of the other member of a shared list, that wrote it; nil for this person.
    public init(
        kind: RecordKind, id: String, space: SpaceID = .own, field: FieldName, before: JSONValue = .null,
        after: JSONValue = .null, device: DeviceID, date: Date, client: String? = nil
    ) {
        self.kind = kind
        self.id = id
        self.space = space
        self.field = field
        self.before = before
        self.after = after
        self.device = device
        self.date = date
        self.client = client
    }
}
