import Foundation
import JSON
import TestSupport
import TodoDomain

/// Makes valid models from everything that trips up formats.
struct HostileModels {
    private var random: SeededGenerator
    private static let pieces = [
        "a", "Milk", " ", "  ", "\"", "'", "\\", "\\n", ",", ";", ":", "=", "@home", "+project", "due:2026-01-01", "x ",
        "(A) ", "2026-02-28", "BEGIN:VTODO", "END:VTODO", "é", "e\u{301}", "ß", "牛乳", "👩‍👩‍👧‍👦", "\u{200D}", "שלום",
        "العربية",
        "{", "}", "[", "]", "null", "=1+1", "-1", "%", "#", "/*", "\u{FEFF}", "\u{10FFFF}", "\u{FFFD}", "&amp;", "<b>",
    ]
    private static let lineBreaks = ["\n", "\r\n", "\t", "\n\n", "\r", "\u{2028}", "\u{1}", " \n"]
    private static let zones = ["UTC", "Europe/Zurich", "America/New_York", "Asia/Kolkata", "Pacific/Apia"]

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

    /// One line of hostile text, trimmed and not empty.
    mutating func line(maximum: Int = 8) -> String {
        let text = (0...Int.random(in: 0...maximum, using: &random)).map { _ in pick(Self.pieces) }.joined().trimmed
        return text.isEmpty ? "x" : text
    }

    mutating func time() -> Date {
        let wide = chance(10)
        let range = wide ? Limits.time : 1_500_000_000_000...1_900_000_000_000
        return Date(milliseconds: Int64.random(in: range, using: &random))
    }

    private mutating func day() -> Day { Day(daysSince1970: Int.random(in: -719_162...2_932_896, using: &random)) }

    mutating func tag() -> Tag {
        let created = time()
        let title = line(maximum: 3)
        return Tag(
            id: chance(80) ? TagName.id(for: title) : Tag.ID(uuid()), title: title,
            color: chance(50) ? nil : "#ff00aa", createdAt: created, updatedAt: time())
    }

    mutating func location() throws -> Location {
        let coordinate = try Coordinate(
            latitude: pick([0, -90, 90, 47.376887, .random(in: -90...90, using: &random)]),
            longitude: pick([0, -180, 180, 8.541694, .random(in: -180...180, using: &random)]))
        return Location(
            id: Location.ID(uuid()), coordinate: coordinate,
            altitude: chance(50) ? nil : .random(in: -400...9000, using: &random),
            placeName: chance(50) ? nil : line(maximum: 4), createdAt: time(), updatedAt: time())
    }

    mutating func uuid() -> UUID {
        let (high, low) = (random.next(), random.next())
        return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    mutating func todo(tags: [Tag] = [], locations: [Location] = []) -> Todo {
        var notes = ""
        if chance(60) {
            for _ in 0...Int.random(in: 0...12, using: &random) {
                notes += chance(30) ? pick(Self.lineBreaks) : pick(Self.pieces)
            }
        }
        let due: Due? =
            switch Int.random(in: 0..<3, using: &random) {
            case 0: .day(day())
            case 1: .instant(time(), zone: pick(Self.zones))
            default: nil
            }
        return Todo(
            id: chance(90) ? Todo.ID(uuid()) : Todo.ID("plain_ID-\(random.next())") ?? Todo.ID(uuid()), title: line(),
            notes: notes, createdAt: time(), updatedAt: time(), completedAt: chance(30) ? time() : nil, due: due,
            priority: chance(50) ? nil : pick(Priority.allCases),
            tags: tags.filter { _ in chance(20) }, location: locations.isEmpty || chance(50) ? nil : pick(locations),
            extras: chance(30) ? ["x.\(line(maximum: 2))": value(depth: 3), "y": .double(1e300)] : [:])
    }

    private mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: .bool(chance(50))
        case 1: .integer(.random(in: .min ... .max, using: &random))
        case 2: .double(pick([0.1, -1e-300, 2.5, 1e22]))
        case 3: .string(line() + pick(Self.lineBreaks))
        case 4: .string("")
        case 5: .array([.null, value(depth: depth - 1)])
        default: .object([line(): value(depth: depth - 1), "": .null])
        }
    }
}
