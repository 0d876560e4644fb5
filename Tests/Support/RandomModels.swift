package import Foundation
package import JSON
package import TodoDomain

/// What random stores and queries draw from: few enough values that they meet.
package struct RandomWorld: Sendable {
    /// Words that fold in interesting ways, and fragments of query syntax.
    package static let words = [
        "creme", "Crème", "brûlée", "STRASSE", "Straße", "İstanbul", "istanbul", "Αθήνα", "αθηνα", "ΣΊΣΥΦΟΣ", "牛乳",
        "を買う",
        "e\u{301}", "\u{E9}", "Łódź", "हिन्दी", "AND", "OR", "NEAR(a", "\"", "%", "_", "*", "-x", "^", "title:", "a", "bc",
    ]
    /// Zones on both sides of Greenwich and of the date line.
    package static let zones = ["Europe/Zurich", "America/New_York", "Pacific/Kiritimati", "Asia/Kolkata", "UTC"]
        .compactMap(TimeZone.init(identifier:))
    /// The names of properties that to-dos have from apps and imports; an index and a path can have the first two.
    package static let extraNames = ["app.mood", "com.example.size-2", "it's \"quoted\"", "größe"]
    /// Their values, of every type, some of which sort alike.
    package static let extraValues: [JSONValue] = [
        1, 2, 2.0, 1.5, -3, true, false, "", "a", "b", "bc", "B", "é", "e\u{301}", "1", 1e300, -0.25,
        .integer(1 << 53 + 1), .integer(.max), [1, "a"], ["k": 1.0],
    ]
    /// The minutes that to-dos take, few enough that they meet.
    package static let estimates: [Int?] = [nil, 15, 60, 90, nil, Limits.estimate.upperBound]
    /// The members who are to do them.
    package static let assignees = [nil, "ann", "bob", nil, "C:1"]
    /// The moment around which everything happens.
    package static let now = ManualClock().now

    /// The tags of the store.
    package var tags: [Tag]
    /// The places of the store.
    package var locations: [Location]

    /// Tags and places.
    package init(using generator: inout SeededGenerator) throws {
        tags = []
        locations = []
        for index in 0..<8 {
            let title = try? Validation.tagTitle(generator.words(1...2))
            tags.append(.sample("tag\(index)", title ?? "tag", color: generator.chance(0.5) ? "blue" : nil))
        }
        for index in 0..<6 {
            let name = generator.chance(0.8) ? generator.words(1...2) : nil
            locations.append(
                try .sample(
                    "place\(index)", try? name.map(Validation.placeName),
                    latitude: Double(Int.random(in: -90...90, using: &generator)),
                    longitude: generator.pick([-180, -179.99, 0, 8.5, 179.99, 180]),
                    altitude: generator.chance(0.5) ? 408 : nil))
        }
    }

    /// A to-do of this world.
    package func todo(_ id: String, using generator: inout SeededGenerator) -> Todo {
        let title = generator.chance(0.6) ? generator.words(1...4) : generator.hostileText(upTo: 12)
        let notes = generator.chance(0.5) ? generator.words(0...5) : generator.hostileText(upTo: 30)
        // Without the generator, so that the rest stays as it was.
        let alarms = id.utf8.reduce(0) { $0 + Int($1) } % 3 == 0 ? [Alarm(.before(.zero, of: .either))] : []
        let estimate = Self.estimates[id.utf8.reduce(0) { ($0 * 5 + Int($1)) % 1000 } % Self.estimates.count]
        let assignee = Self.assignees[id.utf8.reduce(0) { ($0 * 7 + Int($1)) % 1000 } % Self.assignees.count]
        var extras: [String: JSONValue] = [:]
        for (place, name) in Self.extraNames.enumerated() {
            let number = id.utf8.reduce(place * 7) { $0 * 3 + Int($1) }
            if number % 3 > 0 { extras[name] = Self.extraValues[number % Self.extraValues.count] }
        }
        return Todo(
            id: Todo.ID(stored: id), title: (try? Validation.title(title)) ?? "untitled",
            notes: (try? Validation.notes(notes)) ?? "", createdAt: generator.moment(),
            completedAt: generator.chance(0.4) ? generator.moment() : nil,
            due: generator.chance(0.7) ? generator.due() : nil,
            priority: generator.chance(0.6) ? generator.pick(Priority.allCases) : nil,
            start: generator.chance(0.3) ? generator.due() : nil,
            startedAt: generator.chance(0.2) ? generator.moment() : nil, estimate: estimate, assignee: assignee,
            tags: tags.filter { _ in generator.chance(0.2) },
            location: generator.chance(0.5) ? generator.pick(locations) : nil, alarms: alarms, extras: extras)
    }
}

extension SeededGenerator {
    /// Some of the words, with spaces between them.
    package mutating func words(_ count: ClosedRange<Int>) -> String {
        (0..<Int.random(in: count, using: &self)).map { _ in pick(RandomWorld.words) }.joined(separator: " ")
    }

    /// A moment near ``RandomWorld/now``, not seldom the same as another, on a whole millisecond or between two.
    package mutating func moment() -> Date {
        let offset = pick([0, 0.001, 0.0004, -0.0004, 1, -3_600, 86_400, -86_400, 1_000_000])
        return RandomWorld.now + offset * Double(Int.random(in: 0...3, using: &self))
    }

    /// A day near ``RandomWorld/now``.
    package mutating func day() -> Day {
        Day(containing: RandomWorld.now, in: .gmt).adding(days: Int.random(in: -2...2, using: &self))
    }

    /// A due date near ``RandomWorld/now``.
    package mutating func due() -> Due {
        chance(0.5) ? .day(day()) : .instant(moment(), pick(RandomWorld.zones))
    }
}
