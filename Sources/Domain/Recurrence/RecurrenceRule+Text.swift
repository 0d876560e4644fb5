import Basics
import Foundation

extension RecurrenceRule {
    /// Parses an RRULE, such as `FREQ=MONTHLY;BYDAY=-1FR`, ignoring case.
    /// - Throws: ``TodoError``: `recurrence-not-computed` for parts of RFC 5545 or a later standard that are not
    ///   supported here (BYHOUR, SECONDLY, RSCALE, …), `bad-recurrence` for anything that is not a valid rule.
    public init(_ text: String) throws {
        guard text.utf8.count <= Self.longestText else {
            throw TodoError(.badRecurrence, "A rule has at most \(Self.longestText) bytes.")
        }
        var parts = RuleParts()
        for part in text.uppercased().split(separator: ";", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
                throw TodoError(.badRecurrence, "A rule has the form NAME=VALUE;NAME=VALUE, not “\(part.excerpt)”.")
            }
            try parts.read(sides[0], sides[1])
        }
        guard let frequency = parts.frequency else { throw TodoError(.badRecurrence, "A rule needs a FREQ.") }
        try self.init(
            frequency, interval: parts.interval, months: parts.months, weekNumbers: parts.weekNumbers,
            yearDays: parts.yearDays, monthDays: parts.monthDays, weekdays: parts.weekdays, positions: parts.positions,
            weekStart: parts.weekStart, end: parts.end)
    }

    /// Longer than the longest canonical text; bounds the work on hostile text.
    private static let longestText = 16_384

    fileprivate static let weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
}

extension RecurrenceRule: CustomStringConvertible {
    /// The rule as an RRULE: a canonical text, which parses as the same rule.
    public var description: String {
        var text = "FREQ=\(frequency.rawValue)"
        func write(_ name: String, _ values: [some CustomStringConvertible]) {
            if !values.isEmpty { text += ";\(name)=\(values.map(\.description).joined(separator: ","))" }
        }
        if interval > 1 { write("INTERVAL", [interval]) }
        switch end {
        case .count(let count): write("COUNT", [count])
        case .day(let day): write("UNTIL", [day.iso8601Basic])
        case .moment(let date): write("UNTIL", [date.iso8601Basic])
        case .wallClock(let milliseconds): write("UNTIL", [Date(milliseconds: milliseconds).iso8601Basic.dropLast()])
        case nil: break
        }
        write("BYMONTH", months)
        write("BYWEEKNO", weekNumbers)
        write("BYYEARDAY", yearDays)
        write("BYMONTHDAY", monthDays)
        write("BYDAY", weekdays.map { "\($0.number.map(String.init) ?? "")\(Self.weekdayCodes[$0.day - 1])" })
        write("BYSETPOS", positions)
        if weekStart != 1 { write("WKST", [Self.weekdayCodes[weekStart - 1]]) }
        return text
    }
}

/// The parts of a rule while they are parsed.
private struct RuleParts {
    var frequency: RecurrenceRule.Frequency?
    var interval = 1
    var months: [Int] = []
    var weekNumbers: [Int] = []
    var yearDays: [Int] = []
    var monthDays: [Int] = []
    var weekdays: [RecurrenceRule.Weekday] = []
    var positions: [Int] = []
    var weekStart = 1
    var end: RecurrenceRule.End?
    private var seen: Set<Substring> = []

    mutating func read(_ name: Substring, _ value: Substring) throws {
        guard seen.insert(name).inserted else { throw TodoError(.badRecurrence, "\(name.excerpt) comes twice.") }
        switch name {
        case "FREQ": frequency = try Self.frequency(value)
        case "INTERVAL": interval = try number(value, name)
        case "BYMONTH": months = try numbers(value, name)
        case "BYWEEKNO": weekNumbers = try numbers(value, name)
        case "BYYEARDAY": yearDays = try numbers(value, name)
        case "BYMONTHDAY": monthDays = try numbers(value, name)
        case "BYSETPOS": positions = try numbers(value, name)
        case "BYDAY":
            weekdays = try value.split(separator: ",", omittingEmptySubsequences: false).map(Self.weekday)
        case "WKST":
            let weekday = try Self.weekday(value)
            guard weekday.number == nil else { throw Self.noWeekday(value) }
            weekStart = weekday.day
        case "COUNT":
            guard end == nil else { throw Self.twoEnds }
            end = .count(try number(value, name))
        case "UNTIL":
            guard end == nil else { throw Self.twoEnds }
            end = try Self.until(value)
        default:
            throw TodoError(.recurrenceNotComputed, "What \(name.excerpt) asks for is not computed.")
        }
    }

    private static let twoEnds = TodoError(.badRecurrence, "A rule has COUNT or UNTIL, not both.")

    private static func frequency(_ value: Substring) throws -> RecurrenceRule.Frequency {
        if let frequency = RecurrenceRule.Frequency(rawValue: String(value)) { return frequency }
        guard ["HOURLY", "MINUTELY", "SECONDLY"].contains(value) else {
            throw TodoError(.badRecurrence, "FREQ is DAILY, WEEKLY, MONTHLY or YEARLY, not “\(value.excerpt)”.")
        }
        throw TodoError(.recurrenceNotComputed, "A rule that repeats more than once a day is not supported.")
    }

    private func numbers(_ value: Substring, _ name: Substring) throws -> [Int] {
        try value.split(separator: ",", omittingEmptySubsequences: false).map { try number($0, name) }
    }

    private func number(_ text: Substring, _ name: Substring) throws -> Int {
        guard let number = signed(text) else {
            throw TodoError(.badRecurrence, "“\(text.excerpt)” is not a number for \(name).")
        }
        return number
    }

    private static func weekday(_ text: Substring) throws -> RecurrenceRule.Weekday {
        guard let day = RecurrenceRule.weekdayCodes.firstIndex(of: String(text.suffix(2))) else {
            throw noWeekday(text)
        }
        let digits = text.dropLast(2)
        guard !digits.isEmpty else { return RecurrenceRule.Weekday(day + 1) }
        guard let number = signed(digits) else { throw noWeekday(text) }
        return RecurrenceRule.Weekday(day + 1, number: number)
    }

    private static func noWeekday(_ text: Substring) -> TodoError {
        TodoError(.badRecurrence, "A day of the week is MO, TU, WE, TH, FR, SA or SU, not “\(text.excerpt)”.")
    }

    private static func until(_ text: Substring) throws -> RecurrenceRule.End {
        switch TimeText(basic: String(text)) {
        case .day(let day): return .day(day)
        case .instant(let milliseconds): return .moment(Date(milliseconds: milliseconds))
        case .floating(let milliseconds): return .wallClock(milliseconds)
        case nil:
            throw TodoError(
                .badRecurrence,
                "UNTIL is a day or a moment such as 20261224 or 20261224T180000Z, not “\(text.excerpt)”.")
        }
    }
}

/// A number of up to nine digits, with or without a sign.
private func signed(_ text: Substring) -> Int? {
    DigitScanner.scan(text) { scanner in
        let isNegative = scanner.take("-")
        if !isNegative { _ = scanner.take("+") }
        guard let number = scanner.number(digits: 1...9), scanner.isAtEnd else { return nil }
        return isNegative ? -number : number
    }
}
