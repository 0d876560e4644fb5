import FirestoreWire
import JSON
import TestSupport

/// Makes random documents and writes in a universe so small that they collide: few ids, few names, few values.
struct RandomDocuments {
    var generator: SeededGenerator

    static let names = [
        "c/a", "c/b", "c/é", "c/__id7__", "c/____", "c/a/s/x", "c/b/s/x", "c/ghost/s/y", "d/a",
    ]
    static let fields = ["a", "b", "n", "m", "seq", "a b", "é"]

    mutating func name() -> String { generator.pick(Self.names) }

    mutating func value(depth: Int = 2) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 17 : 13), using: &generator) {
        case 0: .null
        case 1: .boolean(.random(using: &generator))
        case 2, 3: .integer(.random(in: -2...3, using: &generator))
        case 4: .integer(generator.pick([.max, .min, 1 << 53 + 1]))
        case 5: .double(generator.pick([0.5, -1.5, 2, 3, 9.007199254740992e15]))
        case 6: .double(generator.pick([.nan, .infinity, -.infinity, 0, -0.0]))
        case 7, 8: .string(generator.pick(["", "a", "b", "é", "e\u{301}", "😀", "\u{FFFD}", "a\u{0}b"]))
        case 9:
            Timestamp(
                seconds: generator.pick([0, 1, -1, 1_500_000_000]),
                nanoseconds: generator.pick([0, 1, 1_500, 5_000_000])
            ).map(Value.timestamp) ?? .null
        case 10: .bytes(generator.pick([[], [0], [0, 255], [1, 2, 3]]))
        case 11:
            .geoPoint(GeoPoint(latitude: generator.pick([0, 1.5, -90]), longitude: generator.pick([0, -0.5, 180])))
        case 12: .reference("<documents>/\(name())")
        case 13, 14: .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth: 0) })
        case 15: .map(fields(depth: depth - 1))
        default:
            .map([
                "__type__": "__vector__",
                "value": [.double(1), .double(Double.random(in: 0...2, using: &generator).rounded())],
            ])
        }
    }

    mutating func fields(depth: Int = 2) -> Fields {
        var fields = Fields()
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            fields[generator.pick(Self.fields)] = value(depth: depth)
        }
        return fields
    }

    mutating func path() -> FieldPath {
        var names = (0..<(generator.chance(0.3) ? 2 : 1)).map { _ in generator.pick(Self.fields) }
        if generator.chance(0.03) { names[0] = generator.pick(["__x__", "____", "__id7__", "__"]) }
        // The names are valid.
        return (try? FieldPath(names)) ?? .documentID
    }

    mutating func mask() -> DocumentMask {
        DocumentMask((0..<Int.random(in: 0...3, using: &generator)).map { _ in path() })
    }

    mutating func transform() -> FieldTransform {
        let number: Value = generator.pick([1, -2, 0.5, .integer(.max), .double(.nan), 0])
        let elements = (0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth: 0) }
        return FieldTransform(
            path(),
            generator.pick([
                .requestTime, .increment(number), .maximum(number), .minimum(number), .appendMissingElements(elements),
                .removeAllFromArray(elements),
            ]))
    }

    /// A write as JSON.
    mutating func write() -> JSONValue {
        let name = "<documents>/\(name())"
        var write: Write
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: write = Write(.delete(name))
        case 8:
            write = Write(.verify(name))
            if generator.chance(0.9) { write.currentDocument = .exists(.random(using: &generator)) }
        case 1:
            write = Write(
                .transform(document: name, (0..<Int.random(in: 1...2, using: &generator)).map { _ in transform() }))
        case 2, 3: write = Write(.update(Document(name: name, fields: fields()), mask: mask()))
        default: write = Write(.update(Document(name: name, fields: fields())))
        }
        if case .update = write.operation, generator.chance(0.2) { write.updateTransforms = [transform()] }
        if generator.chance(0.15) { write.currentDocument = .exists(.random(using: &generator)) }
        var json = json(write)
        if generator.chance(0.1), case .object(var members) = json {
            members["currentDocument"] = ["updateTime": .string("<update:\(name.replacing("<documents>/", with: ""))>")]
            json = .object(members)
        }
        return json
    }

    func json(_ message: some WireCodable) -> JSONValue { (try? JSONValue(parsing: message.json)) ?? .null }
}
