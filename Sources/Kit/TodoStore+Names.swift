public import TodoDomain

// Finds lists and locations by the names that people type.
extension TodoStore {
    /// The list that a person means by a name, as a destination.
    /// - Parameters:
    ///   - name: the path of a list, such as `Work/Reports`, or at least the first four characters of a list's id; `inbox`,
    ///     `none` or an empty text for the inbox.
    ///   - missing: how to treat a path that no list has. If the list is to be created, the result is ``Placement/path(_:)``.
    /// - Throws: ``TodoError``: `not-found` for a list that does not exist and is not to be created, with the most similar
    ///   path; `ambiguous` for a path that several lists have, with these as candidates; or the error of
    ///   a title that no list can have.
    public func placement(named name: String, missing: MissingLists = .refused) async throws -> Placement {
        if TodoList.isInbox(name) || name.trimmed.isEmpty { return .inbox }
        // A short word of the letters a to f is more likely the title of a new list than the beginning of an id.
        let found = name.count < 4 ? try await lists.find(path: name) : try await knownLists(named: name)
        guard found.count <= 1 else { throw try await severalLists(found, named: name) }
        if let list = found.first { return .list(list.id) }
        for title in TodoList.titles(ofPath: name) { _ = try Validation.listTitle(title) }
        guard missing == .created else { throw try await noList(at: name) }
        return .path(name)
    }

    /// The path of the list whose path, or otherwise title, is most similar to a name; nil if no list is similar, or if
    /// there are too many lists to compare.
    func similarList(to name: String) async throws -> String? {
        let most = FilterNames.mostSuggested
        let found = try await lists.fetch(Query<TodoList>.all.page(0, size: most + 1), source: .local).items
        guard found.count <= most else { return nil }
        let paths = found.map(\.path).sorted()
        if let path = NearestWord.to(name, among: paths) { return path }
        let titles = found.map { (title: $0.title, path: $0.path) }.sorted { $0.path < $1.path }
        return NearestWord.to(name, among: titles.map(\.title)).flatMap { title in
            titles.first { $0.title == title }?.path
        }
    }

    /// The location that a person means by a text.
    /// - Parameter name: the name of a location, which may have been merged into another one; the beginning of its id; or a
    ///   latitude and a longitude in degrees, separated by a comma.
    /// - Throws: ``TodoError``: `not-found`; `ambiguous` for a name that several locations have, with these as candidates;
    ///   `impossible-latitude` or `impossible-longitude`; or the error of a name that no place can have.
    public func place(named name: String) async throws -> PlaceReference {
        if let point = try Coordinate.parse(name) { return .point(point) }
        let name = try Validation.placeName(name)
        let (found, _) = try await knownPlaces(named: name)
        guard let place = found.first else { throw TodoError.noPlace(named: name) }
        guard found.count == 1 else { throw try await severalPlaces(found, named: name) }
        return .location(place.id)
    }

    /// The lists at a path, or otherwise the list with an id that begins so.
    package func knownLists(named name: String) async throws -> [TodoList] {
        let found = try await lists.find(path: name)
        guard found.isEmpty, let list = try await record(in: lists, idBeginning: name) else { return found }
        return [list]
    }

    /// The locations with this name. If there are none, the location into which one with this name was merged, or otherwise
    /// the one with an id that begins so.
    package func knownPlaces(named name: String) async throws -> (places: [Location], isMerged: Bool) {
        let found = try await locations.fetch(.named(name), source: .local).items
        guard found.isEmpty else { return (found, false) }
        if let target = try await locations.find(mergedNamed: name) { return ([target], true) }
        return (try await record(in: locations, idBeginning: name).map { [$0] } ?? [], false)
    }

    /// The only record with an id that begins with the text; nil if there is none, or several.
    private func record<Records: Repository>(
        in records: Records, idBeginning text: String
    ) async throws -> Records.Model? {
        let ids = try await records.findIDs(beginning: text, limit: 2)
        return ids.count == 1 ? try await records.find(ids[0]) : nil
    }

