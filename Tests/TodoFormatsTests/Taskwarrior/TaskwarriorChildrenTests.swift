import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

/// Tasks as Taskwarrior 2.6.2 exports them after a person has edited one that it made of a recurring one.
@Suite("Pending children of Taskwarrior")
struct TaskwarriorChildrenTests {
    private static let rentID = "a2c29781-6cf9-4486-af5a-eec2c334eedb"
    private static let childID = "e0123793-d4f8-4fea-b8c2-2bbf0e92e775"
    private static let milkID = "b4a676dc-1cc4-48fe-9d51-795546cb7276"
    private static let eggsID = "08e86578-094a-4f2f-bd10-d0eaf5a878a5"
    private static let otherID = "b0a61e7a-3f6b-4a30-add2-2dcad76e974c"
    private static let series = Todo.ID(stored: rentID)
    private static let shown = "What repeats shows its current date by itself."

    private static func task(_ uuid: String, _ attributes: [String: JSONValue]) -> JSONValue {
        let common: [String: JSONValue] = [
            "uuid": .string(uuid), "description": "Rent", "entry": "20261127T135143Z", "modified": "20261127T135143Z",
            "due": "20261201T000000Z", "recur": "monthly", "rtype": "periodic", "priority": "M", "project": "Home",
            "tags": ["home"],
        ]
        return .object(common.merging(attributes) { $1 })
    }

    private static func rent(_ attributes: [String: JSONValue] = [:]) -> JSONValue {
        task(rentID, ["status": "recurring", "mask": "-"].merging(attributes) { $1 })
    }

    private static func child(_ attributes: [String: JSONValue] = [:], uuid: String = childID) -> JSONValue {
        task(uuid, ["status": "pending", "parent": .string(rentID), "imask": 0].merging(attributes) { $1 })
    }

    private static func other(_ attributes: [String: JSONValue]) -> JSONValue {
        .object(
            ["uuid": .string(otherID), "description": "Tell the landlord", "status": "pending"].merging(attributes) {
                $1
            })
    }

