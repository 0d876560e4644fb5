import JSON
import TestSupport
import Version010

extension Edit {
    /// The same action, performed with version 0.1.0.
    func perform(in transaction: inout Version010.Transaction) throws {
        var generator = SeededGenerator(seed: salt)
        let id = "t\(Int.random(in: 0..<9, using: &generator))"
        let name = generator.pick(Self.names)
        let place = "p\(Int.random(in: 0..<3, using: &generator))"
        let tag = Transaction.tagID(for: name)
        switch Int.random(in: 0..<23, using: &generator) {
        case 0..<4:
            var registers: [String: JSONValue] = ["title": .string(value)]
            if generator.chance(0.5) { registers["notes"] = .string("n" + value) }
            transaction.createTodo(id, registers, createdAt: now)
        case 4..<8:
            var registers: [String: JSONValue] = ["title": .string(generator.chance(0.03) ? ModelServer.poison : value)]
            if generator.chance(0.5) { registers["notes"] = .string(value) }
            try transaction.update(.todo, id, registers)
        case 8:
            let isDone = !generator.chance(0.5)
            try transaction.update(.todo, id, ["completion": isDone ? ["done": true, "at": .integer(now)] : .null])
        case 9:
            let dues: [JSONValue] = [.null, ["day": "2026-12-24"], ["at": .integer(now), "zone": "Europe/Zurich"]]
            let due = generator.pick(dues)
            try transaction.update(.todo, id, ["due": due])
        case 10: try transaction.update(.todo, id, ["priority": generator.pick(["low", "high", .null])])
        case 11, 12: try transaction.setTag(transaction.tag(titled: name), of: id, to: true)
        case 13: try transaction.setTag(tag, of: id, to: false)
        case 14:
            let position: JSONValue = [
                "latitude": .double(Double(generator.next() % 90)), "longitude": 8.5, "altitude": .null,
            ]
            transaction.createLocation(place, ["position": position, "placeName": .string(value)], createdAt: now)
            try transaction.put(id, at: place)
        case 15: try transaction.delete(.todo, id)
        case 16:
            if generator.chance(0.5) {
                try transaction.delete(.tag, tag)
            } else {
                try transaction.delete(.location, place)
            }
        case 17: try transaction.update(.tag, tag, ["color": .string(value)])
        case 18:
            let key = generator.pick(["x.`y", "\u{E9}", "e\u{301}"])
            try transaction.setExtra(key, of: id, to: generator.chance(0.3) ? .null : .string(value))
        case 19: try transaction.undelete(.todo, id)
        case 20: try transaction.update(.tag, tag, ["title": .string(generator.pick([name, value, "home", "shop"]))])
        case 21: try transaction.merge(tag: tag, into: Transaction.tagID(for: generator.pick(Self.names)))
        default:
            let id = generator.chance(0.7) ? "f\(Int.random(in: 0..<2, using: &generator))" : id
            transaction.importTodo(
                id, title: value, date: 1_795_000_000_000 + Int64(generator.next() % 3) * 250_000_000)
        }
    }
}
