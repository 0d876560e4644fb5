public import Foundation

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
    public private(set) var text: String
    /// The ids of what the names in ``text`` name: first by what they are (``TodoFilter/Subject``), then by name. Patterns,
    /// and names that several things had, are not among them.
    public private(set) var references: [String: [String: String]]
    /// The columns to show, by the names of ``TodoColumn``; empty for the usual ones. Those of later versions are kept.
    public var columns: [String]
    /// What its to-dos are grouped by, by the names of ``TodoGrouping``; nil for nothing.
    public var grouping: String?

    /// A view as it is stored; what is not valid shows when it is used.
    init(
        id: ID, name: String, text: String, references: [String: [String: String]] = [:], columns: [String] = [],
        grouping: String? = nil, createdAt: Date, updatedAt: Date? = nil
    ) {
        (self.id, self.name, self.text, self.references) = (id, name, text, references)
        (self.columns, self.grouping) = (columns, grouping)
        self.createdAt = createdAt.roundedToMilliseconds
        self.updatedAt = (updatedAt ?? createdAt).roundedToMilliseconds
    }

    /// A new view.
    /// - Parameters:
    ///   - filter: what it shows, and in which order.
    ///   - names: the names of the store; all that the filter mentions must be known.
    /// - Throws: ``TodoError``: `bad-view-name`; `bad-filter` for a filter with a view in it, and for a text that is too
    ///   long; `not-found` for a name that nothing has.
    public init(
        id: ID, name: String, filter: TodoFilter, names: FilterNames, columns: [TodoColumn] = [],
        grouping: TodoGrouping? = nil, createdAt: Date
    ) throws {
        self.init(
            id: id, name: try Self.checkedName(name), text: "", columns: columns.map(\.rawValue),
            grouping: grouping?.rawValue, createdAt: createdAt)
        try setFilter(filter, names: names)
    }

    /// Gives the view another filter.
    /// - Throws: ``TodoError`` as the initializer does.
    public mutating func setFilter(_ filter: TodoFilter, names: FilterNames) throws {
        try Self.check(filter)
        let text = filter.description
        guard text.utf8.count <= TodoFilter.longestText else { throw TodoFilter.Problem.tooLong(text) }
        try filter.checkNames(names)
        self.text = text
        references = [:]
        for reference in filter.references {
            guard let (subject, name) = reference.subject, let id = names.only(name, as: subject) else { continue }
            references[subject.rawValue, default: [:]][name] = id
        }
    }

    /// The filter that the view stands for, with the names that things have now.
    /// - Parameter names: what those that are in ``references`` are called now; what is missing keeps the name it had. A
    ///   to-do is written as its whole id.
    /// - Throws: ``TodoError`` with code `bad-filter` for a view that this version does not understand.
    public func filter(
        names: PresentNames, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> TodoFilter {
        let filter = try TodoFilter.parse(text, now: now, timeZone: timeZone, settings: settings)
        try Self.check(filter)
        return filter.renaming { subject, name in
            references[subject.rawValue]?[name].flatMap { names.name(of: $0, as: subject) }
        }
    }

    /// The columns that this version knows.
    public var knownColumns: [TodoColumn] { columns.compactMap(TodoColumn.init(rawValue:)) }
    /// The grouping, if this version knows it.
    public var knownGrouping: TodoGrouping? { grouping.flatMap(TodoGrouping.init(rawValue:)) }

    // A view within a view could contain itself.
    private static func check(_ filter: TodoFilter) throws {
        guard let view = filter.references.first(where: { $0.field == nil }) else { return }
        throw FilterRefusal("A view cannot contain the view “\(view.name.text.excerpt)”.").error(at: view.span)
    }
}

extension SavedView {
    /// Bytes in a name.
    public static let longestName = 64
    /// Columns of a view.
    public static let mostColumns = 32

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

    /// Whether a program may offer the view as a command of its own, `todo name` for `todo list @name`, besides these
    /// commands: a command is always the command.
    public func isUsableAsCommand(besides commands: some Sequence<String>) -> Bool {
        let name = TagName.folded(name)
        return !commands.contains { TagName.folded($0) == name }
    }

    /// Whether no later version can take the name for a command either. Commands are of the letters a to z alone, now and
    /// later, so that a name with anything else in it, such as `today-work`, stays free.
    public var isNeverACommand: Bool { !TagName.folded(name).utf8.allSatisfy { 0x61...0x7A ~= $0 } }
}
