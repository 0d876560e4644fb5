import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Whatever is written, every observation shows it: no change that matters is mistaken for one that does not.
@Suite("Observation never misses a change")
struct ObservationPropertyTests {
    @Test(
        "random queries show the reference's answer after each random write",
        arguments: 1...Dose.of(2, whole: 4) as ClosedRange<UInt64>)
    func todos(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let fixture = try TestStore(seed: seed)
        let world = try RandomWorld(using: &generator)
        try await fixture.tags.createMany(world.tags)
        try await fixture.locations.createMany(world.locations)
        let ids = (0..<12).map { "t\($0)" }
        for id in ids.prefix(8) { try await fixture.todos.createOne(world.todo(id, using: &generator)) }

        let queries = (0..<40).map { _ in world.todoQuery(ids: ids, using: &generator) }
        let pages = queries.map { Watched(fixture.todos.store.observe($0)) }
        let numbers = queries.map { Watched(fixture.todos.store.observeCount($0)) }
        let tagQueries = (0..<10).map { _ in world.tagQuery(using: &generator) }
        let tags = tagQueries.map { Watched(fixture.tags.store.observe($0)) }
        let placeQueries = (0..<10).map { _ in world.locationQuery(using: &generator) }
        let places = placeQueries.map { Watched(fixture.locations.store.observe($0)) }

        for round in 0..<Dose.of(10, whole: 80) {
            if generator.chance(0.5) { fixture.clock.advance(by: generator.pick([0.001, 1, 3600])) }
            for _ in 0..<generator.pick([1, 1, 1, 3]) { try await write(fixture, world, ids, &generator) }
            let place = "seed \(seed), round \(round)"
            let todos = try await fixture.todos.store.fetchAll()
            for (query, watched) in zip(queries, pages) {
                try #require(
                    await watched.shows(try query.answer(from: todos)), "\(place): \(query)")
            }
            for (query, watched) in zip(queries, numbers) {
                let count = todos.count(where: query.predicate.isMet)
                try #require(await watched.shows(count), "\(place): count of \(query)")
            }
            let (allTags, allPlaces) = (
                try await fixture.tags.store.fetchAll(), try await fixture.locations.store.fetchAll()
            )
            for (query, watched) in zip(tagQueries, tags) {
                try #require(
                    await watched.shows(try query.answer(from: allTags)), "\(place): \(query)")
            }
            for (query, watched) in zip(placeQueries, places) {
                try #require(
                    await watched.shows(try query.answer(from: allPlaces)), "\(place): \(query)")
            }
        }
    }

    private func write(
        _ fixture: TestStore, _ world: RandomWorld, _ ids: [String], _ generator: inout SeededGenerator
    ) async throws {
        let id = Todo.ID(stored: generator.pick(ids))
        let (tag, place) = (generator.pick(world.tags), generator.pick(world.locations))
        do {
            switch Int.random(in: 0...15, using: &generator) {
            case 0: try await fixture.todos.createOne(world.todo(id.rawValue, using: &generator))
            case 1: try await fixture.todos.deleteOne(id)
            case 2:
                try await fixture.todos.updateOne(
                    Todo.Update(
                        id: id, tags: .init(add: [tag.id], remove: Set(generator.some(of: world.tags.map(\.id))))))
            case 3: try await fixture.todos.updateOne(Todo.Update(id: id, tags: .remove([tag.id])))
            case 4: try await fixture.todos.updateOne(Todo.Update(id: id, title: "T \(generator.words(0...2))"))
            case 5: try await fixture.todos.updateOne(Todo.Update(id: id, notes: generator.words(0...2)))
            case 6:
                let at = generator.moment()
                try await fixture.todos.updateOne(
                    Todo.Update(id: id, completedAt: generator.chance(0.5) ? .set(at) : .clear))
            case 7:
                try await fixture.todos.updateOne(
                    Todo.Update(
                        id: id, due: .set(generator.due()), location: Change(generator.chance(0.7) ? place.id : nil)))
            case 8: try await fixture.tags.createOne(tag)
            case 9: try await fixture.tags.deleteOne(tag.id)
            case 10: try await fixture.tags.updateOne(Tag.Update(id: tag.id, title: "g \(generator.words(1...1))"))
            case 14:
                let value = generator.chance(0.7) ? generator.pick(RandomWorld.extraValues) : nil
                try await fixture.todos.updateOne(
                    Todo.Update(id: id, extras: [generator.pick(RandomWorld.extraNames): Change(value)]))
            case 12, 13:
                let other = Todo.ID(stored: generator.pick(ids))
                try await fixture.todos.updateOne(
                    Todo.Update(id: id, dependencies: generator.chance(0.7) ? .add([other]) : .remove([other])))
            case 11:
                if generator.chance(0.5) {
                    try await fixture.locations.deleteOne(place.id)
                } else {
                    try await fixture.locations.createOne(place)
                }
            default: try await merge(fixture, id, &generator)
            }
        } catch let error as TodoError where [.notFound, .wouldCircle].contains(error.code) {
            // A record that does not exist cannot be edited. Another round may edit it.
        }
    }

    /// A to-do from another device: edited, deleted or restored at a time before or after the edits here.
    private func merge(_ fixture: TestStore, _ id: Todo.ID, _ generator: inout SeededGenerator) async throws {
        let known = try await fixture.stack.read { try $0.record(TodoEntity.self, id: id.rawValue)?.asRecord }
        guard var record = known else { return }
        let offset = generator.pick([-7_200_000, -1, 1, 5000] as [Int64])
        let stamp = Stamp(
            milliseconds: max(0, fixture.clock.milliseconds + offset), counter: 3, device: DeviceID(rawValue: 99))
        switch Int.random(in: 0...4, using: &generator) {
        case 0: record.registers["title"] = .init(.string("from afar"), stamp)
        case 1: record.registers["title"] = .init(record.registers["title"]?.value ?? "x", stamp)
        case 2: record.deletion = .init(.integer(stamp.milliseconds), stamp)
        case 3:
            let other = "after.t\(Int.random(in: 0..<9, using: &generator))"
            record.elements[other] = Record.Element(isPresent: generator.chance(0.7), stamp: stamp)
        default: record.createdAt -= 1000
        }
        try await fixture.stack.merge(record)
    }
}
