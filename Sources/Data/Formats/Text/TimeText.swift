import Foundation
import TodoDomain

/// What a text of ISO 8601 says: a day, a moment, or a time on a clock whose zone it leaves unsaid.
enum TimeText: Equatable {
    case day(Day)
    /// Milliseconds since 1970.
    case instant(Int64)
    /// Milliseconds since 1970 as though the clock showed UTC.
    case floating(Int64)

    /// Reads `2026-11-21`, followed or not by `T` or a space, `18:00`, `:30`, `.250`, and `Z` or `+01:00`.
    init?(extended text: String) {
        guard let result = DigitScanner.scan(text, { Self.parse(&$0, dash: "-", colon: ":") }) else { return nil }
        self = result
    }

    /// Reads `20261121`, followed or not by `T180000` and `Z`.
    init?(basic text: String) {
        guard let result = DigitScanner.scan(text, { Self.parse(&$0, dash: nil, colon: nil) }) else { return nil }
        self = result
    }

    /// The moment in `zone`; nil for a day.
    func date(in zone: TimeZone) -> Date? {
        switch self {
        case .day: nil
        case .instant(let milliseconds): Date(milliseconds: milliseconds)
        case .floating(let milliseconds): zone.date(wallClock: milliseconds)
        }
    }

    private static func parse(
        _ scanner: inout DigitScanner, dash: Unicode.Scalar?, colon: Unicode.Scalar?
    ) -> TimeText? {
        guard let year = scanner.number(4), scanner.skip(dash), let month = scanner.number(2), scanner.skip(dash),
            let number = scanner.number(2), let day = try? Day(year: year, month: month, day: number)
        else { return nil }
        if scanner.isAtEnd { return .day(day) }
        guard scanner.skipAny("Tt ") else { return nil }
        guard let hour = scanner.number(2), hour < 24, scanner.skip(colon), let minute = scanner.number(2), minute < 60
        else { return nil }
        var milliseconds = Int64(day.daysSince1970) * 86_400_000 + Int64(hour) * 3_600_000 + Int64(minute) * 60_000
        if colon == nil || scanner.skip(":") {
            // Second 60 is a leap second, which is the first second of the next minute here.
            guard let second = scanner.number(2), second <= 60 else { return nil }
            milliseconds += Int64(second) * 1000
            if colon != nil, scanner.skip(".") {
                guard let fraction = scanner.fraction() else { return nil }
                milliseconds += fraction
            }
        }
        if scanner.isAtEnd { return .floating(milliseconds) }
        if !scanner.skipAny("Zz") {
            guard let offset = scanner.offset(colon: colon) else { return nil }
            milliseconds -= offset
        }
        guard scanner.isAtEnd, Limits.time.contains(milliseconds) else { return nil }
        return .instant(milliseconds)
    }
}

/// Reads numbers of known width out of ASCII text.
struct DigitScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Runs `body` over the UTF-8 of a text.
    static func scan<Result>(_ text: String, _ body: (inout DigitScanner) -> Result) -> Result {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = DigitScanner(bytes: bytes)
            return body(&scanner)
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// A number of exactly `width` digits.
    mutating func number(_ width: Int) -> Int? {
        guard bytes.count - position >= width else { return nil }
        var number = 0
        for byte in bytes[position..<position + width] {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            number = number * 10 + Int(byte &- UInt8(ascii: "0"))
        }
        position += width
        return number
    }

    /// Skips a character; true where there is none to skip.
    mutating func skip(_ character: Unicode.Scalar?) -> Bool {
        guard let character else { return true }
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Skips one of several characters.
    mutating func skipAny(_ characters: StaticString) -> Bool {
        characters.withUTF8Buffer { set in
            guard position < bytes.count, set.contains(bytes[position]) else { return false }
            position += 1
            return true
        }
    }

    /// One or more digits behind a point, as milliseconds; digits beyond the third say nothing here.
    mutating func fraction() -> Int64? {
        var (milliseconds, unit): (Int64, Int64) = (0, 100)
        let first = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
            milliseconds += Int64(bytes[position] &- UInt8(ascii: "0")) * unit
            unit /= 10
            position += 1
        }
        return position > first ? milliseconds : nil
    }

    /// `+01:00` or `+0100`, as milliseconds.
    mutating func offset(colon: Unicode.Scalar?) -> Int64? {
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(2), hours < 24, skip(colon), let minutes = number(2), minutes < 60
        else { return nil }
        let offset = Int64(hours) * 3_600_000 + Int64(minutes) * 60_000
        return isWest ? -offset : offset
    }
}
