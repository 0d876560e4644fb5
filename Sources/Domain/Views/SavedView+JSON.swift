public import Foundation
public import JSON

extension SavedView {
    /// The kind of its records on the wire.
    package static let wireKind = "filters"

    /// The view as an object without its id and its times, as in files. The text of the filter and the objects that its names
    /// refer to are one member, because neither has a meaning without the other.
    /// ```
    /// {"name": "today-work", "filter": {"text": "due:..today tag:work sort:due", "references": {"tag": {"work": "…"}}},
    ///  "columns": ["due", "title"], "grouping": "list"}
    /// ```
    public var json: JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(name),
            "filter": filterRegister,
        ]
        if !columns.isEmpty { members["columns"] = .array(columns.map(JSONValue.string)) }
        if let grouping { members["grouping"] = .string(grouping) }
        return .object(members)
    }

    /// Reads an object such as ``json``; nil without a name and a text. Other members and excess values are left out. So a
    /// view of another version fails, if at all, only when it is used.
    public init?(id: ID, json: JSONValue, createdAt: Date, updatedAt: Date? = nil) {
        guard let name = json["name"]?.string, !name.isEmpty, let filter = json["filter"],
            let text = filter["text"]?.string
        else { return nil }
        let columns = json["columns"]?.elements?.compactMap(\.string).filter { !$0.isEmpty && !$0.contains(",") } ?? []
        self.init(
            id: id, name: name, text: text, references: Self.references(in: filter),
            columns: Array(columns.prefix(Self.mostColumns)),
            grouping: json["grouping"]?.string, createdAt: createdAt, updatedAt: updatedAt)
    }
}
