public import JSON

/// A document: its name, its fields, and when it was created and last changed.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents#Document>
public struct Document: Equatable, Sendable {
    /// The full resource name as received; empty if a document is to be created and its URL names it.
    /// `ResourceName/init(parsing:)` validates it.
    public var name: String
    /// The fields of the document.
    public var fields: Fields
    /// When the document was created; only servers set it.
    public var createTime: Timestamp?
    /// When the document was last changed; only servers set it. Preconditions compare it.
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
    /// Reads a document; if there is no member `fields`, it has none.
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

    /// Writes a document, without the member `fields` if it has none.
    public func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("name", name)
            if !fields.isEmpty { $0.member("fields", fields) }
            $0.member("createTime", createTime)
            $0.member("updateTime", updateTime)
        }
    }
}
