/// The names that a filter may use. They are read from a store once.
public struct FilterNames: Sendable {
    var tags: NameIndex<Tag.ID>
    var lists: NameIndex<TodoList.ID>
    var places: NameIndex<Location>
    var todos: NameIndex<Todo.ID>
    /// The shared lists and their members.
    var spaces: [Space] = []
    var members: [Space.Member] { spaces.flatMap(\.members) }
    private var views: [String: Result<TodoFilter, TodoError>] = [:]

    /// Creates the names of these tags, lists and places. Lists are found by their paths; the keys of `views` are their names.
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

    /// The same names for a moment of the past: the error about an unknown name mentions that time. Views are the present
    /// ones.
    package func ofThePast() -> FilterNames {
        var names = self
        names.tags.isPast = true
        names.lists.isPast = true
        names.places.isPast = true
        names.todos.isPast = true
        return names
    }

    private static func index<Named: Sendable>(_ subject: TodoFilter.Subject) -> NameIndex<Named> {
        NameIndex(noun: subject.rawValue, folded: subject.folded)
    }

    /// The maximum number of names of a kind for suggestions. Among more names, finding the nearest one takes too long.
    package static let mostSuggested = 2000

    /// Adds a view, or the error that makes the view of that name unusable. A filter with `@name` then fails with that error;
    /// other filters are not affected.
    public mutating func add(view: Result<TodoFilter, TodoError>, named name: String) {
        views[TagName.folded(name)] = view
    }

    /// Adds another name of a tag: the name of a tag that was merged into it. An existing tag of that name takes precedence.
    public mutating func add(tag: Tag.ID, named title: String) {
        if tags[title].isEmpty { tags.add(tag, named: title) }
    }

    /// Adds another name of a place: the name of a place that was merged into it. Existing places of that name take
    /// precedence.
    public mutating func add(place: Location, named name: String) {
        if places[name].isEmpty { places.add(place, named: name) }
    }

    /// Adds the to-do whose id begins with a typed text.
    public mutating func add(todo: Todo.ID, idBeginning beginning: String) { todos.add(todo, named: beginning) }

    /// Adds shared lists, with their members.
    public mutating func add(spaces: [Space]) { self.spaces += spaces }

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

    /// The refusal of an unknown name.
    /// - Parameter isPast: whether the name was unknown at a moment of the past.
    static func unknown(_ noun: String, _ name: String, suggestion: String?, isPast: Bool = false) -> FilterRefusal {
        let hint = suggestion.map { "; perhaps “\($0.excerpt)” is meant" } ?? ""
        let (verb, when) = isPast ? ("was", " at that time") : ("is", "")
        return FilterRefusal(
            "There \(verb) no \(noun) “\(name.excerpt)”\(when)\(hint).", expected: [noun], suggestion: suggestion,
            code: .notFound)
    }
}
