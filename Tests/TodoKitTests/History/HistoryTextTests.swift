import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

@Suite("Steps of the history in words")
struct HistoryTextTests {
    private let fixture: TestStore
    private var store: TodoStore { fixture.store }

    init() throws { fixture = try TestStore() }

    /// What the last step did.
    private func action() async throws -> String {
        let step = try #require(try await store.undoableSteps(limit: 1).first)
        return try await store.historyText(naming: step.mentioned).action(step)
    }

    @Test("a step that deletes a list with its to-dos is about the list")
    func deletedList() async throws {
        try await store.add("Pack", placement: .path("Trip"))
        let list = try #require(try await store.lists.find(path: "Trip").first)
        try await store.deleteLists([list.id], withTodos: true)
        #expect(try await action() == "delete list “Trip”")
        try await store.undo()
        let redoable = try #require(try await store.redoableSteps().first)
        #expect(try await store.historyText(naming: redoable.mentioned).action(redoable) == "delete list “Trip”")
    }

    @Test("a subtask that is added is one record, however often the step writes to it")
    func subtask() async throws {
        let party = try await store.add("Party")
        try await store.add("Cake", placement: .below(party.id))
        #expect(try await action() == "add “Cake”")
        #expect(try await store.recentHistory(limit: 1).first?.recordCount == 1)
    }

    @Test("records of several kinds are counted by their kinds, and so are those of which a step does not list all")
    func kinds() async throws {
        let scratch = store.scratch()
        try scratch.tags.create(.sample("home"))
        try scratch.tags.create(.sample("shop"))
        try scratch.locations.create(.sample("p", "Migros"))
        try await scratch.save()
        #expect(try await action() == "edit 2 tags and a place")
        let todos = (0..<150).map { Todo.sample("t\($0)") }
        try await store.todos.create(todos)
        try await store.delete(todos.map(\.id))
        #expect(try await action() == "delete 150 to-dos")
        #expect(try await store.recentHistory(limit: 1).first?.recordCounts == [.todo: 150])
    }

    @Test("the position of a place is where it is, that of a to-do its order")
    func positions() async throws {
        #expect(HistoryText.word(for: FieldName("position"), of: .location) == "position")
        #expect(HistoryText.word(for: FieldName("position"), of: .todo) == "order")
        let place = try await store.locations.create(.sample("p", "Migros"))
        try await store.locations.update(
            Location.Update(
                id: place.id, position: .init(coordinate: try Coordinate(latitude: 46.948, longitude: 7.4474))))
        #expect(try await action() == "edit location “Migros” (position)")
    }

    @Test("a reminder at a place is said with the name of the place")
    func placeOfReminder() async throws {
        try await store.locations.create(.sample("p", "Migros"))
        let milk = try await store.add("Buy milk")
        try await store.edit([milk.id], TodoChanges(reminders: [.place(.arrive, name: "Migros", radius: 150)]))
        let step = try #require(try await store.recentHistory(of: RecordKey(milk.id), limit: 1).first)
        let change = try #require(step.changes.first)
        let text = try await store.historyText(naming: step.mentioned)
        #expect(text.value(change.after, of: change.field, in: .todo) == "arriving at Migros within 150 m")
    }

    @Test("an undo that another device's edit stands against says which, with the to-do's title and the device's name")
    func refusedUndo() async throws {
        let milk = try await store.add("Buy milk")
        try await store.edit([milk.id], TodoChanges(title: "Buy oat milk"))
        let there = DeviceID(rawValue: 7)
        try await store.stack.write("sync", author: .sync) { transaction in
            var record = try transaction.reading.liveRecord(TodoEntity.self, id: milk.id.rawValue).asRecord
            let stamp = Stamp(milliseconds: transaction.now + 30_000, counter: 0, device: there)
            record.registers["title"] = .init("Buy soy milk", stamp)
            _ = try transaction.merge(TodoEntity.self, record)
        }
        let error = try await #require(throws: TodoError.self) { try await store.undo() }
        #expect(error.code == .undoConflict && error.underlying is UndoConflicts)
        #expect(error.reason.hasPrefix("Nothing was undone: title of “Buy soy milk”, changed on device \(there) today"))
        #expect(!error.reason.contains(milk.id.rawValue))
    }

    /// The last step as a sentence.
    private func told() async throws -> String {
        let step = try #require(try await store.recentHistory(limit: 1).first)
        let text = try await store.historyText(naming: step.mentioned)
        return "\(text.writer(of: step).words) \(text.sentence(step))"
    }

    @Test("a step is told as a sentence: who, and what was done")
    func sentences() async throws {
        let milk = try await store.add("Buy milk")
        #expect(try await told() == "You added “Buy milk”")
        try await store.edit([milk.id], TodoChanges(title: "Buy oat milk"))
        #expect(try await told() == "You changed the title of “Buy oat milk”")
        try await store.addComment("The large one", to: milk.id)
        #expect(try await told() == "You commented on “Buy oat milk”")
        try await store.complete([milk.id])
        #expect(try await told() == "You completed “Buy oat milk”")
        try await store.undo()
        #expect(try await told().hasPrefix("You took back "))
        let list = try await store.addList("Work")
        #expect(try await told() == "You added the list “Work”")
        try await store.deleteLists([list.id], withTodos: true)
        #expect(try await told() == "You deleted the list “Work”")
        try await store.acting(for: HistoryClient(name: "Claude", conversation: "1")) {
            let other = try await store.add("Call Bob", due: .day(2026, 11, 21))
            _ = try await store.add("Call Ann")
            try await store.delete([other.id, milk.id])
        }
        #expect(try await told() == "Claude deleted 2 to-dos")
    }

    @Test("what came from one other device is told as that device's")
    func sentenceOfSync() async throws {
        let milk = try await store.add("Buy milk")
        let there = DeviceID(rawValue: 7)
        try await store.stack.write("sync", author: .sync) { transaction in
            var record = try transaction.reading.liveRecord(TodoEntity.self, id: milk.id.rawValue).asRecord
            let stamp = Stamp(milliseconds: transaction.now + 30_000, counter: 0, device: there)
            record.registers["title"] = .init("Buy soy milk", stamp)
            _ = try transaction.merge(TodoEntity.self, record)
        }
        #expect(try await told() == "device \(there) changed the title of “Buy soy milk”")
    }
}
