/// The names that a filter may use: those of a store, read once.
public struct FilterNames: Sendable {
    var tags: NameIndex<Tag.ID>
    var lists: NameIndex<TodoList.ID>
    var places: NameIndex<Location>
    var todos: NameIndex<Todo.ID>
    private var views: [String: Result<TodoFilter, TodoError>] = [:]

    /// The names of these; lists have their paths, and the views are by their names.
    public init(
        tags: [Tag] = [], lists: [TodoList] = [], places: [Location] = [], views: [String: TodoFilter] = [:]
    ) {
        self.tags = Self.index(.tag)
        self.lists = Self.index(.list)
        todos = Self.index(.todo)
        self.places = Self.index(.place)
        for tag in tags { self.tags.add(tag.id, named: tag.title) }
        for list in lists {
            self.lists.add(list.id, named: list.path)
            self.lists.add(list.id, id: list.id.rawValue)
        }
        for place in places {
            if let name = place.placeName { self.places.add(place, named: name) }
            self.places.add(place, id: place.id.rawValue)
        }
        for (name, view) in views { add(view: .success(view), named: name) }
    }

    /// The same as the names of a moment of the past: of one that nothing had, that is said. Views are those of now.
    package func ofThePast() -> FilterNames {
        var names = self
        (names.tags.isPast, names.lists.isPast, names.places.isPast, names.todos.isPast) = (true, true, true, true)
        return names
    }

    private static func index<Named: Sendable>(_ subject: TodoFilter.Subject) -> NameIndex<Named> {
        NameIndex(noun: subject.rawValue, folded: subject.folded)
    }

    /// Of more names of a kind none is suggested for one that nothing has: the nearest would take long to find.
    package static let mostSuggested = 2000

    /// Adds a view, or why there is none of that name that can be used: a filter that has `@name` fails with that error,
    /// and no other filter does.
    public mutating func add(view: Result<TodoFilter, TodoError>, named name: String) {
        views[TagName.folded(name)] = view
    }

    /// Adds a name by which a tag is known as well: that of one that was merged into it. A tag of that name goes first.
    public mutating func add(tag: Tag.ID, named title: String) {
        if tags[title].isEmpty { tags.add(tag, named: title) }
    }

    /// Adds a name by which a place is known as well: that of one that was merged into it. Places of that name go first.
    public mutating func add(place: Location, named name: String) {
        if places[name].isEmpty { places.add(place, named: name) }
    }

    /// Adds a to-do as the one whose id begins as somebody typed.
    public mutating func add(todo: Todo.ID, idBeginning beginning: String) { todos.add(todo, named: beginning) }

    func view(_ name: String) throws -> TodoFilter {
        guard let view = views[TagName.folded(name)] else {
            let suggestion = NearestWord.to(name, among: views.keys.sorted())
            throw FilterRefusal.unknown("view", name, suggestion: suggestion)
        }
        switch view {
        case .success(let filter): return filter
        case .failure(let error): throw FilterRefusal.invalid(view: name, error)
        }
    }
}

extension FilterRefusal {
    /// The refusal of a view that has become invalid.
    static func invalid(view name: String, _ error: TodoError) -> FilterRefusal {
        FilterRefusal("The view “\(name.excerpt)” is not valid: \(error.reason)", code: error.code)
    }

    /// The refusal of a name that nothing has.
    /// - Parameter isPast: whether nothing had it at a moment of the past.
    static func unknown(_ noun: String, _ name: String, suggestion: String?, isPast: Bool = false) -> FilterRefusal {
        let hint = suggestion.map { "; perhaps “\($0.excerpt)” is meant" } ?? ""
        let (verb, when) = isPast ? ("was", " at that time") : ("is", "")
        return FilterRefusal(
            "There \(verb) no \(noun) “\(name.excerpt)”\(when)\(hint).", expected: [noun], suggestion: suggestion,
            code: .notFound)
    }
}
