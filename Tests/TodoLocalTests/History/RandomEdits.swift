import Foundation
import JSON
import TestSupport
import TodoDomain
import TodoLocal

/// Random edits of every kind, each of them one step of the history or none.
struct RandomEdits {
    let world: RandomWorld
    var generator: SeededGenerator

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        world = try RandomWorld(using: &generator)
    }

    private mutating func id() -> Todo.ID { Todo.ID(stored: "t\(Int.random(in: 0..<12, using: &generator))") }

    private mutating func ids() -> [Todo.ID] {
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in id() }
    }

    /// Performs an edit on a stack; an impossible one is refused, and changes nothing.
    mutating func step(on stack: LocalStack) async throws {
        do {
            try await attempt(on: stack)
        } catch let error as TodoError where [.notFound, .wouldCircle].contains(error.code) {}
    }

    private mutating func attempt(on stack: LocalStack) async throws {
        let (todos, tags, places) = (TodoDAO(stack), TagDAO(stack), LocationDAO(stack))
        let (tag, place) = (generator.pick(world.tags), generator.pick(world.locations))
        switch Int.random(in: 0...13, using: &generator) {
        case 0...2: try await todos.createOne(world.todo(id().rawValue, using: &generator))
        case 3: try await todos.createMany(ids().map { world.todo($0.rawValue, using: &generator) })
        case 4, 5: try await todos.updateMany(ids().map { update(of: $0) })
        case 6: try await todos.deleteMany(ids())
        case 7: try await tags.createOne(tag)
        case 8: try await tags.deleteOne(tag.id)
        case 9: try await tags.updateOne(Tag.Update(id: tag.id, title: "tag \(generator.words(1...1))", color: .clear))
        case 10:
            try await tags.merge(Array(Set(generator.some(of: world.tags.map(\.id)))), into: tag.id)
        case 11:
            var moved = place
            moved.placeName = generator.chance(0.5) ? "Moved" : nil
            try await places.createOne(moved)
        case 12: try await places.deleteOne(place.id)
        default: try await importFile(into: stack)
        }
    }

    private mutating func update(of id: Todo.ID) -> Todo.Update {
        var update = Todo.Update(id: id)
        if generator.chance(0.4) { update.title = "Title \(Int.random(in: 0..<9, using: &generator))" }
        if generator.chance(0.3) { update.notes = generator.chance(0.5) ? "" : generator.words(1...3) }
        if generator.chance(0.3) { update.completedAt = generator.chance(0.5) ? .clear : .set(generator.moment()) }
        if generator.chance(0.3) { update.due = generator.chance(0.3) ? .clear : .set(generator.due()) }
        if generator.chance(0.3) { update.priority = .set(generator.pick(Priority.allCases)) }
        if generator.chance(0.3) { update.location = .clear }
        if generator.chance(0.3) { update.extras = ["uuid": generator.chance(0.5) ? .clear : .set(["a": 1])] }
        if generator.chance(0.3) {
            let others = Set(ids())
            update.dependencies = generator.chance(0.7) ? .add(others) : .set(others)
        }
        if generator.chance(0.4) { update.tags = .remove(Set(generator.some(of: world.tags.map(\.id)))) }
        return update
    }

    /// Two batches that form one step.
    private mutating func importFile(into stack: LocalStack) async throws {
        var group: Int64?
        for _ in 0..<2 {
            let records = ids().map { world.todo($0.rawValue, using: &generator) }
            let modifiedAt = generator.moment()
            let step = try await stack.write("import", author: .import, group: group) { transaction in
                for todo in records {
                    _ = try transaction.importTodo(todo, modifiedAt: modifiedAt, declaredTags: [])
                }
                return transaction.historyStep
            }
            group = group ?? step
        }
    }

    /// A record from another device: one that is known here with another value, or a new one.
    mutating func foreignRecord(on stack: LocalStack, at milliseconds: Int64) async throws -> Record {
        let id = id()
        let known = try await stack.read { try $0.record(TodoEntity.self, id: id.rawValue)?.asRecord }
        let clock = Stamp(
            milliseconds: milliseconds + Int64(Int.random(in: -3000...3000, using: &generator)), counter: 0,
            device: DeviceID(rawValue: 7))
        guard var record = known else {
            var record = Record(kind: .todo, id: id.rawValue, createdAt: clock.milliseconds, origin: clock)
            record.registers["title"] = .init("theirs")
            return record
        }
        switch Int.random(in: 0...3, using: &generator) {
        case 0: record.registers["title"] = .init(.string("theirs \(generator.next() % 1000)"), clock)
        case 1:
            let known = record.registers["priority"]?.value.string
            record.registers["priority"] = .init(known == "high" ? "low" : "high", clock)
        case 2:
            let tag = generator.pick(world.tags).id.rawValue
            record.elements[tag] = .init(isPresent: !(record.elements[tag]?.isPresent ?? false), stamp: clock)
        default: record.deletion = .init(.integer(clock.milliseconds), clock)
        }
        return record
    }
}
