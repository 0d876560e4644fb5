import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

@Suite("What an export leaves out")
struct ExportOmissionTests {
    private static let zone = zurich
    private static let formats = ["json", "ndjson", "csv", "ics", "taskwarrior", "todotxt"]

    private func omissions(of todo: Todo, in name: String) throws -> Set<ExportOmission> {
        let format = try #require(TodoFormats.writable(named: name))
        var writer = format.makeWriter(context: ExportContext(timeZone: Self.zone))
        var bytes: [UInt8] = []
        return writer.write(todo, into: &bytes)
    }

    /// Returns a to-do that every format stores completely, apart from what `change` does to it.
    private func plain(_ change: (inout Todo) throws -> Void = { _ in }) throws -> Todo {
        // The id is the one that todo.txt derives from this line, so even the id comes back.
        let line = "2026-11-20 Buy milk @shop due:2026-11-21"
        var todo = try #require(
            try todos(of: line, as: TodoTxtFormat(), ImportContext(now: context.now, timeZone: Self.zone)).first)
        todo.extras = [:]
        try change(&todo)
        return todo
    }

    @Test("nothing is said of a to-do that the format holds as a whole", arguments: formats)
    func nothing(name: String) throws {
        let todo = try plain()
        #expect(try omissions(of: todo, in: name).isEmpty)
    }

    private struct Case: Sendable {
        let what: ExportOmission
        let formats: Set<String>
        let change: @Sendable (inout Todo) throws -> Void

        init(_ what: ExportOmission, _ formats: Set<String>, _ change: @escaping @Sendable (inout Todo) throws -> Void)
        {
            self.what = what
            self.formats = formats
            self.change = change
        }
    }

    private static let cases: [Case] = [
        Case(.notes, ["todotxt"]) { $0.notes = "Two litres" },
        Case(.controlCharacters, ["ics"]) { $0.notes = "a\r\nb" },
        Case(.controlCharacters, ["ics"]) { $0.notes = "a\u{1}b" },
        Case(.title, ["todotxt"]) { $0.title = "Mail @home" },
        Case(.times, ["todotxt"]) { $0.updatedAt = $0.updatedAt.addingTimeInterval(60) },
        Case(.times, ["todotxt"]) { $0.completedAt = $0.createdAt.addingTimeInterval(60) },
        Case(.times, ["taskwarrior"]) { todo in
            todo.createdAt = try date("1970-01-01T23:00:00Z")
            todo.updatedAt = try date("1970-01-01T23:00:00Z")
        },
        Case(.milliseconds, ["ics", "taskwarrior", "todotxt"]) { $0.createdAt = $0.createdAt.addingTimeInterval(0.25) },
        Case(.milliseconds, ["ics", "taskwarrior"]) { todo in
            todo.due = .instant(try date("2026-11-21T17:00:00.5Z"), zone: "Europe/Zurich")
        },
        Case(.due, ["todotxt"]) { $0.due = .instant(try date("2026-11-21T17:00:00Z"), zone: "Europe/Zurich") },
        // To Taskwarrior, midnight means a day.
        Case(.due, ["taskwarrior", "todotxt"]) {
            $0.due = .instant(try date("2026-11-20T23:00:00Z"), zone: "Europe/Zurich")
        },
        Case(.dueZone, ["taskwarrior"]) { $0.due = .instant(try date("2026-11-21T17:00:00Z"), zone: "Asia/Tokyo") },
        // That night, a clock shows half past two twice.
        Case(.dueZone, ["ics"]) { $0.due = .instant(try date("2026-10-25T01:30:00Z"), zone: "Europe/Zurich") },
        Case(.tags, ["todotxt", "taskwarrior"]) { $0.tags[0].title = "a, b" },
        Case(.tags, ["todotxt"]) { $0.tags[0].title = "to buy" },
        Case(.tagColors, ["csv", "ics", "taskwarrior", "todotxt"]) { $0.tags[0].color = "red" },
        Case(.location, ["todotxt"]) { todo in
            todo.location = Location(
                id: Location.ID(UUID()), coordinate: try Coordinate(latitude: 47.5, longitude: 8.25), altitude: 400,
                placeName: "Migros", createdAt: todo.createdAt)
        },
        Case(.extras, ["ics", "taskwarrior", "todotxt"]) { $0.extras = ["csv.Assignee": "Zoë"] },
        Case(.extras, ["taskwarrior", "todotxt"]) { $0.extras = ["ics.X-A": "X-A:1"] },
        Case(.extras, ["ics", "todotxt"]) { $0.extras = ["taskwarrior.effort": "PT3H"] },
        Case(.list, ["ics"]) { $0.list = TodoList(id: .init(UUID()), title: "Home", createdAt: $0.createdAt) },
        Case(.list, ["ics", "todotxt"]) {
            $0.list = TodoList(id: .init(UUID()), title: "Kitchen floor", createdAt: $0.createdAt)
        },
        Case(.parent, ["taskwarrior"]) { $0.parent = .init(UUID()) },
        Case(.comments, ["todotxt"]) {
            $0.comments = [.init(id: .init(UUID()), on: $0.id, text: "Two litres", createdAt: $0.createdAt)]
        },
        Case(.comments, ["ics", "taskwarrior", "todotxt"]) {
            $0.comments = [
                .init(
                    id: .init(UUID()), on: $0.id, text: "Two litres", createdAt: $0.createdAt,
                    updatedAt: $0.createdAt.addingTimeInterval(60))
            ]
        },
        // Of two comments in one second, Taskwarrior moves the later one.
        Case(.comments, ["taskwarrior", "todotxt"]) { todo in
            todo.comments = ["a", "b"].map {
                .init(id: .init(UUID()), on: todo.id, text: $0, createdAt: todo.createdAt)
            }
        },
        Case(.milliseconds, ["taskwarrior"]) {
            let made = $0.createdAt.addingTimeInterval(0.25)
            $0.comments = [.init(id: .init(UUID()), on: $0.id, text: "Two litres", createdAt: made)]
        },
        Case(.dependencies, ["todotxt"]) { $0.dependsOn = [.init(stored: "b"), .init(UUID())] },
        Case(.start, ["todotxt"]) { $0.start = .instant(try date("2026-11-21T17:00:00Z"), zone: "Europe/Zurich") },
        Case(.started, ["ics", "todotxt"]) { $0.startedAt = try date("2026-11-21T17:00:00Z") },
        Case(.estimate, ["ics", "todotxt"]) { $0.estimate = 90 },
        Case(.assignee, ["ics", "taskwarrior", "todotxt"]) { $0.assignee = "bob" },
        Case(.extras, ["ics", "taskwarrior"]) { $0.extras = ["todotxt.projects": ["Home"]] },
    ]

    @Test("each field is named where a format has no place for it, and nowhere else", arguments: cases.indices)
    func each(index: Int) throws {
        let this = Self.cases[index]
        let todo = try plain(this.change)
        for name in Self.formats {
            let omissions = try omissions(of: todo, in: name)
            #expect(omissions.contains(this.what) == this.formats.contains(name), "\(this.what) in \(name)")
            #expect(name == "todotxt" || omissions.subtracting([this.what]).isEmpty, "\(omissions) in \(name)")
        }
    }

    @Test("what came from a file is not said to be missing in a file of the same format")
    func sameFormat() throws {
        for (file, name) in [("taskwarrior-2.6.2.json", "taskwarrior"), ("todoman-4.1.0.ics", "ics")] {
            let format = try #require(TodoFormats.writable(named: name))
            let there = ImportContext(now: context.now, timeZone: Self.zone)
            for todo in try items(of: fixture(file), as: format, there).todos {
                let omissions = try omissions(of: todo, in: name)
                #expect(omissions.isEmpty, "\(todo.title): \(omissions)")
            }
        }
        // An alarm has its own description.
        let alarm = """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:a
            SUMMARY:Call
            CREATED:20261120T100000Z
            BEGIN:VALARM
            DESCRIPTION:Now
            END:VALARM
            END:VTODO
            END:VCALENDAR
            """
        let todo = try #require(try todos(of: alarm, as: ICalendarFormat()).first)
        #expect(try omissions(of: todo, in: "ics").isEmpty)
    }

    @Test("whatever is not named comes back, of any to-do", arguments: formats)
    func completeness(name: String) throws {
        print("omissions of \(name) with seed 41")
        let format = try #require(TodoFormats.writable(named: name))
        var models = HostileModels(seed: 41)
        let tags = (0..<6).map { _ in models.tag() }
        let locations = try (0..<4).map { _ in try models.location() }
        for _ in 0..<200 {
            let todo = models.todo(tags: tags, locations: locations)
            var writer = format.makeWriter(context: ExportContext(timeZone: Self.zone))
            var bytes: [UInt8] = []
            writer.header(into: &bytes)
            let missing = writer.write(todo, into: &bytes)
            writer.footer(into: &bytes)
            let again = try #require(
                try items(of: bytes, as: format, ImportContext(now: context.now, timeZone: Self.zone)).todos.first)
            func holds(_ omissions: Set<ExportOmission>, _ isSame: Bool, _ field: String) {
                #expect(isSame || !missing.isDisjoint(with: omissions), "\(field) in \(name): \(missing)")
            }
            holds([.id], again.id == todo.id, "id")
            holds([.title], again.title == todo.title, "title")
            holds([.notes, .controlCharacters], again.notes == todo.notes, "notes")
            holds([.times, .milliseconds], again.createdAt == todo.createdAt, "createdAt")
            holds([.times, .milliseconds], again.updatedAt == todo.updatedAt, "updatedAt")
            holds([.times, .milliseconds], again.completedAt == todo.completedAt, "completedAt")
            holds([.due, .dueZone, .milliseconds], again.due == todo.due, "due")
            holds([.priority], again.priority == todo.priority, "priority")
            let folded = [again, todo].map { Set($0.tags.map { TagName.folded($0.title) }) }
            holds([.tags], folded[0] == folded[1], "tags")
            holds([.location], again.location?.position == todo.location?.position, "position")
            holds([.location], again.location?.placeName == todo.location?.placeName, "place")
            holds([.extras], todo.extras.allSatisfy { again.extras[$0.key] == $0.value }, "extras")
        }
    }
}
