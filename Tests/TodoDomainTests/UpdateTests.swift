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
        #expect(Todo.Update(from: todo, to: todo).isEmpty)
        #expect(Todo.Update(from: todo, to: todo).registers.isEmpty)
    }

    @Test("between two states of a to-do names each field that differs, and no other")
    func eachField() throws {
        let todo = try fullTodo()
        func update(_ edit: (inout Todo) -> Void) -> Todo.Update {
            var edited = todo
            edit(&edited)
            return Todo.Update(from: todo, to: edited)
        }
        #expect(update { $0.title = "b" } == Todo.Update(id: todo.id, title: "b"))
        #expect(update { $0.notes = "" } == Todo.Update(id: todo.id, notes: ""))
        #expect(update { $0.completedAt = nil } == Todo.Update(id: todo.id, completedAt: .clear))
        #expect(update { $0.completedAt = noon } == Todo.Update(id: todo.id, completedAt: .set(noon)))
        #expect(update { $0.due = nil } == Todo.Update(id: todo.id, due: .clear))
        #expect(update { $0.priority = .low } == Todo.Update(id: todo.id, priority: .set(.low)))
        #expect(update { $0.location = nil } == Todo.Update(id: todo.id, location: .clear))
        #expect(
            update { $0.extras = ["a": 2, "c": 3] }
                == Todo.Update(id: todo.id, extras: ["a": .set(2), "b": .clear, "c": .set(3)]))
        #expect(
            update {
                $0.createdAt = noon; $0.updatedAt = noon
            }.isEmpty)
    }

    @Test("of tags adds and removes what differs, and leaves alone what others may have added since")
    func tags() throws {
        let todo = try fullTodo()
        var edited = todo
        edited.tags = [tag("home"), tag("office")]
        let update = Todo.Update(from: todo, to: edited)
        #expect(update.tags == Todo.TagChange(add: [tag("office").id], remove: [tag("shop").id]))
        #expect(update.tags?.removesOthers == false)
        edited.tags = todo.tags.reversed()
        edited.tags[0].title = "renamed"
        #expect(Todo.Update(from: todo, to: edited).isEmpty)
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
        #expect(Tag.Update(from: tag("home"), to: edited) == Tag.Update(id: edited.id, color: .set("red")))
        #expect(Tag.Update(from: edited, to: tag("home")) == Tag.Update(id: edited.id, color: .clear))
        let place = try #require(try fullTodo().location)
        var moved = place
        moved.altitude = 400
        #expect(Location.Update(from: place, to: moved) == Location.Update(id: place.id, position: moved.position))
        moved = place
        moved.placeName = nil
        #expect(Location.Update(from: place, to: moved) == Location.Update(id: place.id, placeName: .clear))
        #expect(Location.Update(from: place, to: place) == Location.Update(id: place.id))
    }

    @Test("tells a new value from none any more")
    func change() {
        #expect(Change("a") == .set("a") && Change<String>(nil) == .clear)
        #expect(Change(from: "a", to: "a") == nil && Change<String>(from: nil, to: nil) == nil)
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
