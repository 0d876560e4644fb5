import TodoKit

// Looks up lists, tags and locations by the names that a person types.
extension Session {
    /// The tag with this title, or the one that replaces a merged tag of that title, with a note.
    /// - Throws: `not-found`.
    func tags(titled title: String) async throws -> [Tag] {
        let title = try Validation.tagTitle(title)
        var tags = try await found(.titled(title)).sorted { $0.id < $1.id }
        if tags.isEmpty, past == nil, let target = try await store.tags.find(titled: title) {
            tags = [target]
            try await sayMerged([title])
        }
        guard !tags.isEmpty else {
            throw TodoError(.notFound, "There is no tag “\(title)”; `todo tag list` shows those that there are.")
        }
        return tags
    }

    /// Prints a note for each title whose tag was merged into another one.
    /// - Parameter tags: the tags that were found: titles among them were not merged.
    func sayMerged(_ titles: [String], unlessAmong tags: [Tag] = []) async throws {
        let names = Set(tags.map { TagName.folded($0.title) })
        for title in titles where !names.contains(TagName.folded(title)) {
            guard let tag = try await store.tags.find(titled: title),
                TagName.folded(tag.title) != TagName.folded(title)
            else { continue }
            say(MergedName.note(title, into: tag.title))
        }
    }

    /// The location with this name, or with an id that begins with it.
    /// - Throws: `not-found` or `ambiguous`.
    func location(named name: String) async throws -> Location {
        let locations = try await locations(named: name)
        guard locations.count == 1 else {
            let first = locations[0]
            throw try await ambiguous("places", called: name, locations, in: store.locations) { location in
                let metres = location.coordinate.distance(to: first.coordinate)
                let distance =
                    location.id == first.id
                    ? "" : metres < 1000 ? ", \(Int(metres)) m away" : ", \(Int(metres / 1000)) km away"
                return "\(location.latitude),\(location.longitude)\(distance)"
            }
        }
        return locations[0]
    }

    /// The locations with this name, or else the one that replaces a merged one of that name, with a note, or else the
    /// one with an id that begins with the text.
    /// - Throws: `not-found`.
    func locations(named name: String) async throws -> [Location] {
        let name = try Validation.placeName(name)
        let named = try await found(.named(name))
        guard named.isEmpty else { return named }
        if past == nil, let target = try await store.locations.find(mergedNamed: name) {
            say(MergedName.note(name, into: target.placeName ?? "\(target.latitude),\(target.longitude)"))
            return [target]
        }
        if past == nil, let location = try await record(in: store.locations, idBeginning: name) { return [location] }
        throw TodoError(
            .notFound,
            """
            There is no place “\(name)”; `todo location list` shows those that there are, and `todo location add` adds one.
            """)
    }

    /// The list at this path, or with an id that begins so.
    /// - Throws: `not-found` or `ambiguous`.
    func list(named name: String) async throws -> TodoList {
        let lists = try await lists(named: name)
        guard lists.count == 1 else { throw try await severalLists(lists, at: name) }
        return lists[0]
    }

    /// Refuses a path that several lists have.
    /// - Throws: `ambiguous`.
    func checkUnambiguous(_ path: String) async throws {
        let lists = try await store.lists.find(path: path)
        guard lists.count <= 1 else { throw try await severalLists(lists, at: path) }
    }

    private func severalLists(_ lists: [TodoList], at path: String) async throws -> TodoError {
        try await ambiguous("lists", called: path, lists, in: store.lists) { list in
            "\(list.path), made \(list.createdAt.rfc3339)" + (list.isHidden ? ", archived" : "")
        }
    }

    /// The lists at this path, or else the one with an id that begins so.
    /// - Throws: `not-found`.
    private func lists(named name: String) async throws -> [TodoList] {
        let found: [TodoList]
        if let past { found = past.lists(atPath: name) } else { found = try await store.lists.find(path: name) }
        guard found.isEmpty else { return found }
        if past == nil, let list = try await record(in: store.lists, idBeginning: name) { return [list] }
        // A title alone is no path: say where there is a list of that title.
        let alike = try await store.lists.fetch(.called(name).page(0, size: 1), source: .local).items.first
        let hint = alike.map { "there is one at “\($0.path)”" } ?? "`todo lists` shows those that there are"
        throw TodoError(.notFound, "There is no list “\(Sanitized.line(name))”; \(hint).")
    }

    /// The placement given with `--list` or `--parent`; nil if neither is given.
    /// - Throws: `not-found` or `ambiguous`.
    func placement(list: String?, parent: String?) async throws -> Placement? {
        if let parent { return parent.lowercased() == "none" ? .root : .below(try await todoID(parent)) }
        guard let list else { return nil }
        if TodoList.isInbox(list) { return .inbox }
        let found = try await store.lists.find(path: list)
        if found.count > 1 { throw try await severalLists(found, at: list) }
        if let only = found.first { return .list(only.id) }
        // A short word of a to f is rather the title of a new list than the beginning of an id.
        if list.count >= 4, let known = try await record(in: store.lists, idBeginning: list) { return .list(known.id) }
        for title in TodoList.titles(ofPath: list) { _ = try Validation.listTitle(title) }
        return .path(list)
    }

    /// The record with an id that begins with the text; nil if there is none, or several.
    private func record<Records: Repository>(
        in records: Records, idBeginning text: String
    ) async throws -> Records.Model? {
        guard Records.Model.ID(text) != nil else { return nil }
        let ids = try await records.findIDs(prefix: text.lowercased(), limit: 2)
        return ids.count == 1 ? try await records.find(ids[0]) : nil
    }

    /// The refusal of a name that several records have, which lists their ids.
    private func ambiguous<Records: Repository>(
        _ noun: String, called name: String, _ found: [Records.Model], in records: Records,
        title: (Records.Model) -> String
    ) async throws -> TodoError {
        let prefixes = try await records.shortestPrefixes(of: found.map(\.id))
        let items = found.map { record in
            TodoError.Candidates.Item(id: prefixes[record.id] ?? record.id.description, title: title(record))
        }
        return TodoError(
            .ambiguous, "Several \(noun) are called “\(Sanitized.line(name))”; say which by its id:",
            candidates: TodoError.Candidates(items))
    }

    private func found(_ query: Query<Tag>) async throws -> [Tag] {
        if let past { return try query.answer(from: past.tags).items }
        return try await store.tags.fetch(query, source: .local).items
    }

    private func found(_ query: Query<Location>) async throws -> [Location] {
        if let past { return try query.answer(from: past.locations).items }
        return try await store.locations.fetch(query, source: .local).items
    }

    /// The argument of `--location` for add and edit: a known location, or a point.
    func place(_ text: String) async throws -> PlaceReference {
        switch try Place.parse(text) {
        case .coordinate(let coordinate): .point(coordinate)
        case .name(let name): .location(try await location(named: name).id)
        }
    }
}
