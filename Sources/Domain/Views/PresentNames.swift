/// The present names of tags, lists and places by their ids, for the names in saved views.
public struct PresentNames: Sendable {
    private var names: [TodoFilter.Subject: [String: String]] = [:]
    /// The number of objects with each folded name.
    private var counts: [TodoFilter.Subject: [String: Int]] = [:]

    /// Creates the names of these tags, lists and places. Lists have their paths.
    public init(tags: [Tag] = [], lists: [TodoList] = [], places: [Location] = []) {
        for tag in tags { add(tag.title, of: tag.id.rawValue, as: .tag) }
        for list in lists { add(list.path, of: list.id.rawValue, as: .list) }
        for place in places { add(place.placeName, of: place.id.rawValue, as: .place) }
    }

    /// Adds the present name of a tag that was merged into another one.
    public mutating func add(tag: Tag.ID, mergedInto title: String) {
        names[.tag, default: [:]][tag.rawValue] = title
    }

    private mutating func add(_ name: String?, of id: String, as subject: TodoFilter.Subject) {
        names[subject, default: [:]][id] = name ?? id
        if let name { counts[subject, default: [:]][subject.folded(name), default: 0] += 1 }
    }

    /// The text for an object in a filter: its name, or its id if the name could mean something else. nil if the object no
    /// longer exists. Tags with the same name are one tag. A to-do is always written as its id.
    func name(of id: String, as subject: TodoFilter.Subject) -> String? {
        guard subject != .todo else { return id }
        guard let name = names[subject]?[id] else { return nil }
        return subject == .tag || isClear(name, subject) ? name : id
    }

    /// Whether no other object has the name, and a filter can contain it. A place can be called `47,8` or `Home/`.
    private func isClear(_ name: String, _ subject: TodoFilter.Subject) -> Bool {
        guard counts[subject]?[subject.folded(name), default: 0] ?? 0 <= 1 else { return false }
        let texts: [(field: TodoFilter.Field, text: String)] =
            subject == .place ? [(.place, name), (.near, name + "/1m")] : [(.list, name)]
        return texts.allSatisfy { $0.field.kind.split(TodoFilter.Name($0.text))?.name == name }
    }
}

extension FilterNames {
    /// The id of the only object with a name; nil if there is none, or more than one.
    func only(_ name: String, as subject: TodoFilter.Subject) -> String? {
        let ids =
            switch subject {
            case .tag: tags.exactly(name).map(\.rawValue)
            case .list: lists.exactly(name).map(\.rawValue)
            case .place: places.exactly(name).map(\.id.rawValue)
            case .todo: todos.exactly(name).map(\.rawValue)
            }
        return ids.count == 1 ? ids[0] : nil
    }
}
