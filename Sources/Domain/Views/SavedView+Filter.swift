public import Foundation

// What a view finds, and how.
extension SavedView {
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

// Views beside commands.
extension SavedView {
    /// Whether a program with these commands may offer the view under its name as one more: a command always comes first.
    public func isUsableAsCommand(besides commands: some Sequence<String>) -> Bool {
        let name = TagName.folded(name)
        return !commands.contains { TagName.folded($0) == name }
    }

    /// Whether no later version can take the name for a command either. Commands are of the letters a to z alone, now and
    /// later, so that a name with anything else in it, such as `today-work`, stays free.
    public var isNeverACommand: Bool { !TagName.folded(name).utf8.allSatisfy { 0x61...0x7A ~= $0 } }
}
