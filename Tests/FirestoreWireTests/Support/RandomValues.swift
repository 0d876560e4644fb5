import FirestoreWire
import TestSupport

extension Value {
    /// Any value, with maps and arrays up to `depth`.
    static func random(depth: Int = 3, using generator: inout SeededGenerator) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 14 : 11), using: &generator) {
        case 0: .null
        case 1: .boolean(.random(using: &generator))
        case 2: .integer(Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator))
        case 3: .double(Double(bitPattern: generator.next()))
        case 4: .double(Double(Int.random(in: -3...3, using: &generator)))
        case 5: .integer(.random(in: -3...3, using: &generator))
        case 6: .timestamp(.random(using: &generator))
        case 7: .string(text(using: &generator))
        case 8:
            .bytes((0..<Int.random(in: 0...5, using: &generator)).map { _ in .random(in: 0...255, using: &generator) })
        case 9: .reference("projects/p/databases/d/documents/c/" + text(using: &generator))
        case 10:
            .geoPoint(
                GeoPoint(
                    latitude: .random(in: -90...90, using: &generator),
                    longitude: .random(in: -180...180, using: &generator)))
        case 11:
            .array(
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
        default: .map(.random(depth: depth - 1, using: &generator))
        }
    }

    static func text(using generator: inout SeededGenerator) -> String {
        let alphabet = ["a", "b", "\"", "\\", "\n", "/", "é", "e\u{301}", "€", "\u{FFFD}", "😀", "\u{0}", "."]
        return (0..<Int.random(in: 0...8, using: &generator))
            .compactMap { _ in alphabet.randomElement(using: &generator) }.joined()
    }
}

extension Fields {
    /// Up to three fields with any names and values.
    static func random(depth: Int = 3, using generator: inout SeededGenerator) -> Fields {
        var fields = Fields()
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            fields[Value.text(using: &generator)] = .random(depth: depth, using: &generator)
        }
        return fields
    }
}

extension Timestamp {
    /// Any time, at any precision.
    static func random(using generator: inout SeededGenerator) -> Timestamp {
        let scale: Int32 = [1, 1000, 1_000_000, 1_000_000_000].randomElement(using: &generator) ?? 1
        let nanoseconds = Int32.random(in: 0..<1_000_000_000, using: &generator)
        return Timestamp(
            seconds: .random(in: validSeconds, using: &generator), nanoseconds: nanoseconds - nanoseconds % scale)
            ?? distantPast
    }
}
