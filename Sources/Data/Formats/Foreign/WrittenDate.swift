import Foundation
import TodoDomain

/// A date with its year, as programs write it for people: `05.03.2026`, `2026/03/05`, `March 5, 2026 10:00 AM`,
/// `05/Mar/26`, `3/25/2026 14:30`.
enum WrittenDate {
    /// A date, or the two days that numbers with slashes can mean.
    case date(Due)
    case either(Day, Day)

    /// Reads a text; nil if it is none of these.
    static func read(_ text: String, slashOrder: PhraseSettings.SlashOrder?, in zone: TimeZone) -> WrittenDate? {
        var words = text.split { $0 == " " || $0 == "," || $0 == "\u{202F}" || $0 == "\u{A0}" }.map { $0.lowercased() }
        if let first = words.first, isWeekday(first) { words.removeFirst() }
        guard let (days, count) = days(words, slashOrder) else { return nil }
        words.removeFirst(count)
        if words.first == "at" { words.removeFirst() }
        guard let first = days.first else { return nil }
        if days.count > 1 { return .either(first, days[1]) }
        guard !words.isEmpty else { return .date(.day(first)) }
        guard let due = moment(first, words, zone) else { return nil }
        return .date(due)
    }

    private static func isWeekday(_ word: String) -> Bool {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return word.count >= 3 && names.contains { $0.hasPrefix(word) }
    }

    /// The days that the first words can mean, and the number of these words.
    private static func days(_ words: [String], _ order: PhraseSettings.SlashOrder?) -> (days: [Day], count: Int)? {
        guard let first = words.first else { return nil }
        for separator in ["/", ".", "-"] as [Character] {
            let parts = first.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let found = days(parts, separator, order)
            return found.isEmpty ? nil : (found, 1)
        }
        guard words.count >= 3 else { return nil }
        let isMonthFirst = CalendarNames.month(words[0][...]) != nil
        let (name, number) = isMonthFirst ? (words[0], words[1]) : (words[1], words[0])
        guard let month = CalendarNames.month(trimmed(name)), let day = self.number(ordinal(number)),
            words[2].count == 4, let year = self.number(words[2][...]), let found = self.day(year, month, day)
        else { return nil }
        return ([found], 3)
    }

    private static func days(
        _ parts: [Substring], _ separator: Character, _ order: PhraseSettings.SlashOrder?
    ) -> [Day] {
        if parts[0].count == 4, let year = number(parts[0]) {
            guard let month = number(parts[1]), let day = number(parts[2]) else { return [] }
            return [self.day(year, month, day)].compactMap(\.self)
        }
        guard parts[2].count == 4 || parts[2].count == 2, let last = number(parts[2]) else { return [] }
        let year = parts[2].count == 2 ? 2000 + last : last
        guard let first = number(parts[0]) else { return [] }
        if let month = CalendarNames.month(parts[1]) { return [day(year, month, first)].compactMap(\.self) }
        guard let second = number(parts[1]) else { return [] }
        let (dayFirst, monthFirst) = (day(year, second, first), day(year, first, second))
        // A full stop follows the number of a day.
        if separator == "." { return [dayFirst].compactMap(\.self) }
        switch order {
        case .dayFirst: return [dayFirst].compactMap(\.self)
        case .monthFirst: return [monthFirst].compactMap(\.self)
        case nil:
            let found = [dayFirst, monthFirst].compactMap(\.self)
            return found.count == 2 && found[0] == found[1] ? [found[0]] : found
        }
    }

    /// The moment at a time such as `10:00`, `10:00:30`, `10 am`, `10:00 AM UTC` or `10:00 +01:00`.
    private static func moment(_ day: Day, _ words: [String], _ zone: TimeZone) -> Due? {
        var words = words
        var time = words.removeFirst()
        var half: Substring?
        for suffix in ["am", "pm"] where time.hasSuffix(suffix) {
            half = Substring(suffix)
            time = String(time.dropLast(2))
        }
        if half == nil, let word = words.first, ["am", "pm", "a.m.", "p.m."].contains(word) {
            half = word.hasPrefix("a") ? "am" : "pm"
            words.removeFirst()
        }
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
        guard 1...3 ~= parts.count, parts.count > 1 || half != nil, var hour = parts[0],
            let minute = parts.count > 1 ? parts[1] : 0, let second = parts.count > 2 ? parts[2] : 0,
            0...59 ~= minute, 0...59 ~= second
        else { return nil }
        if let half {
            guard 1...12 ~= hour else { return nil }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
        }
        guard 0...23 ~= hour, let offset = offset(words) else { return nil }
        let clock = Int64(day.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        guard case .some(let seconds) = offset else { return .instant(zone.date(wallClock: clock * 1000), zone) }
        return .instant(Date(milliseconds: (clock - seconds) * 1000), zone)
    }

    /// The offset that the last words name, in seconds. `.some(nil)` means no offset; nil means that the words are something
    /// else.
    private static func offset(_ words: [String]) -> Int64?? {
        guard let word = words.first else { return .some(nil) }
        // The name of the zone may follow in brackets.
        guard words.count == 1 || words[1].hasPrefix("(") && words.last?.hasSuffix(")") == true else { return nil }
        let name = word.filter { $0 != "(" && $0 != ")" && $0 != ":" }
        if ["utc", "gmt", "z"].contains(name) { return .some(0) }
        let digits = name.hasPrefix("gmt") || name.hasPrefix("utc") ? String(name.dropFirst(3)) : name
        guard let sign = digits.first, sign == "+" || sign == "-", let value = number(digits.dropFirst()) else {
            return nil
        }
        let (hours, minutes) = digits.count > 3 ? (value / 100, value % 100) : (value, 0)
        guard hours <= 14, minutes < 60 else { return nil }
        return .some(Int64(hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1))
    }

    private static func number(_ text: Substring) -> Int? {
        guard 1...4 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }

    /// `5.` and `5th` without the characters after the number.
    private static func ordinal(_ word: String) -> Substring {
        for suffix in [".", "st", "nd", "rd", "th"] where word.hasSuffix(suffix) { return word.dropLast(suffix.count) }
        return word[...]
    }

    private static func trimmed(_ word: String) -> Substring { word.hasSuffix(".") ? word.dropLast() : word[...] }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Day? {
        try? Day(year: year, month: month, day: day)
    }
}
