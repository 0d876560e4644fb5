import Foundation
import JSON
import Testing
import TodoDomain

@Suite("The check of a value")
struct ValidationValueTests {
    private let now = Date(milliseconds: 1_795_262_400_000)

    @Test("takes the points of the earth and no others")
    func coordinates() throws {
        for (latitude, longitude) in [(90, 180), (-90, -180), (0, 0), (47.37, 8.54)] as [(Double, Double)] {
            #expect(try Coordinate(latitude: latitude, longitude: longitude).latitude == latitude)
        }
        for latitude in [90.000_001, -91, .infinity, -.infinity, .nan] {
            expectTodoError(.impossibleLatitude) { try Coordinate(latitude: latitude, longitude: 0) }
        }
        for longitude in [180.000_001, -181, .infinity, .nan] {
            expectTodoError(.impossibleLongitude) { try Coordinate(latitude: 0, longitude: longitude) }
        }
        #expect(try Coordinate(latitude: -0.0, longitude: -0.0).latitude.sign == .plus)
    }

    @Test(
        "takes no point out of JSON that does not exist",
        arguments: [
            #"{"latitude":91,"longitude":0}"#, #"{"latitude":0,"longitude":1e300}"#, #"{"latitude":0}"#,
        ])
    func decodedCoordinates(text: String) throws {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Coordinate.self, from: Data(text.utf8)) }
        let point = try Coordinate(latitude: 47.37, longitude: 8.54)
        #expect(try recoded(point) == point)
    }

    @Test("takes altitudes from the centre of the earth to geostationary orbit")
    func altitudes() throws {
        #expect(try Validation.altitude(-6_400_000) == -6_400_000 && Validation.altitude(36_000_000) == 36_000_000)
        #expect(try Validation.altitude(-0.0).sign == .plus)
        for metres in [-6_400_000.1, 36_000_000.1, .infinity, .nan] {
            expectTodoError(.impossibleAltitude) { try Validation.altitude(metres) }
        }
    }

    @Test("takes the times of the years 1 to 9999, to the millisecond")
    func times() throws {
        for bound in [Limits.time.lowerBound, Limits.time.upperBound, 0] {
            #expect(try Validation.time(Date(milliseconds: bound)).milliseconds == bound)
        }
        #expect(try Validation.time(now + 0.0004) == now)
        for seconds in [-62_135_596_801, 253_402_300_800, 1e300, -1e300, .infinity, -.infinity, .nan] {
            expectTodoError(.impossibleTime) { try Validation.time(Date(timeIntervalSince1970: seconds)) }
        }
    }

    @Test(
        "refuses a to-do whose times no calendar has, instead of failing on them",
        arguments: [1e300, -.infinity, .infinity, .nan])
    func endlessTimes(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        expectTodoError(.impossibleTime) { try Todo(id: id(), title: "a", createdAt: date).validated() }
        expectTodoError(.impossibleTime) {
            try Todo(id: id(), title: "a", createdAt: now, completedAt: date).validated()
        }
        expectTodoError(.impossibleTime) { try Validation.due(.instant(date, .gmt)) }
        expectTodoError(.impossibleTime) { try Tag(id: id(), title: "a", createdAt: date).validated() }
    }

    @Test(
        "takes a zone that is known here, and no other",
        arguments: ["Europe/Zurich", "UTC", "America/Argentina/Ushuaia"])
    func zones(name: String) throws {
        #expect(try Validation.due(.instant(now + 0.0004, zone: name)) == .instant(now, zone: name))
        for bad in [
            "", "Nowhere/Land", "../../etc/passwd", name + "\u{0}", String(repeating: "a", count: 65), "europe zurich",
        ] {
            expectTodoError(.unknownTimeZone) { try Validation.due(.instant(now, zone: bad)) }
        }
    }

    @Test("takes extras of 262,144 bytes as JSON and refuses one more")
    func extras() throws {
        let frame = #"{"key":""}"#.utf8.count
        var todo = Todo(id: id(), title: "a", createdAt: now)
        todo.extras = ["key": .string(String(repeating: "x", count: 262_144 - frame))]
        #expect(try todo.validated() == todo)
        todo.extras = ["key": .string(String(repeating: "x", count: 262_145 - frame))]
        expectTodoError(.extrasTooLong) { try todo.validated() }
        let update = Todo.Update(id: todo.id, extras: todo.extras.mapValues { .set($0) })
        expectTodoError(.extrasTooLong) { try update.validated() }
        #expect(try Todo.Update(id: todo.id, extras: ["key": .clear]).validated().extras == ["key": .clear])
    }

    @Test("of a whole model checks each of its parts")
    func models() throws {
        let home = Tag(id: id(), title: " Home ", color: " red ", createdAt: now + 0.0001)
        let place = Location(
            id: id(), coordinate: try Coordinate(latitude: 1, longitude: 2), altitude: 3, placeName: " Migros ",
            createdAt: now)
        let todo = Todo(id: id(), title: " Buy milk ", createdAt: now, tags: [home], location: place)
        let valid = try todo.validated()
        #expect(valid.title == "Buy milk" && valid.tags.map(\.title) == ["Home"] && valid.tags[0].color == "red")
        #expect(valid.location?.placeName == "Migros")
        #expect(try valid.validated() == valid)
        var bad = todo
        bad.tags[0].title = ""
        expectTodoError(.emptyTagTitle) { try bad.validated() }
        bad = todo
        bad.location?.altitude = .infinity
        expectTodoError(.impossibleAltitude) { try bad.validated() }
        bad = todo
        bad.notes = "\u{0}"
        expectTodoError(.badText) { try bad.validated() }
    }

    @Test("of an update checks what it sets and lets pass what it clears")
    func updates() throws {
        let update = try Todo.Update(id: id(), title: " a ", completedAt: .set(now + 0.0004), due: .clear).validated()
        #expect(update == Todo.Update(id: id(), title: "a", completedAt: .set(now), due: .clear))
        expectTodoError(.emptyTitle) { try Todo.Update(id: id(), title: " ").validated() }
        expectTodoError(.notesTooLong) {
            try Todo.Update(id: id(), notes: String(repeating: "a", count: 262_145)).validated()
        }
        expectTodoError(.unknownTimeZone) { try Todo.Update(id: id(), due: .set(.instant(now, zone: "x"))).validated() }
        #expect(
            try Tag.Update(id: id(), title: " a ", color: .clear).validated()
                == Tag.Update(id: id(), title: "a", color: .clear))
        expectTodoError(.badColor) { try Tag.Update(id: id(), color: .set("")).validated() }
        let position = Location.Position(coordinate: try Coordinate(latitude: 1, longitude: 2), altitude: .nan)
        expectTodoError(.impossibleAltitude) { try Location.Update(id: id(), position: position).validated() }
        #expect(try Location.Update(id: id(), placeName: .clear).validated().placeName == .clear)
    }

    @Test("of extras refuses NaN and the infinities by name, at any depth; null is what is not there")
    func infiniteExtras() throws {
        let now = self.now
        func todo(_ extras: [String: JSONValue]) -> Todo { Todo(id: id(), title: "a", createdAt: now, extras: extras) }
        for number in [Double.nan, .infinity, -.infinity] {
            for value in [JSONValue.double(number), [1, .double(number)], ["deep": [["er": .double(number)]]]] {
                let error = #expect(throws: TodoError.self) { try todo(["a": 1, "moody.mood": value]).validated() }
                #expect(error?.code == .badExtra && error?.reason.contains("“moody.mood”") == true)
                expectTodoError(.badExtra) {
                    try Todo.Update(id: id(), extras: ["moody.mood": .set(value)]).validated()
                }
                let alarm = Alarm(id: .init(stored: "x"), .unknown, extras: ["a": value])
                expectTodoError(.badReminder) { try alarm.validated() }
                let record = AppRecord(
                    id: id(), type: "org.example.mood", registers: ["value": value], createdAt: now)
                let refusal = #expect(throws: TodoError.self) { try record.validated() }
                #expect(refusal?.code == .badRecord && refusal?.reason.contains("“value”") == true)
            }
        }
        let kept = try todo(["a": .null, "b": [.null], "c": .double(.greatestFiniteMagnitude)]).validated()
        #expect(kept.extras == ["b": [.null], "c": .double(.greatestFiniteMagnitude)])
        let update = try Todo.Update(id: id(), extras: ["a": .set(.null), "b": .set(1), "c": .clear]).validated()
        #expect(update.extras == ["a": .clear, "b": .set(1), "c": .clear])
    }

    private func id<Model>() -> Identifier<Model> { Identifier(stored: "0") }
}
