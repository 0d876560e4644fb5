import Basics

/// How long something takes, as people write it: `90` and `90m` are minutes, `2h` and `1h30` hours and what is left over.
/// Programs write durations such as `PT1H30M`.
package enum EstimatePhrase {
    /// Parses `90`, `90m`, `90 minutes`, `2h`, `2 hours`, `1h30`, `1h 30m` and `PT1H30M`, in any case.
    /// - Returns: minutes.
    /// - Throws: ``TodoError`` with code `bad-estimate` for another text, and for minutes that are not within
    ///   ``Limits/estimate``.
    package static func parse(_ text: String) throws -> Int {
        guard let minutes = number(text) else {
            throw TodoError(
                .badEstimate,
                "“\(text.excerpt)” is not understood. Write minutes or hours, such as 90, 45m, 2h or 1h30.")
        }
        return try Validation.estimate(minutes)
    }

    /// The minutes as people write them: `45m`, `2h`, `1h30`. ``parse(_:)`` reads them again.
    package static func text(of minutes: Int) -> String {
        guard minutes >= 60 else { return "\(minutes)m" }
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return rest == 0 ? "\(hours)h" : "\(hours)h\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The minutes of a text that names their unit; nil for any other one. A number alone can be of another unit in the files of
    /// other programs.
    package static func withUnit(_ text: String) -> Int? {
        guard !text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x20 }), let minutes = number(text) else { return nil }
        return Limits.estimate.contains(minutes) ? minutes : nil
    }

    /// The minutes as a duration of RFC 5545: `PT1H30M`.
    package static func duration(of minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return "PT" + (hours == 0 ? "" : "\(hours)H") + (rest == 0 && hours != 0 ? "" : "\(rest)M")
    }

    /// Nil for what is not understood. At most nine digits are read, so that nothing overflows.
    private static func number(_ text: String) -> Int? {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        // Two numbers beside each other are not one.
        guard zip(words, words.dropFirst()).allSatisfy({ !($0.last?.isNumber ?? false && $1.first?.isNumber ?? false) })
        else { return nil }
        let text = words.joined()
        if text.hasPrefix("p") {
            guard let lead = Alarm.Lead(text.uppercased()), !lead.isAfter, lead.seconds % 60 == 0 else { return nil }
            return lead.days * 1440 + lead.seconds / 60
        }
        guard let first = text.firstIndex(where: { !("0"..."9").contains($0) }) else {
            return digits(text[...])
        }
        guard let count = digits(text[..<first]) else { return nil }
        var rest = text[first...]
        if minuteUnits.contains(rest) { return count }
        guard let unit = hourUnits.first(where: { rest.hasPrefix($0) }) else { return nil }
        rest = rest.dropFirst(unit.count)
        if rest.isEmpty { return count * 60 }
        let end = rest.firstIndex { !("0"..."9").contains($0) } ?? rest.endIndex
        guard let minutes = digits(rest[..<end]), minutes < 60 else { return nil }
        return rest[end...].isEmpty || minuteUnits.contains(rest[end...]) ? count * 60 + minutes : nil
    }

    private static func digits(_ text: Substring) -> Int? { 1...9 ~= text.utf8.count ? Int(text) : nil }

    private static let minuteUnits: Set<Substring> = ["m", "min", "mins", "minute", "minutes"]
    /// The longest first.
    private static let hourUnits = ["hours", "hour", "h"]
}

extension Validation {
    /// Validates an estimate in minutes.
    /// - Throws: ``TodoError`` with code `bad-estimate`.
    package static func estimate(_ minutes: Int) throws -> Int {
        guard Limits.estimate.contains(minutes) else {
            throw TodoError(
                .badEstimate, "An estimate is 1 minute to 8,760 hours; “\(EstimatePhrase.text(of: minutes))” is not.")
        }
        return minutes
    }
}
