import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport

/// Makes random requests of a user in the user's space: about half of the commits follow the rules, the others break
/// one or two of them.
struct RandomSpaceRequests {
    private let user: String
    private var generator: SeededGenerator
    private var sequence: Int64?
    private var gcSequence: Int64 = 0

    init(user: String, seed: UInt64) {
        self.user = user
        generator = SeededGenerator(seed: seed)
    }

    /// Learns from the current head.
    mutating func learn(head: JSONValue) {
        func number(_ field: String) -> Int64? {
            let value = head["fields"]?[field]
            if let text = value?["integerValue"]?.string { return Int64(text) }
            return value?["doubleValue"]?.number.flatMap { Int64(exactly: $0.rounded()) }
        }
        sequence = number("seq")
        gcSequence = number("gcSeq") ?? gcSequence
    }

    mutating func next() -> Exchange {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: Exchange(.get, "/users/\(space())/\(kind())/\(PercentEncoding.encode(id()))")
        case 1: Exchange(.get, "/users/\(space())/\(kind())?orderBy=__name__")
        case 2:
            Exchange(
                .post, "/users/\(space()):runQuery",
                [
                    "structuredQuery": [
                        "from": [["collectionId": .string(kind()), "allDescendants": .bool(generator.chance(0.2))]]
                    ]
                ])
        case 3: Exchange(.post, "/users/\(space()):listCollectionIds", [:])
        case 4:
            Exchange(
                .patch, "/users/\(space())/\(kind())/\(PercentEncoding.encode(id()))",
                ["fields": record(1).jsonObject])
        default: Exchange(.post, ":commit", ["writes": .array(writes())])
        }
    }

    private mutating func space() -> String { generator.chance(0.1) ? "somebody" : user }
    private mutating func kind() -> String {
        generator.chance(0.9)
            ? generator.pick(["todos", "tags", "locations"])
            : generator.pick([
                "sync", "foo", "packs", "lists", "comments", "conflicts", "filters", "devices", "keys", "members",
                "invites",
                "blobs", "x-app", "x-", "x-App", "x-a_b", "xy-a",
                "x-" + String(repeating: "a", count: 41),
            ])
    }
    private mutating func id() -> String {
        generator.chance(0.92)
            ? generator.pick(["a", "b", "c"])
            : generator.pick(["a.b", "head", String(repeating: "x", count: 64), String(repeating: "x", count: 65), "é"])
    }

    private mutating func writes() -> [JSONValue] {
        let next = (sequence ?? 0) + 1
        let moves = sequence == nil || generator.chance(0.85)
        var writes: [JSONValue] = moves ? [head(next)] : []
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let name = "<documents>/users/\(generator.chance(0.97) ? user : "somebody")/\(kind())/\(id())"
            if generator.chance(0.2) {
                writes.append(["delete": .string(name)])
                continue
            }
            if generator.chance(0.1) {
                writes.append(["verify": .string(name), "currentDocument": ["exists": .bool(generator.chance(0.7))]])
                continue
            }
            let sequence = (moves ? next : next - 1) + generator.pick([0, 0, 0, 0, 0, 0, 0, 0, 1, -1])
            var write: JSONValue = ["update": ["name": .string(name), "fields": record(sequence).jsonObject]]
            if generator.chance(0.1) {
                write = write.adding("currentDocument", ["exists": .bool(.random(using: &generator))])
            }
            if generator.chance(0.2) {
                write = write.adding("updateMask", ["fieldPaths": ["seq", "hi"]])
            }
            writes.append(write)
        }
        if generator.chance(0.1) { writes.shuffle(using: &generator) }
        return writes
    }

    private mutating func head(_ next: Int64) -> JSONValue {
        var fields: Fields = [
            "seq": .integer(next + generator.pick([0, 0, 0, 0, 0, 0, 0, 0, 1, -1])),
            "gcSeq": .integer(gcSequence + generator.pick([0, 0, 0, 0, 0, 1, 1, -1])),
            "epoch": .string(generator.chance(0.97) ? "e" : "other"),
            "schema": .integer(generator.chance(0.97) ? 1 : 0),
        ]
        if generator.chance(0.06) {
            let name = generator.pick(["seq", "gcSeq", "epoch", "schema"])
            fields[name] = generator.pick([
                nil, .null, .string("2"), .double(Double(next)), .double(.nan), .boolean(true), .bytes([1]),
                .array([.integer(next)]),
            ])
        }
        let odd: [Value] = [
            .integer(1 << 53), .integer(1 << 53 + 1), .integer(.max), .integer(-1), .double(0x1p53), .string("1"),
        ]
        if sequence == nil, generator.chance(0.1) { fields["seq"] = generator.pick(odd) }
        if generator.chance(0.1) { fields["gcHi"] = generator.pick(odd + [.integer(next), .null]) }
        if generator.chance(0.1) {
            let name = generator.pick(["todos", "tags", "locations", "x"])
            let values: [Value] = [.map([name: generator.pick(odd)]), .map([name: .integer(next)]), .null, .integer(1)]
            fields["last"] = generator.pick(values)
        }
        var write: JSONValue = [
            "update": ["name": .string("<documents>/users/\(user)/sync/head"), "fields": fields.jsonObject]
        ]
        if generator.chance(0.2) { write = write.adding("updateMask", ["fieldPaths": ["seq", "gcSeq"]]) }
        if sequence != nil, generator.chance(0.3) {
            let time = generator.chance(0.7) ? "<update:users/\(user)/sync/head>" : "2020-01-01T00:00:00Z"
            write = write.adding("currentDocument", ["updateTime": .string(time)])
        }
        return write
    }

    private mutating func record(_ sequence: Int64) -> Fields {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        var fields: Fields = [
            "seq": .integer(sequence),
            "hi": .integer(generator.chance(0.95) ? now : now + generator.pick([500_000, 700_000])),
            "deleted": .boolean(generator.chance(0.4)),
        ]
        if generator.chance(0.06) {
            fields[generator.pick(["seq", "hi", "deleted"])] = generator.pick([
                nil, .null, .string("1"), .double(Double(sequence)), .double(.nan), .double(.infinity),
                .double(-.infinity), .bytes([1]),
            ])
        }
        return fields
    }
}

extension Fields {
    fileprivate var jsonObject: JSONValue { (try? JSONValue(parsing: json)) ?? .null }
}

extension JSONValue {
    fileprivate func adding(_ key: String, _ value: JSONValue) -> JSONValue {
        guard case .object(var members) = self else { return self }
        members[key] = value
        return .object(members)
    }
}
