import Basics
import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal
import TodoSync

/// Takes each field of a to-do through everything that can happen to a to-do: code that forgets one fails here.
@Suite("Each field of a to-do is carried")
struct FieldWalkTests {
    let fixture: TestStore
    let store: TodoStore
    let id = Todo.ID(stored: "a")

    init() throws {
        fixture = try TestStore()
        store = fixture.store
    }

    /// Returns a stored to-do, and the same with one field of another, whose place is available.
    func edit(of register: TodoRegister) async throws -> (stored: Todo, edited: Todo) {
        let other = Todo.full(2)
        if let place = other.location { try await store.locations.create(place) }
        if let list = other.list { try await store.lists.create(list) }
        let stored = try await store.todos.create(Todo.full(1))
        return (stored, stored.with(register.field, from: other))
    }

    func isOther(_ register: TodoRegister, in todo: Todo, than other: Todo) -> Bool {
        register.field.isOther(in: Todo.Content(todo), than: Todo.Content(other))
    }

    @Test("by a scratch, the history, undo, redo and a look at the past", arguments: TodoRegister.edited)
    func edits(_ register: TodoRegister) async throws {
        let (stored, edited) = try await edit(of: register)
        let before = fixture.clock.now
        fixture.clock.advance(by: 60)
        let scratch = store.scratch()
        try scratch.todos.update(edited, from: stored)
        #expect(try await !isOther(register, in: scratch.todos.find(id), than: edited))
        try await scratch.save()
        let saved = try await store.todos.find(id)
        #expect(isOther(register, in: saved, than: stored))
        for register in TodoRegister.edited { #expect(!isOther(register, in: saved, than: edited)) }

        let change = try #require(try await store.recentHistory(of: RecordKey(id), limit: 1).first?.changes.first)
        #expect(change.field == FieldName(register))
        #expect(change.before == Todo.Content(stored).value(of: register.rawValue))
        #expect(change.after == Todo.Content(edited).value(of: register.rawValue))
        let past = try #require(try await store.past(at: before).todos.first)
        #expect(!isOther(register, in: past, than: stored))

        try await store.undo()
        #expect(try await !isOther(register, in: store.todos.find(id), than: stored))
        try await store.redo()
        #expect(try await !isOther(register, in: store.todos.find(id), than: edited))
    }

    @Test("by our own formats, there and back", arguments: ["json", "ndjson", "csv"])
    func formats(name: String) async throws {
        let format = try #require(TodoFormats.writable(named: name))
        let full = try await store.todos.create(Todo.full(1))
        // With each field alone as well, so that empty fields are seen to stay empty.
        for (index, register) in TodoRegister.edited.enumerated() {
            var sparse = Todo(id: .init(stored: "b\(index)"), title: "Sparse", createdAt: full.createdAt)
            sparse = sparse.with(register.field, from: full)
            try await store.todos.create(sparse)
        }
        let written = Written()
        let report = try await store.export(as: format) { written.add($0) }
        #expect(report.omissions.isEmpty)
        let other = try TestStore(seed: 2).store
        _ = try await other.importItems {
            format.makeReader(
                ByteSource(written.bytes), context: ImportContext(now: ManualClock().now, timeZone: .gmt))
        }
        for todo in try await store.todos.fetch(.all).items {
            let read = try await other.todos.find(todo.id)
            for register in TodoRegister.edited where register != .location && register != .standing {
                #expect(!isOther(register, in: read, than: todo), "\(register) of \(todo.id)")
            }
            #expect(read.location?.position == todo.location?.position)
            #expect(read.location?.placeName == todo.location?.placeName)
            #expect(read.list?.path == todo.list?.path)
        }
    }

    @Test(
        "by our own formats, also where only moves, rules and completions write it; CSV reports what it lacks",
        arguments: ["json", "ndjson", "csv"])
    func uneditedFormats(name: String) async throws {
        let format = try #require(TodoFormats.writable(named: name))
        let (now, zone) = (fixture.clock.now, TimeZone.gmt)
        let rule = try RepeatPhrase.parse("every day 18:00", now: now, timeZone: zone)
        let whole = try await store.add("Water", recurrence: rule.recurrence(now: now, timeZone: zone))
        try await store.complete([whole.id])
        try await store.skip([whole.id])
        try await store.move([whole.id], to: .first(in: .inbox))
        let stored = try await store.todos.fetch(.all).items
        // Only what was moved into another space has the last one, and that is deleted here.
        for register in TodoRegister.unedited where register != .movedTo {
            let isFilled = stored.contains { register.field.isOther(in: Todo.Content($0), than: Todo.Content()) }
            #expect(isFilled, "\(register) is nowhere: fill it above")
        }
        let written = Written()
        let omissions = try await store.export(as: format) { written.add($0) }.omissions.map(\.what)
        let other = try TestStore(seed: 2).store
        _ = try await other.importItems {
            format.makeReader(ByteSource(written.bytes), context: ImportContext(now: now, timeZone: .gmt))
        }
        for todo in stored {
            let read = try await other.todos.find(todo.id)
            for register in TodoRegister.unedited where isOther(register, in: read, than: todo) {
                let omission: ExportOmission =
                    switch register {
                    case .position: .position
                    case .recurrence: .recurrence
                    default: .series
                    }
                #expect(name == "csv" && omissions.contains(omission), "\(register) of \(todo.title)")
            }
        }
    }

    /// The suites that take each register which no edit writes by itself through edits, undo, the past and merges.
    private static let suites: [TodoRegister: [String]] = [
        .position: ["TodoLocalTests/Relations/OrderTests", "TodoKitTests/OrderingTests"],
        .recurrence: ["TodoLocalTests/Relations/SeriesTests"],
        .series: ["TodoLocalTests/Relations/SeriesTests"],
        .occurrence: ["TodoLocalTests/Relations/SeriesTests"],
        .movedTo: ["TodoLocalTests/Spaces/SpaceMoveTests"],
        .skipped: ["TodoDomainTests/Recurrence/SeriesTests", "TodoCommandTests/Binary/RepeatCommandTests"],
    ]

    @Test("by a suite that is named here, if edits do not write it by themselves")
    func unedited() {
        #expect(Set(Self.suites.keys) == Set(TodoRegister.unedited), "a new register needs a suite")
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        for suite in Set(Self.suites.values.joined()) {
            #expect(FileManager.default.fileExists(atPath: tests.appending(path: suite + ".swift").path), "\(suite)")
        }
    }

    @Test("by a document, and by a merge with what others wrote meanwhile", arguments: TodoRegister.edited)
    func merge(_ register: TodoRegister) async throws {
        let (stored, edited) = try await edit(of: register)
        let base = try await record()
        fixture.clock.advance(by: 60)
        try await store.todos.update(edited, from: stored)
        let mine = try await record()
        let document = RecordCodec.document(mine, sequence: 1)
        #expect(try RecordCodec.record(RecordKey(.todo, id.rawValue), document).record == mine.normalized())

        // Another device that has the to-do as created, and edits every other field.
        let other = try TestStore(seed: 2)
        other.clock.advance(by: 30)
        _ = try await other.stack.write("pull", author: .sync) { try $0.merge(TodoEntity.self, base) }
        let there = try await other.store.todos.find(id)
        let theirs = TodoRegister.edited.filter { $0 != register && $0 != .location && $0 != .standing }
            .reduce(there) { $0.with($1.field, from: Todo.full(3)) }
        try await other.store.todos.update(theirs, from: there)
        _ = try await other.stack.write("pull", author: .sync) { try $0.merge(TodoEntity.self, mine) }
        let merged = try await other.stack.read { try $0.record(TodoEntity.self, id: "a") }
        let content = try #require(merged?.content)
        #expect(content.value(of: register.rawValue) == mine.registers[register.rawValue]?.value)
        for name in TodoRegister.edited.map(\.rawValue)
        where ![register.rawValue, "location", "standing"].contains(name) {
            #expect(content.value(of: name) == Todo.Content(theirs).value(of: name), "\(name)")
        }
    }

    private func record() async throws -> Record {
        let row = try await store.stack.read { try $0.record(TodoEntity.self, id: "a") }
        return try #require(row).asRecord
    }

    @Test("by search, where it is text that is searched: as it is, and no longer as it was")
    func search() async throws {
        try await store.todos.create(Todo.full(1))
        let searched = TodoRegister.edited.filter(\.field.isSearched)
        #expect(searched == [.title, .notes])
        for register in searched {
            let stored = try await store.todos.find(id)
            let edited = stored.with(register.field, from: Todo.full(7))
            try await store.todos.update(edited, from: stored)
            let (old, new) = (
                register.field.value.text(of: Todo.Content(stored)), register.field.value.text(of: Todo.Content(edited))
            )
            #expect(try await store.todos.count(.all.matching(new)) == 1)
            #expect(try await store.todos.count(.all.matching(old)) == 0)
            #expect(Query<Todo>.all.matching(new).predicate.isMet(by: edited))
        }
    }

    @Test("into the place of all that a to-do with its id holds, and out of it")
    func replacement() async throws {
        try await store.todos.create(Todo.full(1))
        let second = try await store.todos.create(Todo.full(2))
        for register in TodoRegister.edited { #expect(!isOther(register, in: second, than: Todo.full(2))) }
        let bare = try await store.todos.create(Todo(id: id, title: "Bare", createdAt: second.createdAt))
        for register in TodoRegister.edited where register != .title {
            #expect(Todo.Content(bare).value(of: register.rawValue).isNull, "\(register)")
        }
    }
}

/// Returns what an export wrote.
final class Written: Sendable {
    private let held = Locked<[UInt8]>([])
    var bytes: [UInt8] { held.withLock { $0 } }
    func add(_ bytes: [UInt8]) { held.withLock { $0 += bytes } }
}
