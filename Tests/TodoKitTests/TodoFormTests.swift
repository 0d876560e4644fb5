import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit

/// To-dos as texts, and back.
@Suite("To-dos as a text, in the store")
struct TodoFormTests {
    private let fixture: TestStore
    private var store: TodoStore { fixture.store }
    private let zone = TimeZone.zurich

    init() throws { fixture = try TestStore() }

    /// What an edit of some fields means.
    private func changes(
        _ todo: Todo, _ values: [TodoForm.Field: String], settings: Settings = Settings()
    ) async throws -> (changes: TodoChanges, problems: [TodoForm.Field: TodoError]) {
        let old = todo.formPart(in: zone)
        return try await store.changes(
            of: todo, from: old, to: TodoForm.Part(id: old.id, values: values), settings: settings)
    }

    /// The to-do after an edit of some fields, nothing of which is wrong.
    private func edited(_ todo: Todo, _ values: [TodoForm.Field: String]) async throws -> Todo {
        var settings = Settings()
        settings.missingLists = .created
        let (changes, problems) = try await changes(todo, values, settings: settings)
        #expect(problems.isEmpty)
        return try await store.edit([todo.id], changes)[0]
    }

    private static let full: [TodoForm.Field: String] = [
        .title: "Buy milk", .notes: "# Two\n\nlitres", .due: "2026-11-22 18:00", .start: "2026-11-20",
        .priority: "high", .estimate: "1h30", .tags: "\"a, b\", home", .list: "Work/Reports", .place: "Migros",
        .reminders: "10 minutes before, 18:00 on the day",
    ]

    /// A to-do with all fields but that for what repeats.
    private func fullTodo() async throws -> Todo {
        let place = try Location(coordinate: Coordinate(latitude: 47.3769, longitude: 8.5417), placeName: "Migros")
        try await store.locations.create(place)
        return try await edited(try await store.add("x"), Self.full)
    }

