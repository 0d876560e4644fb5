import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// A list that moves into a shared space with all that is in it, and back out of one that is no longer shared.
@Suite("Spaces: moves")
struct SpaceMoveTests {
    private let store: TestStore
    private let shared: SpaceID
    private let work = TodoList.ID(stored: "work")
    private let reports = TodoList.ID(stored: "reports")

    init() async throws {
        store = try TestStore(.serial)
        shared = try await store.stack.write("join") { try $0.add(Self.groceries) }
        store.clock.advance(by: 10)
        try await store.stack.write("add") { try Self.fill($0) }
        store.clock.advance(by: 10)
    }

    private static let groceries = StoredSpace(
        sid: "g", path: "spaces/g", role: .editor, name: "Groceries", members: ["ann": .owner, "bob": .editor])

    /// A list with a list below it, subtasks, tags, a place, a comment, a series of which one occurrence is settled, and a
    /// to-do outside that waits.
    private static func fill(_ transaction: WriteTransaction) throws {
        let (home, shop) = (Tag.sample("home", "Home", color: "blue"), Tag.sample("shop", "Shop"))
        try transaction.create(home)
        try transaction.create(shop)
        try transaction.create(Location.sample("migros", "Migros"))
        try transaction.create(TodoList.sample("work", "Work"))
        try transaction.create(TodoList.sample("reports", "Reports", parent: "work"))
        try transaction.create(TodoList.sample("other", "Other"))
        var milk = Todo.sample("milk", "Milk", notes: "Two litres", tags: [home, shop])
        milk.list = .sample("work", "Work")
        milk.location = try .sample("migros", "Migros")
        milk.alarms = [Alarm(.before(.zero, of: .either))]
        milk.extras = ["app.mood": "good"]
        try transaction.create(milk)
        var part = Todo.sample("part", "Part", tags: [home])
        part.parent = milk.id
        part.completedAt = transaction.date
        try transaction.create(part)
        var report = Todo.sample("report", "Report")
        report.list = .sample("reports", "Reports")
        report.dependsOn = [milk.id, .init(stored: "outside")]
        try transaction.create(report)
        var outside = Todo.sample("outside", "Outside")
        outside.list = .sample("other", "Other")
        try transaction.create(outside)
        try transaction.create(
            Todo.Comment(id: .init(stored: "said"), on: milk.id, text: "Said", createdAt: transaction.date))
        var rent = Todo.sample("rent", "Rent")
        let day = Day(daysSince1970: 20_778)
        rent.list = .sample("work", "Work")
        rent.recurrence = Recurrence(
            rule: "FREQ=WEEKLY", mode: .every, zone: "Europe/Zurich", base: day, key: day, due: .day(day))
        try transaction.create(rent)
        try transaction.update(Todo.Update(id: rent.id, completedAt: .set(transaction.date)))
        try transaction.move(todos: ["rent"], to: .here, at: .first)
    }

    /// What is seen in a space: each list and to-do with all that it shows, without ids.
    private func view(of space: SpaceID) async throws -> [String] {
        try await store.stack.read { reading in
            let lists = try reading.entities(
                ListEntity.self, where: "isDeleted = 0 AND space = \(space.value) ORDER BY foldedName")
            let todos = try reading.entities(
                TodoEntity.self, where: "isDeleted = 0 AND space = \(space.value) ORDER BY id"
            )
            let shown = try TodoMapping().models(from: todos, in: reading).map { todo in
                """
                \(todo.title) | \(todo.notes) | \(todo.list?.path ?? "-") | \(todo.ancestors.map(\.title)) \
                | \(todo.tags.map { $0.title + ($0.color ?? "") }) | \(todo.location?.placeName ?? "-") | \(todo.isDone) \
                | \(todo.due.map { "\($0)" } ?? "-") | \(todo.comments.map(\.text)) | \(todo.alarms.count) \
                | \(todo.dependsOn.count) | \(todo.isBlocked) | \(todo.extras) | \(todo.series != nil)
                """
            }
            return try ListMapping().models(from: lists, in: reading).map { "list \($0.path)" } + shown.sorted()
        }
    }

    private func findings() throws -> [String] {
        let doctor = Doctor(path: store.stack.path ?? "", environment: .testing(clock: store.clock))
        return try doctor.examine().checks.flatMap(\.findings).map(\.code)
    }

    private func move(_ id: TodoList.ID? = nil) async throws -> SpaceMove {
        try await store.stack.write("move") { [shared, id = id ?? work] in try $0.move(list: id, into: shared) }
    }

