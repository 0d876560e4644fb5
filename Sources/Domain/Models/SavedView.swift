public import Foundation
package import JSON

/// A filter that is kept under a name, and how what it finds is shown. It is used as `@name` in other filters.
///
/// ``text`` is the filter as it was saved, in its canonical form with its order; relative dates stay relative. Names in it
/// are bound: ``references`` has the id that each of them had, so that ``filter(names:now:timeZone:settings:)`` follows
/// when a tag, a list or a place is renamed. The text itself is never rewritten by that, as devices would then write it
/// against each other.
public struct SavedView: Identifiable, Hashable, Sendable {
    /// The identifier of a view.
    public typealias ID = Identifier<SavedView>

    /// Its identifier.
    public package(set) var id: ID
    /// When it was made.
    public var createdAt: Date
    /// When it was last edited.
    public var updatedAt: Date
    /// Its name, as ``checkedName(_:)`` allows it; names are compared without regard to case.
    public var name: String
    /// The filter, as it was saved.
    public package(set) var text: String
    /// The ids of what the names in ``text`` name: first by what they are (``TodoFilter/Subject``), then by name. Patterns,
    /// and names that several things had, are not among them.
    public package(set) var references: [String: [String: String]]
    /// The columns to show, by the names of ``TodoColumn``; empty for the usual ones. Those of later versions are kept.
    public var columns: [String]
    /// The grouping of its to-dos, a name of ``TodoGrouping``; nil if they are not grouped.
    public var grouping: String?

    /// A view as it is stored; what is not valid shows when it is used.
    package init(
        id: ID, name: String, text: String, references: [String: [String: String]] = [:], columns: [String] = [],
        grouping: String? = nil, createdAt: Date, updatedAt: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.text = text
        self.references = references
        self.columns = columns
        self.grouping = grouping
        self.createdAt = createdAt.roundedToMilliseconds
        self.updatedAt = (updatedAt ?? createdAt).roundedToMilliseconds
    }

    /// Changes to one view; fields that are not named stay as they are.
    public struct Update: Hashable, Sendable, Identifiable {
        /// The view that is changed.
        public package(set) var id: ID
        /// Another name.
        public var name: String?
        /// Another filter, with what its names refer to.
        package var filter: JSONValue?
        /// Other columns, or the usual ones.
        public var columns: Change<[String]>
        /// Another grouping, or none.
        public var grouping: Change<String>

        /// A change of the given fields. To change the filter, use ``init(from:to:)`` after ``SavedView/setFilter(_:names:)``.
        public init(
            id: ID, name: String? = nil, columns: Change<[String]> = .keep, grouping: Change<String> = .keep
        ) {
            self.id = id
            self.name = name
            self.columns = columns
            self.grouping = grouping
        }

        /// The fields in which `view` differs from `original`.
        /// - Throws: `usage`, as ``SavedView/checkEdit(of:)`` does.
        public init(from original: SavedView, to view: SavedView) throws {
            try view.checkEdit(of: original)
            self.init(differenceOf: view, from: original)
        }

        /// The same for an edit that was checked.
        package init(differenceOf view: SavedView, from original: SavedView) {
            self.init(id: original.id)
            Content.fields.note(Content(view), from: Content(original), in: &self)
        }
    }
}

extension SavedView {
    /// Bytes in a name.
    package static let longestName = 64
    /// Columns of a view.
    package static let mostColumns = 32

    /// A name as it is kept: 1 to 64 bytes, letters of any script, digits, and `-`, `_` or `.` between them, beginning with a
    /// letter. It is one word for a shell and for a filter, `@name`, and `@` before it is left out.
    /// - Throws: ``TodoError`` with code `bad-view-name`.
    public static func checkedName(_ text: String) throws -> String {
        let text = text.trimmed
        let name = (text.hasPrefix("@") ? String(text.dropFirst()) : text).precomposedStringWithCanonicalMapping
        guard isName(name) else {
            throw TodoError(
                .badViewName,
                """
                “\(text.excerpt)” cannot be the name of a view: it has at most \(longestName) bytes, begins with a letter, and \
                has letters, digits, and - _ . between them.
                """)
        }
        return name
    }

    private static func isName(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard 1...longestName ~= name.utf8.count, let first = scalars.first, let last = scalars.last,
            first.properties.isAlphabetic
        else { return false }
        return isLetterOrDigit(last) && scalars.allSatisfy { isLetterOrDigit($0) || "-_.".unicodeScalars.contains($0) }
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}
