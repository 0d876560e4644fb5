import Foundation

/// An iCalendar object as filters look at it: the lines of what was served.
struct CalendarObject {
    /// A line, unfolded.
    struct Property {
        let name: String
        let parameters: [(name: String, value: String)]
        let value: String
    }

    /// A component with what is in it.
    struct Component {
        let name: String
        var properties: [Property] = []
        var components: [Component] = []

        /// The properties of a name.
        func properties(_ name: String) -> [Property] { properties.filter { $0.name == name } }
    }

    /// The component VCALENDAR.
    let calendar: Component

    /// Reads what our encoder has written.
    init?(_ bytes: [UInt8]) {
        var open: [Component] = []
        for line in Self.lines(bytes) {
            guard let property = Self.property(line) else { continue }
            if property.name == "BEGIN" {
                open.append(Component(name: property.value.uppercased()))
            } else if property.name == "END" {
                guard let last = open.popLast() else { return nil }
                guard !open.isEmpty else {
                    calendar = last
                    return
                }
                open[open.count - 1].components.append(last)
            } else if !open.isEmpty {
                open[open.count - 1].properties.append(property)
            }
        }
        return nil
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines: [[UInt8]] = []
        for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: true) {
            let part = part.last == 0x0D ? part.dropLast() : part
            if let first = part.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1] += part.dropFirst()
            } else {
                lines.append(Array(part))
            }
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func property(_ line: String) -> Property? {
        var pieces: [Substring] = []
        let utf8 = line.utf8
        var (start, isQuoted) = (utf8.startIndex, false)
        for index in utf8.indices {
            let byte = utf8[index]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") else { continue }
            pieces.append(line[start..<index])
            start = utf8.index(after: index)
            guard byte == UInt8(ascii: ":") else { continue }
            let parameters = pieces.dropFirst().map { piece in
                let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (parts[0].uppercased(), parts.count < 2 ? "" : parts[1].trimmingCharacters(in: ["\""]))
            }
            return Property(name: pieces[0].uppercased(), parameters: Array(parameters), value: String(line[start...]))
        }
        return nil
    }
}

extension CalendarObject.Property {
    /// The moment that a DATE or DATE-TIME means.
    /// - Parameter zone: the zone of times that have none.
    func date(in zone: TimeZone) -> Date? {
        Self.date(value, in: parameters.first { $0.name == "TZID" }.flatMap { TimeZone(identifier: $0.value) } ?? zone)
    }

    /// Reads `20261129`, `20261129T080000` or `20261129T080000Z`.
    static func date(_ text: String, in zone: TimeZone) -> Date? {
        let digits = text.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.map { Int($0) - 48 }
        guard digits.count == 8 || digits.count == 14, text.utf8.count <= 16 else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        var parts = DateComponents(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        if digits.count == 14 {
            parts.hour = number(8..<10)
            parts.minute = number(10..<12)
            parts.second = number(12..<14)
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = text.hasSuffix("Z") ? .gmt : zone
        return calendar.date(from: parts)
    }

    /// The seconds of a DURATION such as `P1DT2H`; nil if it is none.
    var duration: TimeInterval? {
        var (total, number, sign, isTime) = (0.0, 0.0, 1.0, false)
        for character in value {
            switch character {
            case "-": sign = -1
            case "+", "P": break
            case "T": isTime = true
            case "0"..."9": number = number * 10 + Double(character.wholeNumberValue ?? 0)
            case "W": (total, number) = (total + number * 604_800, 0)
            case "D": (total, number) = (total + number * 86_400, 0)
            case "H": (total, number) = (total + number * 3600, 0)
            case "M" where isTime: (total, number) = (total + number * 60, 0)
            case "S": (total, number) = (total + number, 0)
            default: return nil
            }
            guard number < 1e9 else { return nil }
        }
        return sign * total
    }
}
