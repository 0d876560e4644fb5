/// The names that a filter may use: those of a store, read once.
public struct FilterNames: Sendable {
    var tags: NameTable<Tag.ID>
    var places: NameTable<Location>
    private var views: [String: TodoFilter] = [:]

    /// The names of these; the views by their names.
    public init(tags: [Tag] = [], places: [Location] = [], views: [String: TodoFilter] = [:]) {
        self.tags = NameTable(noun: "tag", folded: TagName.folded)
        self.places = NameTable(noun: "place", folded: SearchText.folded)
        for tag in tags { self.tags.add(tag.id, named: tag.title) }
        for place in places {
            if let name = place.placeName { self.places.add(place, named: name) }
            self.places.add(place, id: place.id.rawValue)
        }
        for (name, view) in views { self.views[TagName.folded(name)] = view }
    }

    /// Adds a name by which a tag is known as well: that of one that was merged into it. A tag of that name goes first.
    public mutating func add(_ title: String, for tag: Tag.ID) {
        if tags[title].isEmpty { tags.add(tag, named: title) }
    }

    func view(_ name: String) throws -> TodoFilter {
        guard let view = views[TagName.folded(name)] else {
            let suggestion = NearestWord.to(name, among: views.keys)
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
