import Basics

/// A length of time as typed: in days, in months or, if the time of day matters, in seconds.
enum Span: Hashable, Sendable {
    case days(Int)
    case months(Int)
    case seconds(Int)

    /// `in 3 days`, `in two weeks`, `in a week`, `in half an hour`, `in 3d`, `+3d`, `+3 days`, `+30m`, `3d`; nil for anything
    /// else.
    /// - Throws: ``TodoError`` with code `usage` for an `m` without a sign, which could be minutes or months.
    static func parse(_ words: inout PhraseWords) throws -> Span? {
        var attempt = words
        let saysIn = attempt.take("in")
        if saysIn, attempt.take(sequence: ["half", "an", "hour"]) {
            words = attempt
            return .seconds(1800)
        }
        guard let word = attempt.take({ $0 }), !saysIn || !word.hasPrefix("+") else { return nil }
        let isSigned = word.hasPrefix("+")
        let count: Int
        let number = DigitScanner.scan(word) { scanner in
            _ = scanner.take("+")
            return scanner.number(digits: 1...9)
        }
        if let number {
            count = number
        } else {
            guard saysIn, let number = numbers[word] else { return nil }
            count = number
        }
        // The unit is the rest of the word or the next word.
        let digits = word.utf8.prefix { $0 == UInt8(ascii: "+") || 0x30...0x39 ~= $0 }.count
        let glued = saysIn && digits == 0 ? "" : word.dropFirst(digits)
        if !saysIn, !isSigned, !["d", "w", "y", "m"].contains(glued) { return nil }
        guard let unit = glued.isEmpty ? attempt.take({ $0 }) : glued else { return nil }
        guard unit != "m" || isSigned else {
            throw TodoError(
                .usage,
                "\(count)m could be \(count) minutes or \(count) months; write \(count)min or \(count)mo after in.")
        }
        guard let span = Span(count, unit) else { return nil }
        words = attempt
        return span
    }

    /// A number of units; nil for an unknown unit.
    init?(_ count: Int, _ unit: Substring) {
        switch unit {
        case "d", "day", "days": self = .days(count)
        case "w", "week", "weeks": self = .days(count * 7)
        case "mo", "month", "months": self = .months(count)
        case "y", "year", "years": self = .months(count * 12)
        case "h", "hour", "hours": self = .seconds(count * 3600)
        case "m", "min", "mins", "minute", "minutes": self = .seconds(count * 60)
        default: return nil
        }
    }

    /// The numbers that are read as words.
    static let numbers: [Substring: Int] = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    ]
}
