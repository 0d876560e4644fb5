public import Foundation

/// How far to-dos are put off: by a length of time, each from its own date, or to a date. What a to-do has of a due and a start
/// date moves by the same span.
///
/// | form                              | meaning                                                            |
/// |-----------------------------------|--------------------------------------------------------------------|
/// | `3d`, `+3d`, `2w`, `+1mo`, `1y`   | so many days, weeks, months or years later than it was             |
/// | `+2h`, `+90min`                   | so long after the time at which it was                             |
/// | `friday`, `24 dec`, `in 3 days`   | that day, at the time of day that it had                           |
/// | `tomorrow 9am`, `noon`            | that moment                                                        |
public struct Deferral: Hashable, Sendable {
    private enum Target: Hashable, Sendable {
        case span(Span)
        case date(Due)
    }

    private let target: Target

    /// By one day.
    public static let day = days(1)

    /// By a number of days.
    public static func days(_ count: Int) -> Deferral { Deferral(target: .span(.days(count))) }

    /// To a date, which becomes the due date; of a to-do without one, the start date. A day keeps the time of day that the
    /// to-do had.
    public static func to(_ date: Due) -> Deferral { Deferral(target: .date(date)) }

    /// Parses `text`, typed at `now` by somebody in `timeZone`: a length of time, or what ``DuePhrase`` reads.
    /// - Throws: ``TodoError`` as ``DuePhrase``.
    public static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> Deferral {
        let context = PhraseContext(now: now, zone: timeZone, settings: settings, in: .value)
        if let span = span(text, context) { return Deferral(target: .span(span)) }
        return .to(try DuePhrase.parse(text, now: now, timeZone: timeZone, settings: settings))
    }

    /// A length of time that counts from the date of the to-do; nil for what counts from now, and for a date.
    private static func span(_ text: String, _ context: PhraseContext) -> Span? {
        guard text.utf8.count <= DuePhrase.longestPhrase else { return nil }
        var parser = PhraseParser(text.lowercased(), context)
        for name: Substring in ["later", "short"] {
            if case .length(let length)? = parser.whole(name) { return length }
        }
        return nil
    }

    /// The dates of a to-do that is put off.
    /// - Parameter title: for the refusal.
    /// - Throws: ``TodoError`` with code `usage` for a to-do without a date, hours that are to count from a day without a time,
    ///   and a date before the one that it has; `impossible-day` or `impossible-time` outside the years 1 to 9999.
    package func dates(of title: String, due: Due?, start: Due?) throws -> (due: Due?, start: Due?) {
        guard let own = due ?? start else {
            throw TodoError(
                .usage, "“\(title)” has no date to put off; give it a due or a start date first.",
                effect: .nothingChanged)
        }
        let moved = try moved(own, of: title)
        guard !moved.isEarlier(than: own) else {
            throw TodoError(
                .usage, "“\(title)” already has a later date, so this would not put it off; set its date instead.",
                effect: .nothingChanged)
        }
        guard due != nil else { return (nil, moved) }
        return (moved, try start?.carried(from: own, to: moved))
    }

    private func moved(_ own: Due, of title: String) throws -> Due {
        switch (target, own) {
        case (.span(.days(let count)), _): own.on(try own.day.moved(days: count))
        case (.span(.months(let count)), _): own.on(try own.day.moved(months: count))
        case (.span(.seconds(let count)), .instant(let date, let zone)):
            .instant(try Validation.time(date.addingTimeInterval(Double(count))), zone: zone)
        case (.span(.seconds), .day):
            throw TodoError(
                .usage, "“\(title)” has a day without a time, so it cannot be put off by hours; say days, or a time.",
                effect: .nothingChanged)
        case (.date(.day(let day)), _): own.on(day)
        case (.date(let date), _): date
        }
    }
}

extension Due {
    /// Whether it is on an earlier day, or at an earlier moment, than another one.
    fileprivate func isEarlier(than other: Due) -> Bool {
        guard case .instant(let date, _) = self, case .instant(let otherDate, _) = other else { return day < other.day }
        return date < otherDate
    }

    /// This date as far from `target` as it was from `origin`: as many days, and for two moments also as much of a day.
    fileprivate func carried(from origin: Due, to target: Due) throws -> Due {
        let days = target.day.daysSince1970 - origin.day.daysSince1970
        // Not for the same day: the local time may be the second of two.
        let moved = days == 0 ? self : on(try day.moved(days: days))
        let sameTime = days == 0 ? origin : origin.on(target.day)
        guard case .instant(let date, let zone) = moved, case .instant(let from, _) = sameTime,
            case .instant(let to, _) = target
        else { return moved }
        return .instant(try Validation.time(date.addingTimeInterval(to.timeIntervalSince(from))), zone: zone)
    }
}
