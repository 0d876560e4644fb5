public import Foundation
public import JSON

extension SavedView {
    /// The kind of its records on the wire.
    public static let wireKind = "filters"

    /// The view as an object without its id and its times, as files have it. The text and what its names refer to are one
    /// member, as neither has a meaning without the other.
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

    /// Reads an object such as ``json``; nil without a name and a text. What else it has and what is too much of something is
    /// left out, so that a view of another version fails, if at all, where it is used.
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
