import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Whatever is done in whatever order, all derived data agrees with the rows, and the rows with a simple model.
@Suite("Invariants under random operations")
struct RandomOperationTests {
    @Test(
        "the store holds what a dictionary would hold", arguments: 1...Dose.of(3, whole: 10) as ClosedRange<UInt64>)
    func model(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let fixture = try TestStore(seed: seed)
        let world = try RandomWorld(using: &generator)
        var model = StoreModel()
        try await fixture.tags.createMany(world.tags)
        try await fixture.locations.createMany(world.locations)
        model.tags = Set(world.tags.map(\.id))
        model.locations = Set(world.locations.map(\.id))
        for round in 0..<120 {
            fixture.clock.advance(by: generator.pick([0, 0.001, 3, -2]))
            try await step(fixture, world, &model, &generator)
            guard round % 20 == 19 else { continue }
            try await expectEqual(fixture, world, model, "seed \(seed), round \(round)")
            try expectSound(fixture.stack, "seed \(seed), round \(round)")
        }
    }

    @Test("random records from elsewhere leave a sound store", arguments: 1...6 as ClosedRange<UInt64>)
    func merges(seed: UInt64) async throws {
        let source = try await RandomStore(seed: seed, count: 45)
        let target = try await RandomStore(seed: seed + 100, count: 45)
        var generator = SeededGenerator(seed: seed)
        let records = try await source.stack.read { transaction in
            let todos = try (0..<45).compactMap { try transaction.record(TodoEntity.self, id: "t\($0)")?.asRecord }
            let tags = try (0..<8).compactMap { try transaction.record(TagEntity.self, id: "tag\($0)")?.asRecord }
            return todos + tags
        }
        #expect(records.count == 53)
        for record in records.shuffled(using: &generator) { try await target.stack.merge(record) }
        try expectSound(target.stack, "seed \(seed)")
    }

    private func step(
        _ fixture: TestStore, _ world: RandomWorld, _ model: inout StoreModel, _ generator: inout SeededGenerator
    ) async throws {
        let id = Todo.ID(stored: "t\(Int.random(in: 0..<25, using: &generator))")
        switch Int.random(in: 0...9, using: &generator) {
        case 0...3:
            var todo = world.todo(id.rawValue, using: &generator)
            if model.lacks(todo) {
                let refused = todo
                #expect(await errorCode { try await fixture.todos.createOne(refused) } == .notFound)
                todo.tags.removeAll { !model.tags.contains($0.id) }
                if let place = todo.location, !model.locations.contains(place.id) { todo.location = nil }
            }
            try await fixture.todos.createOne(todo)
            model.put(todo)
        case 4, 5:
            guard model.todos[id] != nil else { return }
            let change = Todo.TagChange(
                add: Set(generator.some(of: world.tags.map(\.id)).filter(model.tags.contains)),
                remove: Set(generator.some(of: world.tags.map(\.id))), removesOthers: generator.chance(0.2))
            let title = generator.chance(0.5) ? "Title \(generator.words(0...2))" : nil
            try await fixture.todos.updateOne(Todo.Update(id: id, title: title, completedAt: .clear, tags: change))
            model.edit(id, title: title, change)
        case 6:
            let known = model.todos[id] != nil
            let code = await errorCode { try await fixture.todos.deleteOne(id) }
            #expect(code == (known ? nil : .notFound))
            model.todos[id] = nil
        case 7, 8:
            let tag = generator.pick(world.tags)
            if model.tags.remove(tag.id) != nil {
                try await fixture.tags.deleteOne(tag.id)
            } else {
                try await fixture.tags.createOne(tag)
                model.tags.insert(tag.id)
            }
        default:
            let place = generator.pick(world.locations)
            if model.locations.remove(place.id) != nil {
                try await fixture.locations.deleteOne(place.id)
            } else {
                try await fixture.locations.createOne(place)
                model.locations.insert(place.id)
            }
        }
    }

    private func expectEqual(_ fixture: TestStore, _ world: RandomWorld, _ model: StoreModel, _ place: String)
        async throws
    {
        let found = try await fixture.todos.findMany(.all.countingTotal())
        #expect(found.total == model.todos.count, "\(place)")
        #expect(Set(found.items.map(\.id)) == Set(model.todos.keys), "\(place)")
        for todo in found.items {
            let expected = try #require(model.todos[todo.id], "\(place)")
            #expect(
                todo.title == expected.title && todo.notes == expected.notes && todo.due == expected.due, "\(place)")
            #expect(todo.completedAt == expected.completedAt && todo.priority == expected.priority, "\(place)")
            #expect(Set(todo.tags.map(\.id)) == expected.tags.intersection(model.tags), "\(place): \(todo.id)")
            #expect(
                todo.location?.id == expected.location.flatMap { model.locations.contains($0) ? $0 : nil }, "\(place)")
        }
        #expect(Set(try await fixture.tags.findMany().items.map(\.id)) == model.tags, "\(place)")
        #expect(
            try await fixture.todos.count(.all.open) == model.todos.values.count { $0.completedAt == nil }, "\(place)")
    }
}

/// What a store with these operations would hold if it were a dictionary.
private struct StoreModel {
    struct Entry {
        var title: String
        var notes: String
        var due: Due?
        var priority: Priority?
        var completedAt: Date?
        var tags: Set<Tag.ID>
        var location: Location.ID?
    }

    var todos: [Todo.ID: Entry] = [:]
    var tags: Set<Tag.ID> = []
    var locations: Set<Location.ID> = []

    /// Whether a tag or the place of a to-do was deleted, so that it is refused.
    func lacks(_ todo: Todo) -> Bool {
        !todo.tags.allSatisfy { tags.contains($0.id) } || todo.location.map { !locations.contains($0.id) } ?? false
    }

    mutating func put(_ todo: Todo) {
        todos[todo.id] = Entry(
            title: todo.title, notes: todo.notes, due: todo.due, priority: todo.priority, completedAt: todo.completedAt,
            tags: Set(todo.tags.map(\.id)), location: todo.location?.id)
    }

    mutating func edit(_ id: Todo.ID, title: String?, _ change: Todo.TagChange) {
        guard var entry = todos[id] else { return }
        entry.title = title.map(\.trimmed) ?? entry.title
        entry.completedAt = nil
        if change.removesOthers { entry.tags = [] }
        entry.tags = entry.tags.subtracting(change.remove).union(change.add)
        todos[id] = entry
    }
}
