import Foundation
import JSON
import Testing
import TodoDomain

@Suite("An update")
struct UpdateTests {
    private let noon = Date(milliseconds: 1_795_262_400_000)

    @Test("between a to-do and itself changes nothing")
    func nothing() throws {
        let todo = try fullTodo()
        #expect(try Todo.Update(from: todo, to: todo).isEmpty)
        #expect(try Todo.Update(from: todo, to: todo).registers.isEmpty)
    }

    @Test("between two states of a to-do names each field that differs, and no other")
    func eachField() throws {
        let todo = try fullTodo()
        func update(_ edit: (inout Todo) -> Void) throws -> Todo.Update {
            var edited = todo
            edit(&edited)
            return try Todo.Update(from: todo, to: edited)
        }
        #expect(try update { $0.title = "b" } == Todo.Update(id: todo.id, title: "b"))
        #expect(try update { $0.notes = "" } == Todo.Update(id: todo.id, notes: ""))
        #expect(try update { $0.completedAt = nil } == Todo.Update(id: todo.id, completedAt: .clear))
        #expect(try update { $0.completedAt = noon } == Todo.Update(id: todo.id, completedAt: .set(noon)))
        #expect(try update { $0.due = nil } == Todo.Update(id: todo.id, due: .clear))
        #expect(try update { $0.priority = .low } == Todo.Update(id: todo.id, priority: .set(.low)))
        #expect(try update { $0.location = nil } == Todo.Update(id: todo.id, location: .clear))
        #expect(
            try update { $0.extras = ["a": 2, "c": 3] }
                == Todo.Update(id: todo.id, extras: ["a": .set(2), "b": .clear, "c": .set(3)]))
        #expect(try update { $0.updatedAt = noon }.isEmpty, "the store keeps it")
    }

    @Test("of tags adds and removes what differs, and leaves alone what others may have added since")
    func tags() throws {
        let todo = try fullTodo()
        var edited = todo
        edited.tags = [tag("home"), tag("office")]
        let update = try Todo.Update(from: todo, to: edited)
        #expect(update.tags == Todo.TagChange(add: [tag("office").id], remove: [tag("shop").id]))
        #expect(update.tags?.removesOthers == false)
        edited.tags = todo.tags.reversed()
        #expect(try Todo.Update(from: todo, to: edited).isEmpty)
        edited.tags[0].title = "renamed"
        edited.tags[0].updatedAt = noon + 1
        #expect(try Todo.Update(from: todo, to: edited).isEmpty, "read again after somebody has renamed it")
    }

    @Test("refuses what it cannot write: the content of a tag or a place, when it was made, another's identity")
    func unwritable() throws {
        let todo = try fullTodo()
        func expectRefusal(_ edit: (inout Todo) -> Void) {
            var edited = todo
            edit(&edited)
            expectTodoError(.usage) { try Todo.Update(from: todo, to: edited) }
        }
        expectRefusal { $0.tags[1].title = "renamed" }
        expectRefusal { $0.tags[0].color = "red" }
        expectRefusal { ($0.title, $0.tags[0].color) = ("b", "red") }
        expectRefusal { $0.location?.placeName = "Coop" }
        expectRefusal { $0.location?.altitude = 1 }
        expectRefusal { $0.createdAt = noon }
        expectTodoError(.usage) {
            try Todo.Update(from: todo, to: Todo(id: .init(stored: "u"), title: "a", createdAt: todo.createdAt))
        }
        var laterTag = tag("home")
        laterTag.createdAt = noon + 1
        expectTodoError(.usage) { try Tag.Update(from: tag("home"), to: laterTag) }
        expectTodoError(.usage) { try Tag.Update(from: tag("home"), to: tag("shop")) }
        let place = try #require(todo.location)
        var later = place
        later.createdAt = noon + 1
        expectTodoError(.usage) { try Location.Update(from: place, to: later) }
    }

    @Test("that adds and removes no tag changes nothing, one that sets none takes all off")
    func emptyTagChange() {
        let id = Todo.ID(stored: "t")
        #expect(Todo.Update(id: id, tags: .add([])).isEmpty && Todo.Update(id: id, tags: .remove([])).isEmpty)
        #expect(!Todo.Update(id: id, tags: .set([])).isEmpty)
        #expect(!Todo.Update(id: id, tags: .add([tag("home").id])).isEmpty)
        #expect(!Todo.Update(id: id, notes: "").isEmpty && !Todo.Update(id: id, due: .clear).isEmpty)
    }

    @Test("of a tag or a location names what differs")
    func others() throws {
        var edited = tag("home")
        edited.color = "red"
        #expect(try Tag.Update(from: tag("home"), to: edited) == Tag.Update(id: edited.id, color: .set("red")))
        #expect(try Tag.Update(from: edited, to: tag("home")) == Tag.Update(id: edited.id, color: .clear))
        let place = try #require(try fullTodo().location)
        var moved = place
        moved.altitude = 400
        #expect(try Location.Update(from: place, to: moved) == Location.Update(id: place.id, position: moved.position))
        moved = place
        moved.placeName = nil
        #expect(try Location.Update(from: place, to: moved) == Location.Update(id: place.id, placeName: .clear))
        #expect(try Location.Update(from: place, to: place) == Location.Update(id: place.id))
    }

    @Test("tells a new value from none any more and from no change")
    func change() {
        #expect(Change("a") == .set("a") && Change<String>(nil) == .clear)
        #expect(Change(from: "a", to: "a").isKept && Change<String>(from: nil, to: nil).isKept)
        #expect(!Change("a").isKept && !Change<String>.clear.isKept && Change<String>.keep.value == nil)
        #expect(Change("a").map(\.count) == .set(1) && Change<String>.clear.map(\.count) == .clear)
        #expect(Change<String>.keep.map(\.count) == .keep)
        let id = Todo.ID(stored: "t")
        #expect(Todo.Update(id: id, due: .keep, extras: ["a": .keep]).isEmpty)
        #expect(Todo.Update(id: id, due: .keep, extras: ["a": .keep]).registers.isEmpty)
        #expect(Change(from: nil, to: "a") == .set("a") && Change(from: "a", to: nil) == .clear)
        #expect(Change.set("a").value == "a" && Change<String>.clear.value == nil)
    }

    @Test("writes its registers in the form of the wire, and that form reads back")
    func registers() throws {
        let zurich = Due.instant(noon, zone: "Europe/Zurich")
        let update = Todo.Update(
            id: .init(stored: "t"), title: "a", notes: "", completedAt: .set(noon), due: .set(zurich), priority: .clear,
            location: .set(.init(stored: "p")), extras: ["uda": .clear])
        #expect(
            update.registers == [
                "title": "a", "notes": .null, "completion": ["done": true, "at": 1_795_262_400_000],
                "due": ["at": 1_795_262_400_000, "zone": "Europe/Zurich"], "priority": .null, "location": "p",
                "extras.uda": .null,
            ])
        #expect(update.registers["due"]?.asDue == zurich && update.registers["completion"]?.asCompletion == noon)
        #expect(JSONValue.due(try .day(2026, 11, 21)) == ["day": "2026-11-21"])
        #expect(try JSONValue.due(.day(2026, 11, 21)).asDue == .day(2026, 11, 21))
        let position = Location.Position(coordinate: try Coordinate(latitude: 1, longitude: 2.5), altitude: 3)
        let written = try #require(Location.Update(id: .init(stored: "p"), position: position).registers["position"])
        #expect(written.canonicalJSON == #"{"altitude":3.0,"latitude":1.0,"longitude":2.5}"#)
        #expect(written.asPosition == position)
    }

    @Test(
        "is not read from registers of another form",
        arguments: [
            .null, 1, "2026-11-21", [], ["day": "2026-02-30"], ["day": 5], ["at": 1], ["at": "1", "zone": "UTC"],
            ["done": false, "at": 1],
            ["done": true], ["done": true, "at": 253_402_300_800_000], ["at": 253_402_300_800_000, "zone": "UTC"],
            ["latitude": 91, "longitude": 0], ["latitude": "1", "longitude": 0],
        ] as [JSONValue])
    func otherForms(value: JSONValue) {
        #expect(value.asDue == nil && value.asCompletion == nil && value.asPosition == nil)
    }

    @Test("of a place is brought into the form in which it is stored, or refused, as the place itself is")
    func places() throws {
        let point = try Coordinate(latitude: 1, longitude: 2)
        func update(_ name: String, _ altitude: Double) throws -> Location.Update {
            let position = Location.Position(coordinate: point, altitude: altitude)
            return try Location.Update(id: .init(stored: "p"), position: position, placeName: .set(name)).validated()
        }
        let fine = try update(" Coop ", -0.0)
        #expect(fine.placeName == .set("Coop") && fine.position?.altitude?.sign == .plus)
        #expect(throws: TodoError.self) { try update("a\nb", 0) }
        #expect(throws: TodoError.self) { try update("Coop", .infinity) }
    }

    private func tag(_ title: String) -> Tag { Tag(id: TagName.id(for: title), title: title, createdAt: noon) }

    private func fullTodo() throws -> Todo {
        Todo(
            id: .init(stored: "t"), title: "a", notes: "n", createdAt: noon - 9, completedAt: noon - 5,
            due: try .day(2026, 11, 21), priority: .high, tags: [tag("home"), tag("shop")],
            location: Location(
                id: .init(stored: "p"), coordinate: try Coordinate(latitude: 1, longitude: 2), placeName: "Migros",
                createdAt: noon),
            extras: ["a": 1, "b": "x"])
    }
}
