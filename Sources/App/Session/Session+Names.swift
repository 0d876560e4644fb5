import TodoKit

// Tags and places by the names that a person gives them.
extension Session {
    /// All tags with this title: two devices may each have made one.
    /// - Throws: `not-found`.
    func tags(titled title: String) async throws -> [Tag] {
        let title = try Validation.tagTitle(title)
        let tags = try await found(.titled(title)).sorted { $0.id < $1.id }
        guard !tags.isEmpty else {
            throw TodoError(.notFound, "There is no tag “\(title)”; `todo tag list` shows those that there are.")
        }
        return tags
    }

    /// The location with this name, or with an id that begins so.
    /// - Throws: `not-found` or `ambiguous`.
    func location(named name: String) async throws -> Location {
        let locations = try await locations(named: name)
        guard locations.count == 1 else {
            let prefixes = try await store.locationDAO.shortestPrefixes(of: locations.map(\.id))
            let ids = locations.compactMap { prefixes[$0.id] }.joined(separator: ", ")
            throw TodoError(.ambiguous, "Several places are called “\(name)”; say which by its id: \(ids).")
        }
        return locations[0]
    }

    /// The locations with this name, or else the one with an id that begins so.
    /// - Throws: `not-found`.
    func locations(named name: String) async throws -> [Location] {
        let name = try Validation.placeName(name)
        let named = try await found(.named(name))
        guard named.isEmpty else { return named }
        if past == nil, Location.ID(name) != nil {
            let ids = try await store.locationDAO.findIDs(prefix: name.lowercased(), limit: 2)
            if ids.count == 1 { return [try await store.locations.find(ids[0])] }
        }
        throw TodoError(
            .notFound,
            """
            There is no place “\(name)”; `todo location list` shows those that there are, and `todo location add` adds one.
            """)
    }

    private func found(_ query: Query<Tag>) async throws -> [Tag] {
        if let past { return try query.answer(from: past.tags).items }
        return try await store.tags.fetch(query, source: .local).items
    }

    private func found(_ query: Query<Location>) async throws -> [Location] {
        if let past { return try query.answer(from: past.locations).items }
        return try await store.locations.fetch(query, source: .local).items
    }

    /// What `--location` on add and edit names: a known location, or a point.
    func place(_ text: String) async throws -> PlaceReference {
        switch try Place.parse(text) {
        case .coordinate(let coordinate): .point(coordinate)
        case .name(let name): .location(try await location(named: name).id)
        }
    }
}
