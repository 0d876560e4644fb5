import Foundation
import Testing
import TodoDomain

@Suite("What can be asked")
struct QueryConditionTests {
    private let noon = Date(milliseconds: 1_795_262_400_000)

    @Test("of a to-do: its state, tags, place, priority and id")
    func state() throws {
        let tag = Tag(id: TagName.id(for: "home"), title: "home", createdAt: noon)
        let place = Location(
            id: .init(stored: "p"), coordinate: try Coordinate(latitude: 47, longitude: 8), createdAt: noon)
        let plain = todo("plain")
        let full = todo("full") {
            ($0.completedAt, $0.tags, $0.location, $0.priority) = (noon, [tag], place, .high)
        }
        let all = [plain, full]
        #expect(try found(.all.open, all) == ["plain"] && found(.all.done, all) == ["full"])
        #expect(try found(.all.tagged(tag), all) == ["full"] && found(.all.untagged, all) == ["plain"])
        #expect(try found(.all.tagged([TagName.id(for: "shop"), tag.id]), all) == ["full"])
        #expect(try found(.all.tagged([]), all).isEmpty && found(.ids([]), all).isEmpty)
        #expect(try found(.all.located(place), all) == ["full"])
        #expect(try found(.all.priority(.high), all) == ["full"] && found(.all.priority(nil), all) == ["plain"])
        #expect(
            try found(.id(full.id), all) == ["full"] && found(.ids([plain.id, full.id]), all) == ["full", "plain"])
        #expect(
            try found(.all.filter(.hasDue(true)), all).isEmpty && found(.all.filter(.hasDue(false)), all).count == 2)
    }

    @Test("of a to-do: words in its title, notes and tags, each wherever it stands")
    func matching() throws {
        let full = todo("Crème brûlée") {
            $0.notes = "für Anaïs"
            $0.tags = [Tag(id: TagName.id(for: "Küche"), title: "Küche", createdAt: noon)]
        }
        for text in ["creme", "kuche ANAIS", "brule fur creme", "REM"] {
            #expect(try found(.all.matching(text), [full]).count == 1, "\(text)")
        }
        for text in ["creme bruxelles", "anaiskuche", "creme*", "brulee fur%"] {
            #expect(try found(.all.matching(text), [full]).isEmpty, "\(text)")
        }
    }

    @Test("of a to-do: times of its own, the first included and the last not")
    func times() throws {
        let all = (0...3).map { offset in
            todo("\(offset)") { $0.completedAt = offset == 0 ? nil : noon + Double(offset) }
        }
        func query(_ from: Date?, _ until: Date?) -> Query<Todo> {
            .all.filter(.time(.completed, from: from, until: until))
        }
        #expect(try found(query(noon + 1, noon + 3), all) == ["1", "2"])
        #expect(try found(query(noon + 1.0004, noon + 2.9996), all) == ["1", "2"])
        #expect(try found(query(nil, noon + 2), all) == ["1"] && found(query(nil, nil), all) == ["1", "2", "3"])
    }

    @Test("of a to-do: whether it is overdue, and due on a day")
    func due() throws {
        let zone = try zone("Europe/Zurich")
        let all = [
            todo("yesterday") { $0.due = .day(Day(containing: noon, in: zone).adding(days: -1)) },
            todo("today") { $0.due = .day(Day(containing: noon, in: zone)) },
            todo("before noon") { $0.due = .instant(noon - 1, zone) },
            todo("after noon") { $0.due = .instant(noon + 1, zone) },
            todo("done") { ($0.due, $0.completedAt) = (.instant(noon - 1, zone), noon) },
            todo("never"),
        ]
        #expect(try found(.overdue(on: noon, in: zone), all) == ["before noon", "yesterday"])
        #expect(
            try found(.all.due(on: Day(containing: noon, in: zone), in: zone), all)
                == ["after noon", "before noon", "done", "today"])
    }

    @Test("of a to-do: whether its place is near, also across the date line and at the poles")
    func near() throws {
        func place(_ latitude: Double, _ longitude: Double) throws -> Location {
            Location(
                id: .init(stored: "p"), coordinate: try Coordinate(latitude: latitude, longitude: longitude),
                createdAt: noon)
        }
        let fiji = todo("Fiji") { $0.location = try? place(-17, 179.999) }
        #expect(try found(.all.near(place(-17, -179.999), within: 300), [fiji]) == ["Fiji"])
        #expect(try found(.all.near(place(-17, -179.999), within: 200), [fiji]).isEmpty)
        let pole = todo("pole") { $0.location = try? place(90, 0) }
        #expect(try found(.all.near(place(90, 135), within: 0.001), [pole]) == ["pole"])
        #expect(try found(.all.near(place(90, 135), within: -1), [pole]).isEmpty)
        #expect(try found(.all.near(place(0, 0), within: .infinity), [todo("nowhere"), pole]) == ["pole"])
    }

    @Test("of tags and locations: their name, but for case, and words in it")
    func names() throws {
        let tags = ["Home office", "Café"].map { Tag(id: TagName.id(for: $0), title: $0, createdAt: noon) }
        #expect(try Query.titled("HOME  Office").answer(from: tags).items == [tags[0]])
        #expect(try Query.titled("cafe").answer(from: tags).items.isEmpty)
        #expect(try Query.all.matching("cafe").answer(from: tags).items == [tags[1]])
        #expect(try Query.all.answer(from: tags).items == [tags[1], tags[0]])
        let point = try Coordinate(latitude: 1, longitude: 2)
        let places = ["Zürich HB", nil].enumerated().map { index, name in
            Location(id: .init(stored: "p\(index)"), coordinate: point, placeName: name, createdAt: noon)
        }
        #expect(try Query.named("zurich hb").answer(from: places).items == [places[0]])
        #expect(try Query.all.near(point, within: 0).answer(from: places).items == [places[1], places[0]])
        #expect(try Query.all.matching("HB zur").answer(from: places).items == [places[0]])
    }

    @Test("of an order: what has no value sorts to its place")
    func emptyValues() throws {
        let all = [
            todo("none"), todo("low") { $0.priority = .low }, todo("high") { $0.priority = .high },
            todo("due") { $0.due = .instant(noon, zone: "UTC") },
            todo("done") { $0.completedAt = Date(milliseconds: -1) },
        ]
        #expect(try order(.all.descending(\.priority), all) == ["high", "low", "due", "done", "none"])
        #expect(try order(.all.ascending(\.due), all) == ["due", "high", "low", "done", "none"])
        #expect(try order(.all.ascending(\.completedAt), all) == ["none", "low", "high", "due", "done"])
        #expect(try order(.all.descending(\.title), all) == ["none", "low", "high", "due", "done"])
    }

    private func todo(_ title: String, _ edit: (inout Todo) -> Void = { _ in }) -> Todo {
        var todo = Todo(id: .init(stored: title), title: title, createdAt: noon)
        edit(&todo)
        return todo
    }

    private func order(_ query: Query<Todo>, _ todos: [Todo]) throws -> [String] {
        try query.answer(from: todos).items.map(\.title)
    }

    private func found(_ query: Query<Todo>, _ todos: [Todo]) throws -> [String] { try order(query, todos).sorted() }
}
