import Basics

/// A length of time as typed: in days, in months or, if the time of day matters, in seconds.
enum Span: Hashable, Sendable {
    case days(Int)
    case months(Int)
    case seconds(Int)

    /// `in 3 days`, `in a week`, `in 3d`, `+3d`, `+3 days`; nil for anything else.
    /// - Throws: ``TodoError`` with code `usage` for `m`, which could be minutes or months.
    static func parse(_ words: inout PhraseWords) throws -> Span? {
        var attempt = words
        let saysIn = attempt.take("in")
        guard let word = attempt.take({ $0 }), saysIn != word.hasPrefix("+") else { return nil }
        let count: Int
        let number = DigitScanner.scan(word) { scanner in
            _ = scanner.take("+")
            return scanner.number(digits: 1...9)
        }
        if let number {
            count = number
        } else {
            guard saysIn, word == "a" || word == "an" else { return nil }
            count = 1
        }
        // The unit is the rest of the word or the next word.
        let digits = word.utf8.prefix { $0 == UInt8(ascii: "+") || 0x30...0x39 ~= $0 }.count
        let glued = saysIn && digits == 0 ? "" : word.dropFirst(digits)
        guard let unit = glued.isEmpty ? attempt.take({ $0 }) : glued, let span = try Span(count, unit) else {
            return nil
        }
        words = attempt
        return span
    }

    private init?(_ count: Int, _ unit: Substring) throws {
        switch unit {
        case "d", "day", "days": self = .days(count)
        case "w", "week", "weeks": self = .days(count * 7)
        case "mo", "month", "months": self = .months(count)
        case "y", "year", "years": self = .months(count * 12)
        case "h", "hour", "hours": self = .seconds(count * 3600)
        case "min", "mins", "minute", "minutes": self = .seconds(count * 60)
        case "m": throw TodoError(.usage, "The unit m could be minutes or months; write min or mo.")
        default: return nil
        }
    }
}
