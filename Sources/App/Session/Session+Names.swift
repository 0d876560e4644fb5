import Foundation
import TodoDomain
import TodoKit

// Looks up lists, tags and locations by the names that a person types.
extension Session {
    /// The tag with this title, or the tag that replaces a merged tag of that title, with a note.
    /// - Throws: `not-found`.
    func tags(titled title: String) async throws -> [Tag] {
        let title = try Validation.tagTitle(title)
        var tags = try await store.tags.fetch(.titled(title), source: .local).items.sorted { $0.id < $1.id }
        if tags.isEmpty, let target = try await store.tags.find(titled: title) {
            tags = [target]
            try await sayMerged([title])
        }
        guard !tags.isEmpty else {
            throw TodoError(.notFound, "There is no tag “\(title)”; `todo tag list` shows all tags.")
        }
        return tags
    }

    /// Prints a note for each title whose tag was merged into another one.
    /// - Parameter tags: the tags that were found; tags whose titles are among them were not merged.
    func sayMerged(_ titles: [String], unlessAmong tags: [Tag] = []) async throws {
        let names = Set(tags.map { TagName.folded($0.title) })
        for title in titles where !names.contains(TagName.folded(title)) {
            guard let tag = try await store.tags.find(titled: title),
                TagName.folded(tag.title) != TagName.folded(title)
            else { continue }
            say(MergedName.note(title, into: tag.title))
        }
    }

    /// Warns about reminders that can never ring: the to-do has no date, or no place.
    func sayUndated(_ todos: [Todo]) {
        for todo in todos {
            var said: Set<String> = []
            for lack in todo.alarms.compactMap({ $0.trigger.lack(of: todo) }) where said.insert(lack).inserted {
                say("“\(Sanitized.line(todo.title))” has no \(lack).")
            }
        }
    }

    /// Warns about a reminder whose time passed so long ago that it will not be delivered.
    /// - Parameter triggers: the reminders to check.
    func sayPast(_ triggers: [Alarm.Trigger], of todo: Todo) {
        // A repeating to-do rings for its next occurrence.
        guard !todo.isRepeating else { return }
        let moments = triggers.compactMap { RemindedTodo(todo).moment(of: $0, reminders) }
        guard let moment = moments.first(where: { $0 < now.addingTimeInterval(-Ringer.patience) }) else { return }
        let time = DueText(now: now, timeZone: timeZone).short(moment)
        say("A reminder of “\(Sanitized.line(todo.title))” is for a past time, \(time), and will not ring.")
    }

    /// The location with this name, or with an id that begins with it.
    /// - Throws: `not-found` or `ambiguous`.
    func location(named name: String) async throws -> Location {
        let locations = try await locations(named: name)
        guard locations.count == 1 else { throw try await store.severalPlaces(locations, named: name) }
        return locations[0]
    }

    /// The locations with this name; or else the location that replaces a merged one of that name, with a note; or else
    /// the location with an id that begins with the text.
    /// - Throws: `not-found`.
    func locations(named name: String) async throws -> [Location] {
        let name = try Validation.placeName(name)
        let found = try await sayMerged(placeNamed: name)
        guard !found.isEmpty else { throw TodoError.noPlace(named: name) }
        return found
    }

    /// Prints a note if a name is that of a place that was merged into another one.
    /// - Returns: the place that the name means.
    @discardableResult
    func sayMerged(placeNamed name: String) async throws -> [Location] {
        let name = name.trimmed
        let (places, isMerged) = try await store.knownPlaces(named: name)
        if isMerged, let target = places.first { say(MergedName.note(name, into: TodoTable.name(of: target))) }
        return places
    }

    /// The list at this path, or with an id that begins with the text.
    /// - Throws: `not-found` or `ambiguous`.
    func list(named name: String) async throws -> TodoList {
        let lists = try await lists(named: name)
        guard lists.count == 1 else { throw try await store.severalLists(lists, named: name) }
        return lists[0]
    }

    /// Refuses a path that several lists have.
    /// - Throws: `ambiguous`.
    func checkUnambiguous(_ path: String) async throws {
        let lists = try await store.lists.find(path: path)
        guard lists.count <= 1 else { throw try await store.severalLists(lists, named: path) }
    }

    /// The lists at this path, or else the list with an id that begins with the text.
    /// - Throws: `not-found`.
    private func lists(named name: String) async throws -> [TodoList] {
        let found = try await store.knownLists(named: name)
        guard found.isEmpty else { return found }
        // A title alone is not a path: the message says where a list of that title is.
        let alike = Query<TodoList>.called(name).page(0, size: 1)
        let hint =
            try await store.lists.fetch(alike, source: .local).items.first.map {
                "there is one at “\(Sanitized.line($0.path))”"
            } ?? "`todo lists` shows all lists"
        throw TodoError(.notFound, "There is no list “\(Sanitized.line(name))”; \(hint).")
    }

    /// How a list is treated that a command names and that does not exist.
    /// - Parameter create: whether `--create` is given.
    func missingLists(create: Bool) -> MissingLists { create ? .created : settings.missingLists }

    /// The list or parent given with `--list` or `--parent`; nil if neither is given.
    /// - Parameters:
    ///   - list: the argument of `--list`.
    ///   - parent: the argument of `--parent`.
    ///   - create: whether `--create` is given.
    /// - Throws: `not-found` or `ambiguous`.
    func placement(list: String?, parent: String?, create: Bool) async throws -> Placement? {
        if let parent { return parent.lowercased() == "none" ? .root : .below(try await todoID(parent)) }
        guard let list else { return nil }
        // An empty text is a mistake here, such as a variable that a script has not set.
        if list.trimmed.isEmpty { _ = try Validation.listTitle(list) }
        return try await store.placement(named: list, missing: missingLists(create: create))
    }

    /// Says which lists were made for to-dos.
    /// - Parameter placements: where to-dos were put.
    func sayMade(_ placements: [Placement?]) {
        var said: Set<String> = []
        for case .path(let path)? in placements where said.insert(TagName.folded(path)).inserted {
            say("Made the list “\(Sanitized.line(path))”.")
        }
    }

    /// The argument of `--location` for add and edit: a known location, or a point.
    func place(_ text: String) async throws -> PlaceReference {
        let place = try await store.place(named: text)
        if case .location = place { try await sayMerged(placeNamed: text) }
        return place
    }
}

extension Array {
    /// The only one of some records of the past whose id begins with the text; nil if several do.
    func only<Kind>(idBeginning text: String) -> [Element]
    where Element: Identifiable, Element.ID == Identifier<Kind> {
        guard !text.isEmpty else { return [] }
        let found = filter { $0.id.rawValue.hasPrefix(text.lowercased()) }
        return found.count == 1 ? found : []
    }
}

extension Alarm.Trigger {
    /// The thing that a to-do lacks for it to ring; nil if it lacks nothing.
    fileprivate func lack(of todo: Todo) -> String? {
        switch self {
        case .before(_, .due) where todo.due == nil, .time(_, _, .due) where todo.due == nil:
            "due date yet, from which its reminder counts"
        case .before(_, .start) where todo.start == nil, .time(_, _, .start) where todo.start == nil:
            "start yet, from which its reminder counts"
        case .before(_, .either) where todo.due == nil && todo.start == nil,
            .time(_, _, .either) where todo.due == nil && todo.start == nil:
            "date yet, from which its reminder counts"
        case .place(_, nil, _) where todo.location == nil: "place yet, at which its reminder rings"
        case .before, .time, .moment, .place, .unknown: nil
        }
    }
}
