import FirestoreWire
import Foundation
import GRDB
import JSON

/// A row of the table `document`, whose bytes are valid only during the call that it is given to.
struct StoredDocument {
    /// The full name.
    let name: String
    /// In microseconds since 1970.
    let createTime: Int64
    /// In microseconds since 1970.
    let updateTime: Int64
    /// The fields as the wire's JSON, an object.
    let fieldsJSON: UnsafeBufferPointer<UInt8>

    /// Calls `body` with the document called `name`, where there is one.
    static func fetch<T>(_ name: ResourceName, _ db: Database, _ body: (StoredDocument) throws -> T) throws -> T? {
        guard let parent = name.parent, let id = name.id else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT createTime, updateTime, fields FROM document
                JOIN collection ON collection.id = document.collection WHERE path = ? AND key = ?
                """)
        var key = SortKey()
        key.append(id: id)
        let rows = try Row.fetchCursor(
            statement, arguments: [Data(StoredCollection.path(of: parent)), Data(key.bytes)])
        guard let row = try rows.next() else { return nil }
        return try read(row, name: name.text, body)
    }

    /// Calls `body` with the document in `row`: the columns createTime, updateTime and fields, from `index` on.
    static func read<T>(
        _ row: Row, at index: Int = 0, name: String, _ body: (StoredDocument) throws -> T
    ) throws -> T {
        let createTime: Int64 = row[index]
        let updateTime: Int64 = row[index + 1]
        return try row.withUnsafeData(atIndex: index + 2) { data in
            try (data ?? Data()).withUnsafeBytes { bytes in
                try body(
                    StoredDocument(
                        name: name, createTime: createTime, updateTime: updateTime,
                        fieldsJSON: bytes.bindMemory(to: UInt8.self)))
            }
        }
    }

    /// All fields.
    func fields() throws -> Fields { try Fields(stored: fieldsJSON) }

    /// The document as a message of its own.
    func json(mask: [FieldPath]?) throws -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: fieldsJSON.count + name.utf8.count + 128)
        try write(to: &writer, mask: mask)
        return writer.bytes
    }

    /// Writes the document as the wire has it, with the fields of `mask` alone, or with all where it is nil.
    func write(to writer: inout JSONWriter, mask: [FieldPath]?) throws {
        writer.beginObject()
        writer.key("name")
        writer.string(name)
        if let mask {
            let fields = try fields().masked(by: mask)
            if !fields.isEmpty {
                writer.key("fields")
                fields.write(to: &writer)
            }
        } else if fieldsJSON.count > 2 {
            // As it lies in the database: an empty object is `{}`.
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
    /// Reads what the database holds.
    init(stored json: UnsafeBufferPointer<UInt8>) throws {
        do {
            var reader = JSONReader(json)
            self = try Fields(from: &reader)
        } catch is JSONError {
            throw Status(.dataLoss, "A document in the database is damaged.")
        }
    }
}
