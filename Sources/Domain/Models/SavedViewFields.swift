package import Foundation
package import JSON

/// The registers of a view.
package enum ViewRegister: String, CaseIterable, Sendable {
    /// The name.
    case name
    /// The text of the filter and what its names refer to: `{"text", "references"}`. Members of later versions stay.
    case filter
    /// The columns with commas between them, or null.
    case columns
    /// The grouping of its to-dos, or null.
    case grouping
}

extension ViewRegister: FieldRegister {
    package var field: Field<SavedView.Content> {
        switch self {
        case .name: .line(rawValue, \.name, \.name, limit: SavedView.longestName, check: SavedView.checkedName)
        case .filter: .object(rawValue, \.filter, \.filter, limit: Limits.viewFilter, check: Validation.viewFilter)
        case .columns:
            .optionalText(
                rawValue, \.columns, \.columns, stored: { $0.joined(separator: ",") }, value: SavedView.columns(of:),
                limit: Limits.viewWords, check: Validation.viewWords)
        case .grouping:
            .optionalText(rawValue, \.grouping, \.grouping, limit: Limits.viewWords, check: Validation.viewWords)
        }
    }
}

extension SavedView {
    /// The values of the registers of a view.
    public struct Content: RecordContent {
        /// The name.
        package var name = ""
        /// The filter, with members that this version may not know.
        package var filter: JSONValue = [:]
        /// The columns with commas between them.
        package var columns: String?
        /// The grouping of its to-dos.
        package var grouping: String?

        /// Empty content.
        public init() {}

        /// The content of a view.
        package init(_ view: SavedView) {
            name = view.name
            filter = view.filterRegister
            grouping = view.grouping
            columns = view.columns.isEmpty ? nil : view.columns.joined(separator: ",")
        }

        /// The view with this content.
        package func view(id: ID, createdAt: Date, updatedAt: Date) -> SavedView {
            SavedView(
                id: id, name: name, text: filter["text"]?.string ?? "", references: SavedView.references(in: filter),
                columns: columns.map(SavedView.columns(of:)) ?? [], grouping: grouping, createdAt: createdAt,
                updatedAt: updatedAt)
        }

        /// The fields.
        public static let fields = FieldTable<Content>(ViewRegister.self)

        /// Changes to a view.
        public typealias Update = SavedView.Update
    }

    /// The filter as its register has it.
    package var filterRegister: JSONValue {
        [
            "text": .string(text),
            "references": .object(references.mapValues { .object($0.mapValues(JSONValue.string)) }),
        ]
    }

    /// The ids to which the names in a filter's register refer. Parts in an unknown form are left out.
    package static func references(in filter: JSONValue) -> [String: [String: String]] {
        var references: [String: [String: String]] = [:]
        var count = 0
        for subject in ["tag", "list", "place", "to-do"] {
            guard let named = filter["references"]?[subject]?.members else { continue }
            for (name, id) in named.sorted(by: { $0.key < $1.key }) where count < mostReferences {
                guard let id = id.string, !id.isEmpty, id.utf8.count <= 64 else { continue }
                references[subject, default: [:]][name] = id
                count += 1
            }
        }
        return references
    }

    /// More than a filter can have values.
    private static let mostReferences = 256

    fileprivate static func columns(of text: String) -> [String] {
        text.split(separator: ",").prefix(mostColumns).map(String.init)
    }
}

extension SavedView.Update {
    /// The values of the registers that the update writes, by name.
    package var registers: [String: JSONValue] { SavedView.Content.fields.registers(of: self) }
}
