public import Foundation

/// The way in which to-dos are put off: by a length of time, which counts from the date of each to-do, or to a date. The due
/// and the start date of a to-do move by the same span.
///
/// | form                              | meaning                                                            |
/// |-----------------------------------|--------------------------------------------------------------------|
/// | `3d`, `+3d`, `2w`, `+1mo`, `1y`   | that many days, weeks, months or years later than before           |
/// | `+2h`, `+90min`                   | that much later than before                                        |
/// | `friday`, `24 dec`, `in 3 days`   | that day, at the same time of day as before                        |
/// | `tomorrow 9am`, `noon`            | that moment                                                        |
public struct Deferral: Hashable, Sendable {
    private enum Target: Hashable, Sendable {
        case span(Span)
        case date(Due)
    }

    private let target: Target

    /// Puts off by one day.
    public static let day = days(1)

    /// Puts off by a number of days.
    public static func days(_ count: Int) -> Deferral { Deferral(target: .span(.days(count))) }

    /// Puts off to a date, which becomes the due date. For a to-do without a due date, it becomes the start date. A day keeps
    /// the time of day that the to-do had.
    public static func to(_ date: Due) -> Deferral { Deferral(target: .date(date)) }

    /// Parses `text`, typed at `now` by somebody in `timeZone`: a length of time, or a phrase of ``DuePhrase``.
    /// - Throws: ``TodoError`` as ``DuePhrase``.
    public static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> Deferral {
        let context = PhraseContext(now: now, zone: timeZone, settings: settings, in: .value)
        if let span = span(text, context) { return Deferral(target: .span(span)) }
        return .to(try DuePhrase.parse(text, now: now, timeZone: timeZone, settings: settings))
    }

    /// A length of time that counts from the date of the to-do; nil for a date, or a length of time that counts from now.
    private static func span(_ text: String, _ context: PhraseContext) -> Span? {
        guard text.utf8.count <= DuePhrase.longestPhrase else { return nil }
        var parser = PhraseParser(text.lowercased(), context)
        for name: Substring in ["later", "short"] {
            if case .length(let length)? = parser.whole(name) { return length }
        }
        return nil
    }

    /// The new dates of a to-do.
    /// - Parameter title: the title of the to-do, for error messages.
    /// - Throws: ``TodoError`` with code `usage` if the to-do has no date, if hours would count from a day without a time, or
    ///   if the new date is before the present one; `impossible-day` or `impossible-time` outside the years 1 to 9999.
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
    /// Whether this date is on an earlier day than another one, or at an earlier moment.
    fileprivate func isEarlier(than other: Due) -> Bool {
        guard case .instant(let date, _) = self, case .instant(let otherDate, _) = other else { return day < other.day }
        return date < otherDate
    }

    /// This date, moved as far as from `origin` to `target`: by the same number of days, and between two moments also by the
    /// same part of a day.
    fileprivate func carried(from origin: Due, to target: Due) throws -> Due {
        let days = target.day.daysSince1970 - origin.day.daysSince1970
        // On the same day, the local time must not be set again: it may be the second of two.
        let moved = days == 0 ? self : on(try day.moved(days: days))
        let sameTime = days == 0 ? origin : origin.on(target.day)
        guard case .instant(let date, let zone) = moved, case .instant(let from, _) = sameTime,
            case .instant(let to, _) = target
        else { return moved }
        return .instant(try Validation.time(date.addingTimeInterval(to.timeIntervalSince(from))), zone: zone)
    }
}