    private static func occurrence(_ day: String) throws -> Occurrence {
        Occurrence(stretch: 0, key: try #require(Day(day)))
    }

    private func read(_ tasks: [JSONValue], in zone: TimeZone = utc) throws -> [ImportItem] {
        let there = ImportContext(now: context.now, timeZone: zone)
        return try items(of: JSONValue.array(tasks).canonicalJSON.utf8, as: TaskwarriorFormat(), there)
    }

    /// The to-do that depends on others.
    private func waiting(_ items: [ImportItem]) throws -> Todo {
        try #require(items.todos.first { $0.id.rawValue == Self.otherID })
    }

    // MARK: Children alone

    @Test(
        "one that was given something is an open to-do with all of it, which settles its date and comes back from an export",
        arguments: [
            ["tags": ["home", "urgent"]], ["tags": []], ["priority": "H"], ["description": "Rent of December"],
            ["start": "20261127T135152Z"], ["due": "20261203T000000Z"], ["wait": "20261130T000000Z"],
            ["depends": [.string(milkID)]], ["estimate": "PT3H"],
            ["annotations": [["entry": "20261127T135152Z", "description": "Ask Ana"]]],
        ] as [[String: JSONValue]])
    func own(given: [String: JSONValue]) throws {
        let child = Self.child(given.merging(["modified": "20261127T135152Z"]) { $1 })
        let found = try read([Self.rent(), child])
        let occurrence = try Self.occurrence("2026-12-01")
        // The child is read as if it had no parent.
        var expected = try #require(try read([child]).todos.first).settling(occurrence, of: Self.series)
        expected.series = Self.series
        expected.occurrence = occurrence
        expected.extras["taskwarrior.uuid"] = .string(Self.childID)
        #expect(found.skipped.isEmpty && found.todos.count == 2)
        #expect(found.todos.last == expected && !expected.isDone)
        guard case .todo(_, _, let loose)? = found.last else {
            Issue.record("\(found)")
            return
        }
        #expect(loose?.rawValue == Self.childID)
        let exported = export(found.todos, as: TaskwarriorFormat())
        #expect(try items(of: exported, as: TaskwarriorFormat()).todos == found.todos)
    }

    @Test("one that was moved stays the same to-do when it is moved again and when it is done")
    func moved() throws {
        func only(_ attributes: [String: JSONValue]) throws -> (todo: Todo, loose: Todo.ID?) {
            let child = Self.child(attributes.merging(["modified": "20261130T100000Z"]) { $1 })
            guard case .todo(let todo, _, let loose)? = try read([Self.rent(), child]).last else {
                throw InputProblem()
            }
            return (todo, loose)
        }
        let first = try only(["due": "20261203T000000Z"])
        let again = try only(["due": "20270101T000000Z"])
        let done = try only(["due": "20261203T000000Z", "status": "completed", "end": "20261130T100000Z"])
        let occurrence = try Self.occurrence("2026-12-01")
        for (todo, _) in [first, again, done] {
            #expect(todo.id == occurrence.id(in: Self.series) && todo.occurrence == occurrence)
        }
        #expect([first, again, done].map { $0.todo.isDone } == [false, false, true])
        #expect([first, again].map { $0.todo.due?.day } == [Day("2026-12-03"), Day("2027-01-01")])
        #expect([first, again, done].allSatisfy { $0.loose?.rawValue == Self.childID })
    }

    private struct InputProblem: Error {}

    // MARK: Copies

    struct Copy: Sendable {
        var rent: [String: JSONValue] = [:]
        var child: [String: JSONValue] = [:]
        var zone = utc
    }

    @Test(
        "one that is only a copy is what its series shows, and what depends on it depends on that",
        arguments: [
            Copy(),
            // Edited together with its parent.
            Copy(rent: ["priority": "H"], child: ["priority": "H", "modified": "20261128T100000Z"]),
            Copy(
                rent: ["tags": ["a", "b"], "depends": [.string(milkID), .string(eggsID)]],
                child: [
                    "tags": ["b", "a"], "depends": [.string(eggsID), .string(milkID)], "modified": "20261128T100000Z",
                ]),
            // For Taskwarrior a day has 24 hours, even if clocks change.
            Copy(
                rent: ["recur": "weekly", "due": "20261019T220000Z", "mask": "--"],
                child: ["recur": "weekly", "due": "20261026T220000Z", "imask": 1, "modified": "20261128T100000Z"],
                zone: zurich),
            // A month after the 30th is the 30th.
            Copy(rent: ["due": "20260831T000000Z", "mask": "---"], child: ["due": "20261030T000000Z", "imask": 2]),
            // `wait` moves along, `scheduled` and `until` do not.
            Copy(
                rent: [
                    "wait": "20261130T000000Z", "scheduled": "20261129T000000Z", "until": "20271231T000000Z",
                    "mask": "WW",
                ],
                child: [
                    "wait": "20261231T000000Z", "scheduled": "20261129T000000Z", "until": "20271231T000000Z",
                    "due": "20270101T000000Z", "imask": 1, "status": "waiting", "modified": "20261128T100000Z",
                ]),
            // Before version 2.6, Taskwarrior removed `wait` once it was over.
            Copy(rent: ["wait": "20261130T000000Z", "mask": "W"], child: ["modified": "20261128T100000Z"]),
        ])
    func copies(copy: Copy) throws {
        let tasks = [Self.rent(copy.rent), Self.child(copy.child), Self.other(["depends": [.string(Self.childID)]])]
        let found = try read(tasks, in: copy.zone)
        #expect(found.skipped == ["task 2: \(Self.shown)"])
        #expect(found.todos.map(\.id) == [Self.series, .init(stored: Self.otherID)])
        #expect(try waiting(found).dependsOn == [Self.series])
    }

    // MARK: Changes of the parent alone

    @Test("a parent that was changed alone makes no to-dos of its children, but of those that were edited themselves")
    func parentAlone() throws {
        let uuids = (0..<3).map { "\(Self.childID.dropLast())\($0)" }
        let tasks = [
            Self.rent([
                "priority": "H", "tags": ["home", "power"], "description": "Rent and power", "project": "Flat",
                "mask": "---", "modified": "20261128T100000Z",
            ]),
            Self.child(uuid: uuids[0]),
            Self.child(["imask": 1, "due": "20270101T000000Z"], uuid: uuids[1]),
            Self.child(
                [
                    "imask": 2, "due": "20270201T000000Z", "tags": ["home", "urgent"],
                    "modified": "20261127T140000Z",
                ], uuid: uuids[2]),
        ]
        for tasks in [tasks, tasks.reversed()] {
            let found = try read(tasks)
            #expect(found.skipped.count == 2 && found.todos.count == 2)
            let series = try #require(found.todos.first { $0.recurrence != nil })
            #expect(series.title == "Rent and power" && series.priority == .high && series.list?.title == "Flat")
            let own = try #require(found.todos.first { $0.occurrence != nil })
            #expect(own.title == "Rent" && own.priority == .medium && own.list?.title == "Home")
            #expect(own.tags.map(\.title) == ["home", "urgent"] && own.due?.day == Day("2027-02-01"))
        }
    }

    @Test(
        "what a child has else is its own where nothing says that its parent had it before",
        arguments: [
            // The edit is in the same second as the creation.
            Copy(child: ["tags": ["home", "urgent"]]),
            Copy(
                rent: ["modified": "20261128T100000Z"], child: ["tags": ["home", "urgent"], "modified": .null]),
            Copy(
                rent: ["modified": "20261128T100000Z"],
                child: ["tags": ["home", "urgent"], "modified": "20261128T100000Z"]),
        ])
    func ownInDoubt(copy: Copy) throws {
        let found = try read([Self.rent(copy.rent), Self.child(copy.child)])
        #expect(found.skipped.isEmpty && found.todos.count == 2)
        #expect(found.todos.last?.tags.map(\.title) == ["home", "urgent"])
    }

    // MARK: What depends on them

    @Test(
        "what depends on children depends on their series, or on those that are to-dos of their own, wherever they are in the file",
        arguments: [
            [0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [5, 0, 1, 2, 3, 4], [3, 5, 0, 2, 4, 1], [1, 2, 5, 3, 4, 0],
        ])
    func dependencies(order: [Int]) throws {
        let uuids = (0..<4).map { "\(Self.childID.dropLast())\($0)" }
        func child(_ number: Int, _ attributes: [String: JSONValue]) -> JSONValue {
            let due = ["20261001", "20261101", "20261201", "20270101"][number]
            let place: [String: JSONValue] = ["imask": .integer(Int64(number)), "due": .string(due + "T000000Z")]
            return Self.child(place.merging(attributes) { $1 }, uuid: uuids[number])
        }
        let tasks = [
            Self.rent(["due": "20261001T000000Z", "mask": "+---"]),
            child(0, ["status": "completed", "end": "20261127T140000Z"]), child(1, [:]), child(2, [:]),
            child(3, ["tags": ["urgent"], "modified": "20261127T140000Z"]),
            Self.other(["depends": .array((uuids + [Self.milkID]).map(JSONValue.string))]),
        ]
        let found = try read(order.map { tasks[$0] })
        let settled = try ["2026-10-01", "2027-01-01"].map { try Self.occurrence($0).id(in: Self.series) }
        #expect(found.count == tasks.count && Set(found.todos.map(\.id)).isSuperset(of: settled + [Self.series]))
        let expected = (settled + [Self.series, .init(stored: Self.milkID)]).sorted()
        #expect(try waiting(found).dependsOn == expected)
        #expect(found.skipped.count == 2)
    }

    @Test("what repeats does not wait for a date of its own, and one of its dates may wait for another")
    func itself() throws {
        let depends: JSONValue = [.string(Self.childID), .string(Self.milkID)]
        let found = try read([Self.rent(["depends": depends]), Self.child(["depends": depends])])
        #expect(found.todos.map { $0.dependsOn.map(\.rawValue) } == [[Self.milkID]])
        let second = Self.child(
            [
                "depends": [.string(Self.childID)], "imask": 1, "due": "20270101T000000Z",
                "modified": "20261128T100000Z",
            ],
            uuid: Self.otherID)
        let both = try read([Self.rent(["mask": "--"]), second, Self.child()])
        #expect(both.todos.last?.dependsOn == [Self.series] && both.todos.last?.series == Self.series)
    }

    @Test("what waits for a later task stays in its place in the file, and is refused by its own number")
    func place() throws {
        func task(_ uuid: String, _ more: String = "") -> String {
            #"{"uuid":"\#(uuid)","description":"\#(uuid)"\#(more)}"#
        }
        let tasks = [task("a", #","depends":["d"]"#), task("b"), task("c", #","depends":"x,a""#), task("d"), task("e")]
        for text in ["[\(tasks.joined(separator: ","))]", tasks.joined(separator: "\n")] {
            let read = try todos(of: text, as: TaskwarriorFormat())
            #expect(read.map(\.title) == ["a", "b", "c", "d", "e"])
            #expect(read[0].dependsOn == [.init(stored: "d")])
        }
        let bad = #"[\#(tasks[0]),{"uuid":"b"},\#(tasks[3])]"#
        #expect(
            try refusal(of: bad.utf8, as: TaskwarriorFormat()) == #"Task 2: the field "description" is missing."#)
    }

    // MARK: Our own attributes

    @Test("what Taskwarrior has copied of an exported series does not make a child that series")
    func copiedAttributes() throws {
        let day = try #require(Day("2026-12-01"))
        var rent = Todo(id: .init(stored: "rent"), title: "Rent", createdAt: context.now, due: .day(day))
        rent.recurrence = Recurrence(
            rule: "FREQ=MONTHLY", mode: .every, zone: "UTC", base: day, key: day, due: .day(day))
        let parent = try #require(try JSONValue(parsing: export([rent], as: TaskwarriorFormat())).elements?.first)
        let members = try #require(parent.members)
        #expect(members["todoid"] == "rent" && members["todorecurrence"] != nil)
        func child(_ attributes: [String: JSONValue]) -> JSONValue {
            let own: [String: JSONValue] = [
                "uuid": .string(Self.childID), "parent": members["uuid"] ?? .null, "imask": 0, "status": "pending",
            ]
            return .object(members.merging(own) { $1 }.merging(attributes) { $1 })
        }
        let pending = try read([parent, child([:]), Self.other(["depends": [.string(Self.childID)]])])
        guard case .deleted(let id, _, _, _) = pending[1] else {
            Issue.record("\(pending)")
            return
        }
        #expect(id.rawValue == Self.childID)
        #expect(try waiting(pending).dependsOn == [rent.id])
        let done = try read([parent, child(["status": "completed", "end": "20261127T140000Z"])]).todos
        #expect(done.map(\.id) == [rent.id, Occurrence(stretch: 0, key: day).id(in: rent.id)])
        #expect(done.last?.series == rent.id && done.last?.recurrence == nil)
        // Not every date is owed, so an open child settles none of them.
        let edited = try read([parent, child(["tags": ["urgent"]])]).todos
        #expect(edited.map(\.id) == [rent.id, .init(stored: Self.childID)])
        #expect(edited.last?.series == nil && edited.last?.recurrence == nil && edited.last?.tags.count == 1)
    }
}
