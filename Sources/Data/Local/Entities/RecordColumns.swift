import Foundation
package import JSON
package import SQLite
public import TodoDomain

/// The columns of every replicated record: identity, times, stamps and replication state.
public struct RecordColumns: Hashable, Sendable {
    /// The row in its table; 0 before it is inserted.
    public internal(set) var rowID: Int64 = 0
    /// The record's identifier on every device, unique within its space.
    public internal(set) var id: String
    /// The space that it belongs to.
    public internal(set) var space: SpaceID
    /// When it was made, in milliseconds since 1970.
    public internal(set) var createdAt: Int64
    /// When its content was last written, in milliseconds since 1970.
    public internal(set) var updatedAt: Int64
    /// Whether it counts as deleted (``Record/isDeleted``).
    public internal(set) var isDeleted = false
    /// Whether it contains changes that the remote has not seen.
    public internal(set) var isDirty = true
    /// Grows with every change of the row.
    public internal(set) var revision: Int64 = 1
    /// The stamp of its creation, and of every register without a stamp of its own.
    package internal(set) var stamp: Stamp
    /// The stamps of the other registers, including the deletion.
    package internal(set) var stamps: [String: Stamp] = [:]
    /// The value of the deletion register, in milliseconds since 1970.
    public internal(set) var deletedAt: Int64?
    /// Registers of newer versions that have no column here.
    package internal(set) var unknown: [String: JSONValue] = [:]

    /// The columns. Those that only merging and writing need are not read for models. Most use closures, because all
    /// rows of a page pass through them and a key path is slower than a property.
    static let columns = ColumnList<RecordColumns>([
        Column("rowID", read: { $0.rowID = $1.integer() }, value: { $0.rowID == 0 ? .null : .integer($0.rowID) }),
        Column("id", read: { $0.id = $1.text() }, value: { .text($0.id) }),
        Column("space", read: { $0.space = SpaceID(rawValue: $1.integer()) }, value: { $0.space.value }),
        Column("createdAt", read: { $0.createdAt = $1.integer() }, value: { .integer($0.createdAt) }),
        Column("updatedAt", read: { $0.updatedAt = $1.integer() }, value: { .integer($0.updatedAt) }),
        Column("isDeleted", read: { $0.isDeleted = $1.bool() }, value: { StoredValue($0.isDeleted) }),
        Column("isDirty", isShown: false, read: { $0.isDirty = $1.bool() }, value: { StoredValue($0.isDirty) }),
        Column("revision", isShown: false, read: { $0.revision = $1.integer() }, value: { .integer($0.revision) }),
        Column(
            "stamp", isShown: false, read: { $0.stamp = $1.parsed(Stamp.init) ?? .unknown },
            value: { .text($0.stamp.description) }),
        Column(
            "stamps", isShown: false, read: { $0.stamps = $1.parsed(StampMap.parse) ?? [:] },
            value: { $0.stamps.isEmpty ? .null : .text(StampMap.text($0.stamps)) }),
        Column("deletedAt", read: { $0.deletedAt = $1.optionalInteger() }, value: { StoredValue($0.deletedAt) }),
        Column("unknown", \.unknown, isShown: false),
    ])

    /// The key of the deletion's stamp among those of the registers.
    static let deletion = RegisterName.deletion.text

    /// The key of the last stamp that a new record has from elsewhere, among those in the history.
    static let creation = "created"

    package init(id: String, in space: SpaceID, createdAt: Int64, stamp: Stamp) {
        self.id = id
        self.space = space
        self.createdAt = createdAt
        self.stamp = stamp
        updatedAt = stamp.milliseconds
    }

    /// Reads all columns in order.
    init(reading row: inout ColumnReader) {
        self.init(id: "", in: .own, createdAt: 0, stamp: .unknown)
        Self.columns.read(&row, into: &self)
    }

    /// The properties of a model that are not in registers: when the record was created and edited, and whether it
    /// exists.
    var times: [Int64] { [createdAt, updatedAt, isDeleted ? 1 : 0] }

    /// The key of a record of a kind with this identity.
    func key(_ kind: RecordKind) -> RecordKey { RecordKey(kind, id, in: space) }

    /// The stamp of a register, its own or the record's.
    func stamp(of register: String) -> Stamp { stamps[register] ?? stamp }
}

/// Stamps by name as JSON text.
enum StampMap {
    static func text(_ stamps: [String: Stamp]) -> String { text(of: stamps, \.description) }

    /// The text of an object of strings, in canonical form. Every written row passes through here.
    static func text<Value>(of members: [String: Value], _ text: (Value) -> String) -> String {
        var writer = JSONWriter(reservingCapacity: 64 * members.count)
        writer.beginObject()
        for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            writer.key(name)
            writer.string(text(value))
        }
        writer.endObject()
        return writer.text
    }

    /// Returns nil if one of the stamps cannot be read.
    static func parse(_ text: String) -> [String: Stamp]? {
        members(of: text) { Stamp($0) }
    }

    /// The parsed members of an object of strings; nil if the text is not such an object, or a member cannot be parsed.
    /// Every read row passes through here.
    static func members<Value>(of text: String, _ value: (String) -> Value?) -> [String: Value]? {
        var members: [String: Value] = [:]
        var isSound = true
        do {
            try JSONReader.read(text.utf8) { reader in
                try reader.object { name, reader in
                    let member = value(try reader.string())
                    if member == nil { isSound = false }
                    members[name] = member
                }
            }
        } catch {
            return nil
        }
        return isSound ? members : nil
    }
}

extension JSONValue {
    /// The members of an object; nil if the text is not an object.
    package static func members(of text: String) -> [String: JSONValue]? { (try? JSONValue(parsing: text))?.members }
}

extension SpaceID {
    /// The value of the column `space`.
    package var value: StoredValue { .integer(rawValue) }
}
