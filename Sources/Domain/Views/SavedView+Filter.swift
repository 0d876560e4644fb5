public import Foundation

// The filter of a view.
extension SavedView {
    /// Creates a new view.
    /// - Parameters:
    ///   - filter: the conditions and the order of the view.
    ///   - names: the names of the store. They must include all names in the filter.
    /// - Throws: ``TodoError``: `bad-view-name`; `bad-filter` for a filter that contains a view, and for a text that is too
    ///   long; `not-found` for an unknown name.
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

    /// The filter of the view, with the present names of objects.
    /// - Parameter names: the present names of the objects in ``references``. An object that is missing keeps its former name.
    ///   A to-do is written as its complete id.
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

    /// The columns that this version supports.
    package var knownColumns: [TodoColumn] { columns.compactMap(TodoColumn.init(rawValue:)) }
    /// The grouping, if this version supports it.
    package var knownGrouping: TodoGrouping? { grouping.flatMap(TodoGrouping.init(rawValue:)) }

    // A view within a view could contain itself.
    private static func check(_ filter: TodoFilter) throws {
        guard let view = filter.references.first(where: { $0.field == nil }) else { return }
        throw FilterRefusal("A view cannot contain the view “\(view.name.text.excerpt)”.").error(at: view.span)
    }
}

// Views as commands.
extension SavedView {
    /// Whether a program with these commands can offer the view as a command under its name. A command always takes
    /// precedence.
    package func isUsableAsCommand(besides commands: some Sequence<String>) -> Bool {
        let name = TagName.folded(name)
        return !commands.contains { TagName.folded($0) == name }
    }

    /// Whether no later version can use the name for a command either. The names of commands only have letters from a to z,
    /// now and later. So a name with another character, such as `today-work`, stays free.
    package var isNeverACommand: Bool { !TagName.folded(name).utf8.allSatisfy { 0x61...0x7A ~= $0 } }
}
