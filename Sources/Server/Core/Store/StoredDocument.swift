import FirestoreWire
import Foundation
import GRDB
import JSON
import SQLite

/// A row of the table `document`. Its bytes are valid only during the call that receives it.
struct StoredDocument {
    /// The full name.
    let name: String
    /// In microseconds since 1970.
    let createTime: Int64
    /// In microseconds since 1970.
    let updateTime: Int64
    /// The fields as JSON of the wire format, an object.
    let fieldsJSON: UnsafeBufferPointer<UInt8>

    /// Calls `body` with the document called `name`, if there is one.
    static func fetch<T>(_ name: ResourceName, _ db: Database, _ body: (StoredDocument) throws -> T) throws -> T? {
        try withRow(of: name, fields: "fields", db) { try read($0, name: name.text, body) }
    }

    /// The result of reading a small document.
    enum Small<T> {
        case found(T)
        case missing
        /// Its fields are too large; none of them were read.
        case tooLarge
    }

    /// Calls `body` with the document called `name`, if its fields have at most `maximum` bytes.
    static func fetch<T>(
        _ name: ResourceName, atMost maximum: Int, _ db: Database, _ body: (StoredDocument) throws -> T
    ) throws -> Small<T> {
        // SQLite knows the length without reading the content.
        let fields = "CASE WHEN length(fields) <= \(maximum) THEN fields END"
        let small = try withRow(of: name, fields: fields, db) { row in
            row.hasNull(atIndex: 2) ? Small.tooLarge : .found(try read(row, name: name.text, body))
        }
        return small ?? .missing
    }

    /// The field `seq` of the document called `name`, if it is an integer.
    static func sequence(of name: ResourceName, _ db: Database) throws -> Int64? {
        try withRow(of: name, fields: "seq", db) { try $0.optionalValue(at: 2) as Int64? } ?? nil
    }

    /// When the document called `name` was last changed, in microseconds since 1970; nil if there is none.
    static func updateTime(of name: ResourceName, _ db: Database) throws -> Int64? {
        try withRow(of: name, fields: "NULL", db) { try $0.value(at: 1) as Int64 }
    }

    /// Calls `body` with the row of the document called `name`, if it exists: its times and `fields`. The row is valid
    /// only during the call.
    private static func withRow<T>(
        of name: ResourceName, fields: String, _ db: Database, _ body: (Row) throws -> T
    ) throws -> T? {
        guard let parent = name.parent, let id = name.id else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT createTime, updateTime, \(fields) FROM document
                JOIN collection ON collection.id = document.collection WHERE path = ? AND key = ?
                """)
        var key = OrderedKey()
        key.append(id: id)
        let rows = try Row.fetchCursor(
            statement, arguments: [Data(StoredCollection.path(of: parent)), Data(key.bytes)])
        return try rows.next().map(body)
    }

    /// Calls `body` with the document in `row`: the columns createTime, updateTime and fields, from `index` on.
    static func read<T>(
        _ row: Row, at index: Int = 0, name: String, _ body: (StoredDocument) throws -> T
    ) throws -> T {
        let createTime: Int64 = try row.value(at: index)
        let updateTime: Int64 = try row.value(at: index + 1)
        return try row.withUnsafeData(atIndex: index + 2) { data in
            try (data ?? Data()).withUnsafeBytes { bytes in
                try body(
                    StoredDocument(
                        name: name, createTime: createTime, updateTime: updateTime,
                        fieldsJSON: bytes.bindMemory(to: UInt8.self)))
            }
        }
    }

    func fields() throws -> Fields { try Fields(stored: fieldsJSON) }

    /// The document as a complete message.
    func json(mask: FieldPathSet?) throws -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: fieldsJSON.count + name.utf8.count + 128)
        try write(to: &writer, mask: mask)
        return writer.bytes
    }

    /// Writes the document in wire format, with the fields of `mask`, or with all if it is nil.
    func write(to writer: inout JSONWriter, mask: FieldPathSet?) throws {
        writer.beginObject()
        writer.key("name")
        writer.string(name)
        if let mask {
            let fields = mask.masked(try fields())
            if !fields.isEmpty {
                writer.key("fields")
                fields.write(to: &writer)
            }
        } else if fieldsJSON.count > 2 {
            // As stored: an empty object is `{}`.
            writer.key("fields")
            writer.raw(fieldsJSON)
        }
        writer.key("createTime")
        Timestamp(stored: createTime).write(to: &writer)
        writer.key("updateTime")
        Timestamp(stored: updateTime).write(to: &writer)
        writer.endObject()
    }
}

extension Fields {
    /// Parses stored fields.
    init(stored json: UnsafeBufferPointer<UInt8>) throws {
        do {
            var reader = JSONReader(json)
            self = try Fields(from: &reader)
        } catch is JSONError {
            throw Status(.dataLoss, "A document in the database is damaged.")
        }
    }
}
