public import JSON

/// A document: its name, its fields, and when it was made and last changed.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents#Document>
public struct Document: Equatable, Sendable {
    /// The full resource name as it came, empty if a document is to be created and its URL names it.
    /// ``ResourceName/init(parsing:)`` checks it.
    public var name: String
    /// What the document holds.
    public var fields: Fields
    /// When the document was created; only servers set it.
    public var createTime: Timestamp?
    /// When the document was last changed; only servers set it. A precondition compares with it.
    public var updateTime: Timestamp?

    /// A document.
    public init(name: String, fields: Fields = [:], createTime: Timestamp? = nil, updateTime: Timestamp? = nil) {
        self.name = name
        self.fields = fields
        self.createTime = createTime
        self.updateTime = updateTime
    }
}

extension Document: WireCodable {
    /// Reads a document; without a member `fields` it has none.
    public init(from reader: inout JSONReader) throws {
        self.init(name: "")
        try reader.response { key, reader in
            switch key {
            case "name": name = try reader.string()
            case "fields": fields = try Fields(from: &reader)
            case "createTime", "create_time": createTime = try Timestamp(from: &reader)
            case "updateTime", "update_time": updateTime = try Timestamp(from: &reader)
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes a document; without fields it has no member `fields`.
    public func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("name", name)
            if !fields.isEmpty { $0.member("fields", fields) }
            $0.member("createTime", createTime)
            $0.member("updateTime", updateTime)
        }
    }
}
