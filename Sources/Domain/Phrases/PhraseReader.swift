import Foundation

/// Parses a phrase word by word, relative to the day and the moment at which it was typed.
///
/// Each part consumes its words and returns their meaning, or returns nil and consumes nothing.
struct PhraseReader {
    var words: PhraseWords
    let now: Date
    let today: Day
    let timeZone: TimeZone
    let settings: PhraseSettings
    /// From what `+1w` counts; nil for today, or now.
    var origin: Due?
    /// Whether what is said is to come, so that a part of today that has passed is refused.
    var isToCome = false
    /// Whether the time is said to be `midnight`, which may be either end of a day.
    private var saysMidnight = false

    init(_ words: PhraseWords, now: Date, timeZone: TimeZone, settings: PhraseSettings) {
        (self.words, self.now, self.timeZone, self.settings) = (words, now, timeZone, settings)
        today = Day(containing: now, in: timeZone)
    }

    /// The meaning of the phrase; nil if it is not understood.
    consuming func due() throws -> Due? {
        if let moment = try momentFromNow() { return words.isAtEnd ? moment : nil }
        let due: Due?
        saysMidnight = words.contains("midnight")
        if let time = try timeOfDay() {
            // "noon on monday", or a time alone.
            _ = words.take("on")
            due = words.isAtEnd ? try next(time) : try self.day(at: time)
        } else {
            let hour = hourOfDay()
            _ = words.take("on")
            due = try self.day(at: hour)
        }
        return words.isAtEnd ? due : nil
    }

    private mutating func day(at time: ClockTime?) throws -> Due? {
        if words.take("tonight") { return try tonight(at: try time ?? timeOfDay() ?? hourOfDay(inEvening: true)) }
        if time == nil, let part = partOfToday() { return try notPassed(part) }
        let countsOn = words.first?.hasPrefix("+") == true
        guard let day = try day() else { return nil }
        if time == nil, let part = partOfDay() { return try day == today ? notPassed(part) : moment(part, on: day) }
        if let time = try time ?? timeOfDay() ?? hourOfDay() { return try moment(time, on: day) }
        return countsOn ? (origin ?? .day(day)).on(day) : .day(day)
    }

    /// A time on a day.
    /// - Throws: ``TodoError`` with code `usage` for `midnight` today, where it is to come.
    private func moment(_ time: ClockTime, on day: Day) throws -> Due {
        if saysMidnight, isToCome, day == today {
            throw TodoError(
                .usage, "Midnight today could be when this day began or when it ends; say today 0h or today 24h.")
        }
        return .instant(try time.moment(on: day, in: timeZone), timeZone)
    }

    /// A part of today.
    /// - Throws: ``TodoError`` with code `usage` for one that has passed, where it is to come.
    private func notPassed(_ part: ClockTime) throws -> Due {
        let moment = try part.moment(on: today, in: timeZone)
        guard moment > now || !isToCome else {
            throw TodoError(
                .usage, "\(part.text) today has passed; say tomorrow, or give the time, as in today at 23:30.")
        }
        return .instant(moment, timeZone)
    }

    /// `tonight`, `tonight at 9pm`.
    private func tonight(at time: ClockTime?) throws -> Due {
        guard let time else { return try notPassed(settings.tonight) }
        guard ClockTime.noon.milliseconds..<ClockTime.endOfDay.milliseconds ~= time.milliseconds else {
            throw TodoError(
                .usage, "Tonight at this time could be on the day that ends or on the next; say today or tomorrow.")
        }
        return .instant(try time.moment(on: today, in: timeZone), timeZone)
    }

    /// The next moment at which clocks show `time`.
    private func next(_ time: ClockTime) throws -> Due {
        let moment = try time.moment(on: today, in: timeZone)
        if moment > now { return .instant(moment, timeZone) }
        return .instant(try time.moment(on: try today.moved(days: 1), in: timeZone), timeZone)
    }

    /// `in 2 hours`, `+2h`.
    private mutating func momentFromNow() throws -> Due? {
        var attempt = words
        guard case .seconds(let seconds) = try Span.parse(&attempt) else { return nil }
        let countsOn = words.first?.hasPrefix("+") == true
        words = attempt
        guard countsOn, let origin else { return try moment(seconds, after: now, in: timeZone.identifier) }
        guard case .instant(let date, let zone) = origin else {
            throw TodoError(
                .usage, "A day without a time has no hours to count from; say in 2 hours to count from now.")
        }
        return try moment(seconds, after: date, in: zone)
    }

    private func moment(_ seconds: Int, after date: Date, in zone: String) throws -> Due {
        .instant(try Validation.time(date.addingTimeInterval(Double(seconds))), zone: zone)
    }
}
