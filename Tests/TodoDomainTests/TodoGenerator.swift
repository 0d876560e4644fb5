import Foundation
import JSON
import TestSupport
import TodoDomain

/// To-dos and queries of them, drawn from few values, so that sort keys tie and conditions match some but not all.
struct TodoGenerator {
    static let titles = ["Crème brûlée", "creme", "Buy milk", "牛乳を買う", "buy MILK", "Straße", "strasse", "zz"]

    var generator: SeededGenerator
    let tags: [Tag]
    let places: [Location]

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        tags = ["Home", "Café", "shop"].map {
            Tag(id: TagName.id(for: $0), title: $0, createdAt: Date(milliseconds: 0))
        }
        places = try [(0.0, 0.0), (0, 0.004), (60, 179.999), (60, -179.999)].enumerated().map { index, point in
            Location(
                id: Location.ID(stored: "place\(index)"),
                coordinate: try Coordinate(latitude: point.0, longitude: point.1), createdAt: Date(milliseconds: 0))
        }
    }

    mutating func time() -> Date { Date(milliseconds: 1_795_262_400_000 + Int64.random(in: 0...3, using: &generator)) }

    mutating func day() -> Day { Day(daysSince1970: 20_778 + Int.random(in: 0...3, using: &generator)) }

    mutating func todo(_ number: Int) -> Todo {
        let (created, updated, completed, instant, day) = (time(), time(), time(), time(), day())
        let due: Due? = generator.pick([nil, .day(day), .instant(instant, zone: "Europe/Zurich")])
        return Todo(
            id: Todo.ID(stored: "t\(number)"), title: generator.pick(Self.titles),
            notes: generator.pick(["", "see É"]),
            createdAt: created, updatedAt: updated, completedAt: generator.chance(0.4) ? completed : nil, due: due,
            priority: generator.pick([nil, .low, .medium, .high]), tags: tags.filter { _ in generator.chance(0.4) },
            location: generator.chance(0.5) ? generator.pick(places) : nil)
    }

    mutating func todos(_ count: Int) -> [Todo] { (0..<count).map { todo($0) }.shuffled(using: &generator) }

    mutating func condition() -> Todo.Condition {
        let (first, last, date, day) = (time(), time(), time(), day())
        return switch Int.random(in: 0..<12, using: &generator) {
        case 0: .isDone(generator.chance(0.5))
        case 1: .ids((0..<20).map { Todo.ID(stored: "t\($0)") }.filter { _ in generator.chance(0.5) })
        case 2: .tagged([generator.pick(tags).id])
        case 3: .untagged
        case 4: .located([generator.pick(places).id])
        case 5: .near(generator.pick(places).coordinate, within: 500)
        case 6: .hasDue(generator.chance(0.5))
        case 7: .due(generator.chance(0.5) ? .on(day, in: .gmt) : .before(date, in: .gmt))
        case 8: .priority([generator.pick([nil, .low, .high])])
        case 9:
            .time(generator.pick([.created, .updated, .completed]), from: min(first, last), until: max(first, last))
        case 10: .matching(SearchText.words(of: generator.pick(Self.titles)))
        default: .matching(["e"])
        }
    }

    mutating func predicate(depth: Int = 2) -> Query<Todo>.Predicate {
        guard depth > 0, generator.chance(0.6) else { return .condition(condition()) }
        let parts = (0..<Int.random(in: 0...3, using: &generator)).map { _ in predicate(depth: depth - 1) }
        return generator.pick([.and(parts), .or(parts), .not(predicate(depth: depth - 1))])
    }

    /// Returns a query for everything, in an order of up to three terms.
    mutating func query() -> Query<Todo> {
        let order = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            SortTerm<Todo>(generator.pick(Todo.SortKey.allCases), descending: generator.chance(0.5))
        }
        return Query(
            predicate: generator.chance(0.3) ? .and([]) : predicate(), order: order, isReversed: generator.chance(0.5),
            countsTotal: generator.chance(0.5))
    }
}
