import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// SQL gives the same answers as the domain's reference implementation for the same models.
@Suite("Queries answer as their reference does")
struct QueryEquivalenceTests {
    @Test(
        "any query for to-dos, however its conditions are joined and its rows are found",
        arguments: 1...Dose.of(2, whole: 6) as ClosedRange<UInt64>)
    func todos(seed: UInt64) async throws {
        let stored = try await RandomStore(seed: seed)
        // Once as it is, and once as if everything were large, so that both query strategies are used.
        for few in [2000, 0] {
            var generator = SeededGenerator(seed: seed &* 31)
            var mapping = TodoMapping()
            mapping.few = few
            let store = stored.stack.store(for: mapping)
            let models = try await store.fetchAll()
            #expect(models.count > 60)
            for round in 0..<Dose.of(8, whole: 30) {
                let query = stored.world.todoQuery(ids: models.map(\.id.rawValue), using: &generator)
                try await expectSame(store, query, models, "seed \(seed), few \(few), round \(round)")
            }
        }
    }

    @Test("any query for tags and for places", arguments: 1...Dose.of(2, whole: 6) as ClosedRange<UInt64>)
    func tagsAndLocations(seed: UInt64) async throws {
        let stored = try await RandomStore(seed: seed)
        var generator = SeededGenerator(seed: seed &* 37)
        let (tags, places) = (stored.stack.store(for: TagMapping()), stored.stack.store(for: LocationMapping()))
        let (allTags, allPlaces) = (try await tags.fetchAll(), try await places.fetchAll())
        #expect(allTags.count == 7 && allPlaces.count == 5)
        for round in 0..<30 {
            try await expectSame(
                tags, stored.world.tagQuery(using: &generator), allTags, "seed \(seed), round \(round)")
            try await expectSame(
                places, stored.world.locationQuery(using: &generator), allPlaces, "seed \(seed), round \(round)")
        }
    }

    @Test(
        "the count of a query is the number of what it asks for, whatever its window",
        arguments: 1...4 as ClosedRange<UInt64>)
    func counts(seed: UInt64) async throws {
        let stored = try await RandomStore(seed: seed)
        var generator = SeededGenerator(seed: seed &* 41)
        let store = stored.stack.store(for: TodoMapping())
        let models = try await store.fetchAll()
        let simple: [Query<Todo>] = [.all, .all.open, .all.done, .all.open.page(3, size: 1)]
        for query in simple + (0..<30).map({ _ in stored.world.todoQuery(ids: ["t1"], using: &generator) }) {
            let expected = models.count(where: query.predicate.isMet)
            #expect(try await store.count(query) == expected, "seed \(seed): \(query)")
        }
    }

    /// Compares the answer, and walks all of it from cursor to cursor.
    private func expectSame<M: Mapping>(
        _ store: ObjectStore<M>, _ query: Query<M.Model>, _ models: [M.Model], _ place: String
    ) async throws where M.Model: Hashable {
        let (found, expected) = (try await store.page(query), try query.answer(from: models))
        #expect(found == expected, "\(place): \(query)")

        var whole = query
        whole.window = .everything
        let all = try whole.answer(from: models).items
        var walked: [M.Model] = []
        var page = try await store.page(query.page(0, size: 7))
        while true {
            walked += page.items
            guard let cursor = page.nextCursor, walked.count <= all.count else { break }
            // Through its text, as a script passes it on.
            let next = query.after(try #require(Cursor(cursor.description)), size: 7)
            page = try await store.page(next)
            #expect(page == (try next.answer(from: models)), "\(place): \(next)")
        }
        #expect(walked.map(\.id) == all.map(\.id), "\(place), from cursor to cursor: \(query)")
    }
}