    @Test("each field is a text, and there and back it is the same", arguments: TodoForm.Field.allCases)
    func thereAndBack(field: TodoForm.Field) async throws {
        let todo = try await fullTodo()
        let part = todo.formPart(in: zone)
        #expect(part.id == todo.id.rawValue && todo.formPart(id: "3f2a", in: zone).id == "3f2a")
        #expect(part.values.keys.count == TodoForm.Field.allCases.count)
        if field != .reminders { #expect(part.values[field] == Self.full[field] ?? "") }
        let text = try #require(part.values[field])
        #expect(try await changes(todo, [field: text]).changes == TodoChanges(), "what is as before is not read")
        let other = try await store.add("Other", due: .day(try #require(Day("2026-12-24"))))
        let value = field == .repeat ? "every friday" : text
        let copy = try await edited(other, [field: value])
        #expect(
            copy.formPart(in: zone).values[field] == (field == .repeat ? copy.recurrence?.words : text), "\(field)")
        for kept in TodoForm.Field.allCases where kept != field && !(field == .repeat && kept == .due) {
            #expect(copy.formPart(in: zone).values[kept] == other.formPart(in: zone).values[kept], "\(kept)")
        }
    }

    @Test("nothing and none take a field off, except for a title and notes", arguments: ["", "none", " None "])
    func takenOff(value: String) async throws {
        var todo = try await fullTodo()
        todo = try await edited(todo, [.repeat: "every friday 18:00"])
        #expect(todo.isRepeating)
        todo = try await edited(todo, [.repeat: value])
        #expect(!todo.isRepeating && todo.due != nil)
        let fields: [TodoForm.Field] = [.due, .start, .priority, .estimate, .tags, .list, .place, .reminders]
        todo = try await edited(todo, Dictionary(uniqueKeysWithValues: fields.map { ($0, value) }))
        for field in fields { #expect(todo.formPart(in: zone).values[field] == "", "\(field)") }
        let (changes, problems) = try await changes(todo, [.title: value, .notes: value])
        #expect(changes.notes == value && problems[.title]?.code == (value.isEmpty ? .emptyTitle : nil))
    }

    @Test("what is wrong is told for each field, and the other fields are changed")
    func problems() async throws {
        let todo = try await fullTodo()
        let (changes, problems) = try await changes(
            todo,
            [
                .title: "Oat milk", .due: "soonish", .start: "2026-02-30", .repeat: "every blue moon",
                .priority: "urgent", .tags: "home, " + String(repeating: "x", count: 300),
                .reminders: "2 hours before, arriving at Nowhere", .list: "Work//x", .place: "Nowhere", .notes: "new",
                .estimate: "long",
            ])
        #expect(changes == TodoChanges(title: "Oat milk", notes: "new"))
        #expect(Set(problems.keys) == Set(TodoForm.Field.allCases).subtracting([.title, .notes]))
        #expect(problems[.due]?.code == .usage && problems[.start]?.code == .impossibleDay)
        #expect(problems[.tags]?.code == .tagTitleTooLong && problems[.list]?.code == .emptyListTitle)
        #expect(problems[.place]?.code == .notFound && problems[.reminders]?.code == .notFound)
        #expect(problems.values.allSatisfy { !$0.message.contains("`") }, "the library knows no commands")
    }

    @Test("tags are put on and taken off by title, whatever its case, and those that both texts have stay")
    func tags() async throws {
        let todo = try await store.add("x", tags: ["home", "a, b", "say \"hi\""])
        #expect(todo.formPart(in: zone).values[.tags] == "\"a, b\", home, say hi")
        func titles(_ text: String) async throws -> [String] {
            let after = try await edited(todo, [.tags: text])
            try await store.undo()
            return after.tags.map(\.title).sorted()
        }
        #expect(try await titles("Home, shop, say hi") == ["home", "say \"hi\"", "shop"])
        #expect(try await titles("\"a, b\"") == ["a, b"])
        #expect(try await changes(todo, [.tags: "say hi,HOME , \"a, b\""]).changes == TodoChanges())
        // On a page that was opened before another tag was put on.
        let old = todo.formPart(in: zone)
        let present = try await store.edit([todo.id], TodoChanges(addingTags: ["new"]))[0]
        let (late, _) = try await store.changes(
            of: present, from: old, to: .init(id: "", values: [.tags: "say hi"]), settings: Settings())
        #expect(try await store.edit([todo.id], late)[0].tags.map(\.title).sorted() == ["new", "say \"hi\""])
    }

    @Test("reminders that stay keep what was done about them; those that are gone ring no more")
    func reminders() async throws {
        let todo = try await fullTodo()
        let settings = store.reminderSettings()
        let ring = try #require(
            try await store.rings(settings).first { $0.at == Date(rfc3339: "2026-11-22T16:50:00Z") })
        try await store.acknowledge([ring])
        let before = try await store.todos.find(todo.id)
        let words = before.alarms.map { before.words(for: $0, in: zone) }.sorted()
        #expect(words == ["10 minutes before", "18:00 on the day"] && before.alarmStates.count == 1)
        let after = try await edited(before, [.reminders: "10 minutes before, 2h"])
        #expect(after.alarmStates == before.alarmStates && after.alarms.count == 2)
        #expect(Set(before.alarms.map(\.id)).intersection(after.alarms.map(\.id)) == [ring.id.key.alarm])
        #expect(try await changes(after, [.reminders: "2h, none"]).problems[.reminders]?.code == .badReminder)
        // On a page that was opened before the last edit.
        let (late, _) = try await store.changes(
            of: after, from: before.formPart(in: zone), to: .init(id: "", values: [.reminders: "18:00 on the day"]),
            settings: Settings())
        let left = try await store.edit([todo.id], late)[0]
        #expect(left.alarms.map { left.words(for: $0, in: zone) } == ["2 hours before"])
    }

    @Test("a reminder at a place has the name of the place, by which it stays, goes and is changed")
    func placesOfReminders() async throws {
        let shop = try await store.locations.create(.sample("shop", "Shop"))
        let todo = try await store.add("Keys", reminders: [.place(.leave, name: "Shop", radius: 150)])
        let part = todo.formPart(id: nil, in: zone, placeNames: try await store.placeNames(of: [todo]))
        #expect(part.values[.reminders] == "leaving Shop within 150 m")
        func triggers(_ text: String) async throws -> Set<Alarm.Trigger> {
            let (changes, problems) = try await store.changes(
                of: todo, from: part, to: .init(id: "", values: [.reminders: text]), settings: Settings())
            #expect(problems.isEmpty)
            let edited = try await store.edit([todo.id], changes)[0]
            try await store.undo()
            return Set(edited.alarms.map(\.trigger))
        }
        let both = try await triggers("leaving Shop within 150 m, when it is due")
        #expect(both == [.place(.leave, shop.id, radius: 150), .before(.zero, of: .due)])
        #expect(try await triggers("leaving Shop within 300 m") == [.place(.leave, shop.id, radius: 300)])
        #expect(try await triggers("").isEmpty)
    }

    @Test("a day keeps the time of day that there is, and “all day” takes it off")
    func keptTime() async throws {
        let todo = try await edited(
            try await store.add("x"), [.due: "2026-11-22 18:00", .start: "2026-11-20 08:00"])
        let moved = try await edited(todo, [.due: "2026-11-23", .start: "2026-11-21"]).formPart(in: zone)
        #expect(moved.values[.due] == "2026-11-23 18:00" && moved.values[.start] == "2026-11-21 08:00")
        let whole = try await edited(todo, [.due: "2026-11-24, all day"]).formPart(in: zone)
        #expect(whole.values[.due] == "2026-11-24" && whole.values[.start] == "2026-11-21 08:00")
        // The library itself takes a date as it is given.
        let plain = try await store.edit([todo.id], TodoChanges(start: .set(.day(2026, 11, 25))))[0]
        #expect(plain.start == (try .day(2026, 11, 25)))
    }

    @Test("dates and reminders are read with the settings")
    func settings() async throws {
        var settings = Settings()
        settings.defaultTime = .hour(7)
        settings.morning = .hour(6)
        let todo = try await store.add("x")
        let (changes, problems) = try await changes(
            todo, [.due: "tomorrow morning", .priority: " High"], settings: settings)
        #expect(problems.isEmpty && changes.priority == .set(.high))
        let due = try await store.edit([todo.id], changes)[0]
        #expect(due.formPart(in: zone).values[.due] == "2026-11-22 06:00")
        #expect(due.formPart(in: .gmt).values[.due] == "2026-11-22 05:00")
    }

    @Test(
        "a list is named by its path, or by the beginning of its id; a missing one is made only where it is asked for")
    func lists() async throws {
        let todo = try await store.add("x")
        #expect(try await changes(todo, [.list: "New/Deep"]).problems[.list]?.code == .notFound)
        var settings = Settings()
        settings.missingLists = .created
        let made = try await changes(todo, [.list: "New/Deep"], settings: settings)
        #expect(made.changes.placement == .path("New/Deep"))
        #expect(try await store.lists.fetch(.all).items.isEmpty, "before it is written")
        #expect(try await edited(todo, [.list: "New/Deep"]).list?.path == "New/Deep")
        let list = try #require(try await store.lists.find(path: "New/Deep").first)
        #expect(try await store.placement(named: "new/deep") == .list(list.id))
        #expect(try await store.placement(named: String(list.id.rawValue.prefix(8)).uppercased()) == .list(list.id))
        let short = String(list.id.rawValue.prefix(3))
        #expect(try await store.placement(named: short, missing: .created) == .path(short))
        for name in ["", " ", "inbox", "None"] { #expect(try await store.placement(named: name) == .inbox) }
        #expect(await errorCode { try await store.placement(named: "a/inbox") } == .reservedName)
    }

    @Test("a path or a name that several have is refused, with their ids")
    func ambiguous() async throws {
        let todo = try await store.add("x")
        for (id, latitude) in [("aaaa1", 47.0), ("aaaa2", 47.01)] {
            try await store.lists.create(TodoList(id: .init(stored: id), title: "Work", createdAt: fixture.clock.now))
            try await store.locations.create(
                Location(
                    id: .init(stored: id), coordinate: try Coordinate(latitude: latitude, longitude: 8),
                    placeName: "Migros"))
        }
        let (changes, problems) = try await changes(todo, [.list: "work", .place: "migros"])
        #expect(changes == TodoChanges() && problems.values.allSatisfy { $0.code == .ambiguous })
        let (list, place) = (try #require(problems[.list]), try #require(problems[.place]))
        #expect(list.reason == "Several lists are called “work”; say which by its id:")
        #expect(list.candidates?.items.map(\.id).sorted() == ["aaaa1", "aaaa2"])
        #expect(place.candidates?.items.map(\.title).sorted() == ["47.0,8.0", "47.01,8.0, 1 km away"])
        #expect(try await store.placement(named: "aaaa2") == .list(.init(stored: "aaaa2")))
        #expect(try await store.place(named: "AAAA2") == .location(.init(stored: "aaaa2")))
        #expect(await errorCode { try await store.place(named: "aaaa") } == .notFound)
    }

    @Test("a place is a name, that of one that was merged, or a point")
    func places() async throws {
        let todo = try await fullTodo()
        let there = try await edited(todo, [.place: "47.5, -8"])
        #expect(there.location?.coordinate == (try Coordinate(latitude: 47.5, longitude: -8)))
        #expect(there.formPart(in: zone).values[.place] == "47.5,-8.0")
        #expect(try await changes(todo, [.place: "91,0"]).problems[.place]?.code == .impossibleLatitude)
        #expect(await errorCode { try await store.place(named: " ") } == .emptyPlaceName)
        let migros = try #require(todo.location)
        let coop = try await store.locations.create(Location(coordinate: migros.coordinate, placeName: "Coop"))
        try await store.mergeLocations([migros.id], into: coop.id)
        #expect(try await store.place(named: " migros ") == .location(coop.id))
        let refused = await error { try await store.place(named: "Nowhere") }
        #expect(refused?.remedies == [.addPlace] && refused?.reason == "There is no place “Nowhere”.")
    }

    private func error<T>(_ operation: () async throws -> T) async -> TodoError? {
        do {
            _ = try await operation()
            return nil
        } catch {
            return error as? TodoError
        }
    }
}
