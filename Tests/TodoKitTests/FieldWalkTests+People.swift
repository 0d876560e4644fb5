import Basics
import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit

// What people see and type of each field. A new register does not compile here until it is said where it is.
extension FieldWalkTests {
    @Test("by what settles an occurrence, where the table says so", arguments: [Settlement.Kind.done, .skipped])
    func occurrence(kind: Settlement.Kind) async throws {
        let now = fixture.clock.now
        let phrase = try RepeatPhrase.parse("every day 18:00", now: now, timeZone: .gmt)
        var whole = Todo.full(1)
        whole.completedAt = nil
        whole.recurrence = try phrase.recurrence(now: now, timeZone: .gmt, due: nil)
        whole.due = whole.recurrence?.due
        let stored = try await store.todos.create(whole)
        switch kind {
        case .done: try await store.complete([id])
        case .skipped: try await store.skip([id])
        }
        let todos = try await store.todos.fetch(.all).items
        let settled = try #require(todos.first { $0.series == id })
        for register in TodoRegister.allCases where register.isTakenOver {
            #expect(register.field.isOther(in: Todo.Content(stored), than: Todo.Content()), "\(register) is filled")
            #expect(!isOther(register, in: settled, than: stored), "\(register)")
        }
    }

    @Test("by a column of CSV, behind those that scripts may count")
    func columns() async throws {
        try await store.todos.create(Todo.full(1))
        let written = Written()
        try await store.export(as: try #require(TodoFormats.writable(named: "csv"))) { written.add($0) }
        let header = String(decoding: written.bytes, as: UTF8.self).prefix { !$0.isNewline }.split(separator: ",")
        let counted = """
            id,title,notes,createdAt,updatedAt,completedAt,due,priority,start,startedAt,tags,latitude,longitude,altitude,\
            placeName,list,parent,dependsOn,comments,reminders
            """.split(separator: ",")
        #expect(Array(header.prefix(counted.count)) == counted)
        for member in TodoRegister.edited.compactMap(\.field.member) { #expect(header.contains(Substring(member))) }
    }

    /// The line of a form in which a field is.
    private static func line(_ register: TodoRegister) -> TodoForm.Field? {
        switch register {
        case .title: .title
        case .notes: .notes
        case .due: .due
        case .start: .start
        case .priority: .priority
        case .estimate: .estimate
        case .location: .place
        case .standing: .list
        case .recurrence: .repeat
        // Actions set them.
        case .completion, .started, .position, .series, .occurrence, .skipped, .movedTo: nil
        // Only a store knows the members.
        case .assignee: nil
        }
    }

    @Test("by the form that the editor and the pages show, there and back", arguments: TodoRegister.edited)
    func form(_ register: TodoRegister) async throws {
        let (stored, edited) = try await edit(of: register)
        guard let line = Self.line(register) else { return }
        let zone = store.stack.environment.timeZone
        let (old, new) = (stored.formPart(in: zone), edited.formPart(in: zone))
        #expect(old.values[line] != new.values[line])
        // A day without a time keeps the time of the old date.
        let typed = (new.values[line] ?? "") + ([.due, .start].contains(line) ? ", all day" : "")
        let (changes, problems) = try await store.changes(
            of: stored, from: old, to: .init(id: old.id, values: [line: typed]), settings: Settings())
        #expect(problems.isEmpty)
        try await store.edit([id], changes)
        #expect(try await store.todos.find(id).formPart(in: zone).values == new.values)
    }

    @Test("by a form without lines of which nothing is known here")
    func lines() {
        let lines = Set(TodoRegister.allCases.compactMap(Self.line))
        #expect(Set(TodoForm.Field.allCases).subtracting(lines) == [.tags, .reminders])
    }

    /// A filter that a to-do with a value in the field meets, and one without does not.
    private static func filter(_ register: TodoRegister) -> String? {
        switch register {
        case .title: "text:\"title-1 in words\""
        case .notes: "text:\"notes-1 in words\""
        case .completion: "is:done completed:any"
        case .due: "has:due due:any"
        case .start: "has:start start:any"
        case .started: "is:started"
        case .priority: "has:priority priority:any"
        case .estimate: "has:estimate estimate:any"
        case .assignee: "has:assignee for:any"
        case .location: "has:place place:any"
        case .standing: "has:list list:any"
        case .recurrence: "is:repeating"
        // People do not ask for them.
        case .position, .series, .occurrence, .skipped, .movedTo: nil
        }
    }

    @Test("by the filter language", arguments: TodoRegister.edited)
    func filtered(_ register: TodoRegister) async throws {
        var full = Todo.full(1)
        // A done to-do is no longer in progress.
        if register == .started { full.completedAt = nil }
        if let place = full.location { try await store.locations.create(place) }
        if let list = full.list { try await store.lists.create(list) }
        let bare = Todo(id: .init(stored: "b"), title: "Bare", createdAt: full.createdAt)
        try await store.todos.create([full, bare])
        let text = try #require(Self.filter(register))
        let (now, zone) = (fixture.clock.now, TimeZone.gmt)
        let filter = try TodoFilter.parse(text, now: now, timeZone: zone)
        let query = try filter.query(now: now, timeZone: zone, names: FilterNames())
        #expect(try await store.todos.fetch(query).items.map(\.id) == [id])
        #expect(query.predicate.isMet(by: full) && !query.predicate.isMet(by: bare))
    }

    @Test("by adding it in words", arguments: TodoRegister.edited)
    func added(_ register: TodoRegister) async throws {
        let full = Todo.full(1)
        if let place = full.location { try await store.locations.create(place) }
        if let list = full.list { try await store.lists.create(list) }
        var update = Todo.Update(id: .init(stored: ""))
        register.field.write(Todo.Content(full), into: &update)
        var changes = TodoChanges(update)
        changes.title = full.title
        // Where it stands is no field of an update.
        if register == .standing { changes.placement = full.list.map { .list($0.id) } }
        let added = try await store.add(changes)
        #expect(!isOther(register, in: added, than: full))
    }

    @Test("by the random to-dos of other tests, some of which have it and some not")
    func random() throws {
        var generator = SeededGenerator(seed: 1)
        let world = try RandomWorld(using: &generator)
        let todos = (0..<300).map { world.todo("todo\($0)", using: &generator) }
        for register in TodoRegister.edited where register != .title && register != .standing {
            let filled = todos.filter { register.field.isOther(in: Todo.Content($0), than: Todo.Content()) }
            #expect(!filled.isEmpty && filled.count < todos.count, "\(register)")
        }
    }
}