    @Test("all that is in it and below it goes along, and looks as before")
    func moved() async throws {
        let before = try await view(of: .own)
        let move = try await move()
        #expect(move.todos == 5 && move.tags == 2 && move.places == 1 && move.reminders == 1)
        let there = try await view(of: shared)
        // What waited for something outside no longer does.
        let expected = before.filter { !$0.hasPrefix("Outside") && $0 != "list Other" }.map { line in
            line.hasPrefix("Report ") ? line.replacing("| 2 | true", with: "| 1 | true") : line
        }
        #expect(there == expected)
        #expect(try await view(of: .own) == ["list Other"] + before.filter { $0.hasPrefix("Outside") })
        // The one that was put first is first.
        let order = "SELECT title FROM todo WHERE space = 1 AND title IN ('Milk', 'Rent') AND series IS NULL"
        #expect(try store.stack.rows(order + " ORDER BY manualOrder") == ["Rent", "Milk"])
        #expect(
            try store.stack.rows("SELECT title FROM tag WHERE isDeleted = 0 AND space = 0 ORDER BY 1") == [
                "Home", "Shop",
            ])
        #expect(try findings() == [])
    }

    @Test("the originals say where their copies are, whose ids follow from theirs")
    func addresses() async throws {
        let move = try await move()
        let rows = try await store.stack.read { try $0.entities(TodoEntity.self, where: "isDeleted = 1 AND space = 0") }
        #expect(rows.count == 5)
        for row in rows {
            let address = try #require(row.content.movedTo)
            let copy = try await store.stack.read { [shared] in
                try $0.within(shared).liveRecord(TodoEntity.self, id: address.id)
            }
            #expect(address.space == "g" && copy.title == row.title && copy.record.updatedAt <= row.record.updatedAt)
        }
        // Another device of this person, which moves the same list, makes the same records.
        let other = try TestStore(.serial, seed: 2)
        let there = try await other.stack.write("join") { try $0.add(Self.groceries) }
        try await other.stack.write("add") { try Self.fill($0) }
        let again = try await other.stack.write("move") { [work] in try $0.move(list: work, into: there) }
        #expect(again.list == move.list)
        let ids = "SELECT id FROM todo WHERE space = 1 UNION SELECT id FROM list WHERE space = 1 ORDER BY 1"
        #expect(try other.stack.rows(ids) == store.stack.rows(ids))
    }

    @Test("it is one step, which undo and redo take back as a whole")
    func undone() async throws {
        let before = try await view(of: .own)
        _ = try await move()
        let after = try await view(of: shared)
        store.clock.advance(by: 60)
        let report = try await HistoryDAO(store.stack).undo(1, isForced: false)
        #expect(report.steps.count == 1 && report.left.isEmpty)
        #expect(try await view(of: .own) == before)
        #expect(try await view(of: shared).isEmpty)
        #expect(try findings() == [])
        store.clock.advance(by: 60)
        _ = try await HistoryDAO(store.stack).redo(1, isForced: false)
        #expect(try await view(of: shared) == after)
        store.clock.advance(by: 60)
        _ = try await HistoryDAO(store.stack).undo(1, isForced: false)
        store.clock.advance(by: 60)
        _ = try await move()
        #expect(try await view(of: shared) == after)
        #expect(try findings() == [])
    }

    @Test("a tag and a place that the space has already are those of the space")
    func known() async throws {
        try await store.stack.write("add") { [shared] transaction in
            try transaction.within(shared) {
                _ = try transaction.tag(titled: "home")
                try transaction.create(Location.sample("theirs", "Migros"))
            }
        }
        _ = try await move()
        #expect(try store.stack.rows("SELECT title FROM tag WHERE space = 1 ORDER BY 1") == ["Shop", "home"])
        #expect(try store.stack.rows("SELECT id FROM location WHERE space = 1") == ["theirs"])
    }

    @Test("a list below another one moves alone, and the series in it goes on where it was")
    func below() async throws {
        let move = try await move(reports)
        #expect(move.todos == 1)
        #expect(try await view(of: shared).first == "list Reports")
        let next = try await store.stack.read { try $0.liveRecord(TodoEntity.self, id: "rent").content.shownDue }
        _ = try await self.move()
        let rent = try await store.stack.read { [shared] reading in
            try reading.entities(
                TodoEntity.self, where: "space = \(shared.value) AND recurrence IS NOT NULL AND isDeleted = 0")
        }
        #expect(rent.count == 1 && rent.first?.content.shownDue == next)
    }

    @Test("who may not edit one of the two spaces moves nothing")
    func refused() async throws {
        let before = try await view(of: .own)
        for (role, state, code) in [
            ("viewer", "active", TodoError.Code.notAllowed), ("editor", "removed", .removed),
            ("owner", "ended", .ended),
        ] {
            try store.stack.execute("UPDATE space SET role = '\(role)', state = '\(state)' WHERE rowID = 1")
            await #expect(throws: TodoError.self) { _ = try await move() }
            #expect(await errorCode { try await move() } == code)
        }
        try store.stack.execute("UPDATE space SET role = 'editor', state = 'active' WHERE rowID = 1")
        #expect(await errorCode { try await move(.init(stored: "nothing")) } == .notFound)
        let own = await errorCode {
            try await store.stack.write("move") { [work] in try $0.move(list: work, into: .own) }
        }
        #expect(own == .usage)
        #expect(try await view(of: .own) == before)
        #expect(try await view(of: shared).isEmpty)
    }

    // MARK: Copies that are no longer shared

    private func leave() async throws -> TodoList.ID {
        let list = try await move().list
        try await store.stack.write("edit", author: .user) { [shared] transaction in
            try transaction.within(shared) {
                let milk = try transaction.reading.entities(
                    TodoEntity.self, where: "title = 'Milk' AND space = \(shared.value)")[0]
                _ = try transaction.update(Todo.Update(id: .init(stored: milk.record.id), notes: "Unsent"))
            }
        }
        try await SpaceDAO(store.stack).deactivate(shared, as: .removed)
        return list
    }

    @Test("a copy that is kept is an own list with new ids and the edits that were never sent")
    func kept() async throws {
        let list = try await leave()
        let before = try await view(of: shared)
        let kept = try await store.stack.write("keep") { try $0.keep(list: list) }
        #expect(kept.todos == 5 && kept.list != list && kept.list != work)
        let own = try await view(of: .own).filter { !$0.hasPrefix("Outside") && $0 != "list Other" }
        #expect(own == before && own.contains { $0.hasPrefix("Milk | Unsent") })
        #expect(try await view(of: shared).isEmpty)
        #expect(try store.stack.rows("SELECT count(*) FROM location WHERE space = 0") == ["1"])
        #expect(try findings() == [])
        store.clock.advance(by: 60)
        _ = try await HistoryDAO(store.stack).undo(1, isForced: false)
        #expect(try await !view(of: .own).contains("list Work"))
        #expect(try await view(of: shared) == before)
        store.clock.advance(by: 60)
        _ = try await HistoryDAO(store.stack).redo(1, isForced: false)
        #expect(try await view(of: shared).isEmpty)
        let sent = try await ReplicationDAO(store.stack, of: shared).pendingRecords(
            PendingSelection(kinds: RecordKind.inOrder, onlyDeletions: true), limit: 100, excluding: [])
        #expect(sent.isEmpty, "who is back does not delete what all others have")
    }

    @Test("a copy that is forgotten is gone here, nobody hears of it, and it comes again to who is back")
    func forgotten() async throws {
        let list = try await leave()
        let rows = try store.stack.rows("SELECT count(*) FROM todo WHERE space = 1 AND isDeleted = 0")
        let sent = try await store.stack.read { reading in
            try reading.entities(TodoEntity.self, where: "space = 1").map {
                PendingRecord($0.asRecord, base: nil, revision: $0.record.revision)
            }
        }
        try await ReplicationDAO(store.stack, of: shared).acknowledge(sent, sequence: 3, state: SyncState())
        try await store.stack.write("forget") { try $0.forget(list: list) }
        #expect(try await view(of: shared).isEmpty)
        #expect(
            try store.stack.rows("SELECT count(*) FROM todo WHERE space = 1 AND isDirty = 1 AND isDeleted = 1") == ["0"]
        )
        #expect(try findings() == [])
        _ = try await SpaceDAO(store.stack).join(Self.groceries)
        #expect(rows == ["5"])
        #expect(try store.stack.rows("SELECT count(*) FROM todo WHERE space = 1") == ["0"])
        #expect(try await ReplicationDAO(store.stack, of: shared).syncState().pulled.isEmpty)
    }

    @Test("what is shared, or one's own, is neither kept nor forgotten")
    func stillShared() async throws {
        let list = try await move().list
        for id in [list, TodoList.ID(stored: "other")] {
            #expect(await errorCode { try await store.stack.write("keep") { try $0.keep(list: id) } } == .usage)
            #expect(await errorCode { try await store.stack.write("forget") { try $0.forget(list: id) } } == .usage)
        }
    }
}
