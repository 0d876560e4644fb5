/// The names that a filter may use: those of a store, read once.
public struct FilterNames: Sendable {
    var tags: NameTable<Tag.ID>
    var lists: NameTable<TodoList.ID>
    var places: NameTable<Location>
    var todos: NameTable<Todo.ID>
    private var views: [String: TodoFilter] = [:]

    /// The names of these; lists have their paths, and the views are by their names.
    public init(
        tags: [Tag] = [], lists: [TodoList] = [], places: [Location] = [], views: [String: TodoFilter] = [:]
    ) {
        self.tags = NameTable(noun: "tag", folded: TagName.folded)
        self.lists = NameTable(noun: "list", folded: Self.foldedPath)
        todos = NameTable(noun: "to-do", folded: { $0.trimmed.lowercased() })
        self.places = NameTable(noun: "place", folded: SearchText.folded)
        for tag in tags { self.tags.add(tag.id, named: tag.title) }
        for list in lists {
            self.lists.add(list.id, named: list.path)
            self.lists.add(list.id, id: list.id.rawValue)
        }
        for place in places {
            if let name = place.placeName { self.places.add(place, named: name) }
            self.places.add(place, id: place.id.rawValue)
        }
        for (name, view) in views { self.views[TagName.folded(name)] = view }
    }

    /// Adds a name by which a tag is known as well: that of one that was merged into it. A tag of that name goes first.
    public mutating func add(tag: Tag.ID, named title: String) {
        if tags[title].isEmpty { tags.add(tag, named: title) }
    }

    /// Adds a to-do as the one whose id begins as somebody typed.
    public mutating func add(todo: Todo.ID, idBeginning beginning: String) { todos.add(todo, named: beginning) }

    /// A path as it is compared: each of its titles folded.
    private static func foldedPath(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { TagName.folded(String($0)) }
            .joined(separator: "/")
    }

    func view(_ name: String) throws -> TodoFilter {
        guard let view = views[TagName.folded(name)] else {
            let suggestion = NearestWord.to(name, among: views.keys.sorted())
            throw FilterRefusal.unknown("view", name, suggestion: suggestion)
        }
        return view
    }
}

extension FilterRefusal {
    /// The refusal of a name that nothing has.
    static func unknown(_ noun: String, _ name: String, suggestion: String?) -> FilterRefusal {
        let hint = suggestion.map { "; perhaps “\($0.excerpt)” is meant" } ?? ""
        return FilterRefusal(
            "There is no \(noun) “\(name.excerpt)”\(hint).", expected: [noun], suggestion: suggestion, code: .notFound)
    }
}
