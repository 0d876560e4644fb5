public import Foundation
public import JSON

extension SavedView {
    /// The kind of its records on the wire.
    public static let wireKind = "filters"

    /// The view as an object without its id and its times. Each member is a register of its own on the wire: the text and
    /// what its names refer to are one, as neither has a meaning without the other.
    /// ```
    /// {"name": "today-work", "filter": {"text": "due:..today tag:work sort:due", "references": {"tag": {"work": "…"}}},
    ///  "columns": ["due", "title"], "grouping": "list"}
    /// ```
    public var json: JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(name),
            "filter": .object([
                "text": .string(text),
                "references": .object(references.mapValues { .object($0.mapValues(JSONValue.string)) }),
            ]),
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
        var references: [String: [String: String]] = [:]
        var count = 0
        for subject in TodoFilter.Subject.allCases {
            guard let named = filter["references"]?[subject.rawValue]?.members else { continue }
            for (name, id) in named where count < TodoFilter.mostTerms {
                guard let id = id.string, !id.isEmpty, id.utf8.count <= 64 else { continue }
                references[subject.rawValue, default: [:]][name] = id
                count += 1
            }
        }
        let columns = json["columns"]?.elements?.prefix(Self.mostColumns).compactMap(\.string) ?? []
        self.init(
            id: id, name: name, text: text, references: references, columns: columns,
            grouping: json["grouping"]?.string, createdAt: createdAt, updatedAt: updatedAt)
    }
}
