import Foundation
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoKitUI

@MainActor
@Suite("A service that fails when the test says so")
struct FakeTodoServiceTests {
    private let full = TodoError(.diskFull, "The disk is full.")

    @Test("it does what a store does, and notes the calls")
    func passesOn() async throws {
        let service = try FakeTodoService()
        let todo = try await service.todos.create(Todo(title: "Buy milk"))
        try await service.complete([todo.id])
        #expect(try await service.store.todos.find(todo.id).isDone)
        try await service.undo(1, isForced: false)
        #expect(try await service.todos.find(todo.id).isDone == false)
        #expect(service.calls == ["create(_:)", "perform(done)", "undo(_:isForced:)", "find(_:)"])
    }

    @Test("while it fails nothing is changed, and a model says why")
    func fails() async throws {
        let service = try FakeTodoService()
        let milk = try await service.store.add("Buy milk")
        let (undo, model) = (UndoModel(service), TodoModel(milk, in: service))
        service.failure = full
        await undo.undo()
        #expect(undo.failure?.code == .diskFull)
        model.draft.title = "Buy oat milk"
        #expect(await !model.save() && model.failure?.code == .diskFull)
        await #expect(throws: TodoError.self) { try await service.todos.delete(milk.id) }
        await #expect(throws: TodoError.self) { try await service.tags.findOrCreate(titled: "home") }
        await #expect(throws: TodoError.self) { for try await _ in service.todos.observe(.all) {} }
        #expect(try await service.store.todos.find(milk.id) == milk)
        service.failure = nil
        #expect(await model.save())
        #expect(try await service.todos.find(milk.id).title == "Buy oat milk")
    }

    @Test("what was started, stopped, put off, completed and skipped is noted, and refused while it fails")
    func actions() async throws {
        let service = try FakeTodoService()
        let milk = try await service.store.add("Buy milk")
        let actions = TodoActions(service)
        await actions.start([milk.id])
        #expect(try await service.store.todos.find(milk.id).isStarted)
        await actions.stop([milk.id])
        try await service.edit([milk.id], TodoChanges(due: .set(.day(2026, 11, 21))))
        await actions.perform(.defer(.days(2)), on: [milk.id])
        #expect(try await service.store.todos.find(milk.id).due == .day(2026, 11, 23))
        await actions.complete(shown: [milk])
        #expect(try await service.store.todos.find(milk.id).isDone && actions.failure == nil)
        service.failure = full
        await actions.skip(shown: [milk])
        #expect(actions.failure?.code == .diskFull)
        #expect(service.calls == ["start", "stop", "edit", "defer", "done", "skip"].map { "perform(\($0))" })
    }

    @Test("every model takes it, says why it fails, and goes on when asked")
    func models() async throws {
        let service = try FakeTodoService()
        try await service.add("Buy milk", tags: ["home"])
        service.failure = full
        let (sidebar, undo, sync) = (SidebarModel(service), UndoModel(service), SyncModel(service))
        let (conflicts, list) = (ConflictsModel(service), TodoListModel(service.todos, .all.open))
        let actions = TodoActions(service)
        await actions.add("Buy bread")
        try await until {
            [sidebar.failure, undo.failure, sync.failure, conflicts.failure, list.failure, actions.failure]
                .allSatisfy { $0?.code == .diskFull }
        }
        service.failure = nil
        sidebar.reload()
        undo.reload()
        list.reload()
        try await until { sidebar.tags.map(\.title) == ["home"] && undo.canUndo && list.items.count == 1 }
        #expect(sidebar.failure == nil && undo.failure == nil && list.failure == nil)
    }

    @Test("conflicts that a preview shows are dismissed like others")
    func conflicts() async throws {
        let service = try FakeTodoService()
        let model = ConflictsModel(service)
        service.sync.shownConflicts = [.preview(lost: .string("Oat milk")), .preview(.notes, kept: .null)]
        try await until { model.conflicts.map(\.field) == ["title", "notes"] }
        #expect(model.conflicts[0].lost.device == "phone" && model.conflicts[1].kept.content == .nothing)
        await model.dismiss([model.conflicts[0].id])
        try await until { model.conflicts.map(\.field) == ["notes"] }
        await model.takeBack(["unknown"])
        #expect(model.failure?.code == .notFound)
        service.sync.shownConflicts = nil
        try await until { model.conflicts.isEmpty }
    }