    // MARK: Refusals

    /// The error for a path that no list has, with the most similar path.
    func noList(at path: String) async throws -> TodoError {
        let similar = try await similarList(to: path)
        return TodoError(
            .notFound,
            "There is no list “\(path.trimmed.excerpt)”." + (similar.map { " Perhaps “\($0)” is meant." } ?? ""),
            remedies: [.createList])
    }

    /// The to-dos that a person may mean by a title in place of an id: those that have the title, or otherwise contain it;
    /// open ones, or otherwise done ones. nil if there are none.
    /// - Parameter titles: the possible titles. The first one with a result counts.
    package func candidates(titled titles: [String]) async throws -> TodoError.Candidates? {
        let most = 5
        // One character is in nearly every title, and a long text is in none.
        for title in titles.map(\.trimmed) where 2...200 ~= title.utf8.count {
            for test in [TextTest.equals(title), .contains(title)] {
                for query in [Query<Todo>.all.open, .all] {
                    let matching = query.title(test).countingTotal(false).page(0, size: most + 1)
                    let found = try await todos.fetch(matching, source: .local).items
                    guard !found.isEmpty else { continue }
                    let prefixes = try await todos.shortestPrefixes(of: found.map(\.id))
                    let items = found.prefix(most).map { todo in
                        TodoError.Candidates.Item(id: prefixes[todo.id] ?? todo.id.rawValue, title: todo.title)
                    }
                    return TodoError.Candidates(items, hasMore: found.count > most)
                }
            }
        }
        return nil
    }

    /// The error for a path that several lists have.
    package func severalLists(_ found: [TodoList], named name: String) async throws -> TodoError {
        try await several("lists", called: name, found, in: lists) { list in
            "\(list.path), made \(list.createdAt.rfc3339)" + (list.isHidden ? ", archived" : "")
        }
    }

    /// The error for a name that several locations have.
    package func severalPlaces(_ found: [Location], named name: String) async throws -> TodoError {
        try await several("places", called: name, found, in: locations) { location in
            let metres = location.coordinate.distance(to: found[0].coordinate)
            let distance =
                location.id == found[0].id
                ? "" : metres < 1000 ? ", \(Int(metres)) m away" : ", \(Int(metres / 1000)) km away"
            return "\(location.latitude),\(location.longitude)\(distance)"
        }
    }

    /// The error for a name that several records have. It lists their ids.
    private func several<Records: Repository>(
        _ noun: String, called name: String, _ found: [Records.Model], in records: Records,
        title: (Records.Model) -> String
    ) async throws -> TodoError {
        let prefixes = try await records.shortestPrefixes(of: found.map(\.id))
        let items = found.map { record in
            TodoError.Candidates.Item(id: prefixes[record.id] ?? record.id.description, title: title(record))
        }
        return TodoError(
            .ambiguous, "Several \(noun) are called “\(name.trimmed)”; say which by its id:",
            candidates: TodoError.Candidates(items))
    }
}

extension Repository {
    /// The first ids that begin with the typed text. If there are none, those that begin with the text in lower case.
    package func findIDs(
        beginning text: String, limit: Int, includingDeleted: Bool = false
    ) async throws -> [Model.ID] {
        guard Model.ID(text) != nil else { return [] }
        let found = try await findIDs(prefix: text, limit: limit, includingDeleted: includingDeleted)
        guard found.isEmpty else { return found }
        return try await findIDs(prefix: text.lowercased(), limit: limit, includingDeleted: includingDeleted)
    }
}

extension TodoError {
    /// The error for a name that no location has.
    package static func noPlace(named name: String) -> TodoError {
        TodoError(.notFound, "There is no place “\(name)”.", remedies: [.addPlace])
    }
}

extension TodoError.Remedy {
    /// Create the list.
    public static let createList = Self("create-list", "Make it first if it is meant.")

    /// Add the location, or give its coordinates.
    public static let addPlace = Self("add-place", "Add it first, or give its latitude and longitude: 47.37,8.54.")
}
