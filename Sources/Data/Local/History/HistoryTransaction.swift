public import Foundation
public import JSON
public import TodoDomain

/// A place in the history: behind one transaction. Later transactions have greater tokens.
public struct HistoryToken: RawRepresentable, Hashable, Sendable, Comparable, Codable, LosslessStringConvertible {
    /// The number of the transaction, from 1.
    public let rawValue: Int64

    /// A place behind a transaction.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Reads what ``description`` gave; nil for anything else.
    public init?(_ description: String) {
        guard let number = Int64(description), number >= 0, String(number) == description else { return nil }
        rawValue = number
    }

    /// The number in digits.
    public var description: String { String(rawValue) }

    /// The order in which the transactions were made in this database.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One step of the history: what one action changed, as a whole.
public struct HistoryTransaction: Identifiable, Hashable, Sendable {
    /// Its place in the history.
    public let token: HistoryToken
    /// When it was made here.
    public let date: Date
    /// The device on which it was made; of what another device wrote, the one that took it in.
    public let device: DeviceID
    /// The process, as `name:number`.
    public let process: String
    /// Who made it.
    public let author: Author
    /// What was done, in words such as `add`, `edit`, `merge tags`, `import`, `undo`.
    public let action: String
    /// The first transaction of those that belong together and are undone together; nil if it stands alone or is
    /// that first one.
    public let group: HistoryToken?
    /// The transaction that it takes back: an undo names what it undid, a redo the undo.
    public let undoes: HistoryToken?
    /// How many records it changed.
    public internal(set) var recordCount: Int
    /// What it changed, in the order in which it did.
    public let changes: [HistoryChange]

    /// Its place in the history.
    public var id: HistoryToken { token }

    /// The action of the step that says that a backup took the place of all that was there: it changes nothing of what
    /// the history tells, and cannot be undone.
    public static let restoreAction = "restore backup"
}

/// One field of one record, before and after.
///
/// A record that was made has a change of the field ``created``, from null to its time in milliseconds since 1970, and
/// one for each field that it then held. A deletion is a change of the field ``deleted``, from null to a time, or back.
public struct HistoryChange: Hashable, Sendable {
    /// The kind of the record.
    public let kind: RecordKind
    /// The id of the record.
    public let id: String
    /// The name of the register, such as `title`, `completion`, `extras.uuid`, or `tags.` and the id of a tag.
    public let field: String
    /// What it held before, in the form of ``TodoRegister``; null for nothing.
    public let before: JSONValue
    /// What it holds after.
    public let after: JSONValue
    /// The device on which it was written.
    public let device: DeviceID
    /// When it was written there.
    public let date: Date

    /// The field that tells that a record was made.
    public static let created = "created"
    /// The field that tells whether a record is deleted.
    public static let deleted = RecordConflict.deletion
}