    @Test("who follows the status gets what a test says, and then that of the store again")
    func statuses() async throws {
        let service = try FakeTodoService()
        let own = try await service.sync.status
        var statuses = service.sync.statuses.makeAsyncIterator()
        #expect(await statuses.next() == own)
        var shown = SyncStatus()
        shown.failure = .init(code: .unreachable, message: "The server does not answer.")
        service.sync.shownStatus = shown
        #expect(await statuses.next() == shown)
        service.sync.shownStatus = nil
        #expect(await statuses.next() == own)
    }

    @Test("where a to-do stands between here and the remote is what a preview says")
    func syncState() async throws {
        let service = try FakeTodoService()
        let milk = try await service.add("Buy milk")
        var states = service.observeSyncState(of: [milk.id]).makeAsyncIterator()
        #expect(try await states.next()?[milk.id]?.isUnsent == true)
        let shown = RecordSyncState(isUnsent: false, editor: DeviceID(rawValue: 2), editorName: "phone")
        service.shownSyncStates = [milk.id: shown]
        #expect(try await states.next() == [milk.id: shown])
    }

    @Test("models are made with what only a store sets")
    func previews() {
        let above = Todo.Ancestor(id: Todo.ID(UUID()), title: "Move house")
        let comment = Todo.Comment.preview("They are closed on Monday.", from: DeviceID(rawValue: 2))
        let todo = Todo.preview(
            Todo(title: "Buy boxes"), subtasks: TodoCount(open: 1, done: 2), comments: [comment], ancestors: [above],
            isBlocked: true)
        #expect(todo.title == "Buy boxes" && todo.subtasks.all == 3 && todo.isBlocked)
        #expect(todo.ancestors == [above] && todo.parent == above.id && todo.comments == [comment])
        #expect(TodoList.preview("Work/Reports").path == "Work/Reports")
        let change = HistoryChange(
            kind: .todo, id: "a", field: .title, before: .string("Milk"), after: .string("Oat milk"),
            device: DeviceID(rawValue: 1), date: Date())
        let step = HistoryTransaction(
            token: HistoryToken(rawValue: 1), date: Date(), device: DeviceID(rawValue: 1), action: "edit",
            changes: [change])
        #expect(step.recordCount == 1 && step.records == [RecordKey(.todo, "a")])
        let left = UndoConflict(
            key: RecordKey(.todo, "a"), field: .title, device: DeviceID(rawValue: 2), date: Date(), isElsewhere: true)
        let report = UndoReport(steps: [step], left: [left])
        #expect(UndoConflicts(conflicts: report.left).conflicts == [left])
        let side = ConflictsModel.Side("“Milk”", content: .text("Milk"), device: "phone", date: Date())
        let entry = ConflictsModel.Entry(.preview(), field: "title", lost: side, kept: side, now: nil)
        #expect(entry.lost.words == "“Milk”")
    }

    @Test("the clock stands until the test moves it")
    func clock() async throws {
        let clock = ManualClock()
        let store = try TodoStore.testing(clock: clock, seed: 7)
        let first = try await store.add("Buy milk")
        clock.advance(by: 3600)
        let second = try await store.add("Call Bob")
        #expect(second.createdAt.timeIntervalSince(first.createdAt) == 3600)
        #expect(try await TodoStore.testing(clock: ManualClock(), seed: 7).add("Buy milk").id == first.id)
    }
}

/// Waits until something holds, however long a busy machine takes for it.
@MainActor
private func until(
    _ condition: @MainActor () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    for _ in 0..<6000 {
        if condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("It did not come to be.", sourceLocation: sourceLocation)
}
