import JSON
import TestSupport
import TodoDomain

/// Replicas of one to-do that clash as often as possible: few devices, few milliseconds, few registers, few values.
struct RecordGenerator {
    static let registers = ["title", "notes", "priority", "due", "extras.uda", "futureField"]
    static let tags = ["home", "shop"]
    static let values: [JSONValue] = [
        .null, "a", "b", 1, .double(1), true, ["day": "2026-11-21"], [],
    ]
    /// Values that Swift considers equal but whose canonical JSON differs.
    static let twins: [JSONValue] = ["\u{E9}", "e\u{301}", .double(0), .double(-0.0)]

    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func stamp() -> Stamp {
        Stamp(
            milliseconds: Int64.random(in: 1...2, using: &generator), counter: Int.random(in: 0...1, using: &generator),
            device: DeviceID(rawValue: UInt64.random(in: 1...2, using: &generator)))
    }

    mutating func register() -> Record.Register {
        let ownStamp = stamp()
        return Record.Register(
            generator.pick(generator.chance(0.5) ? Self.twins : Self.values), generator.chance(0.3) ? nil : ownStamp)
    }

    mutating func record() -> Record {
        var record = Record(
            kind: .todo, id: "todo", createdAt: Int64.random(in: 1...3, using: &generator), origin: stamp())
        for name in Self.registers where generator.chance(0.6) { record.registers[name] = register() }
        for tag in Self.tags where generator.chance(0.5) {
            record.elements[tag] = Record.Element(isPresent: generator.chance(0.5), stamp: stamp())
        }
        if generator.chance(0.5) {
            record.deletion = register()
            record.deletion?.value =
                generator.chance(0.3) ? .null : .integer(Int64.random(in: 1...2, using: &generator))
        }
        return record
    }

    mutating func records(_ count: Int) -> [Record] { (0..<count).map { _ in record() } }
}
