import Foundation

/// Parses a phrase word by word, relative to the day and the moment at which it was typed.
///
/// Each part consumes its words and returns their meaning, or returns nil and consumes nothing.
struct PhraseReader {
    var words: PhraseWords
    let now: Date
    let today: Day
    let timeZone: TimeZone

    /// The meaning of the phrase; nil if it is not understood.
    consuming func due() throws -> Due? {
        let due: Due?
        if let moment = try momentFromNow() {
            due = moment
        } else if let time = try timeOfDay() {
            // "noon on monday", or a time alone.
            _ = words.take("on")
            if words.isAtEnd { due = try next(time) } else { due = try self.day(at: time) }
        } else {
            _ = words.take("on")
            due = try self.day(at: nil)
        }
        return words.isAtEnd ? due : nil
    }

    private mutating func day(at time: ClockTime?) throws -> Due? {
        guard let day = try day() else { return nil }
        let time = try time ?? timeOfDay()
        return try time.map { .instant(try $0.moment(on: day, in: timeZone), timeZone) } ?? .day(day)
    }

    /// `9am`, `9 am`, `at 17:00`, `noon`.
    mutating func timeOfDay() throws -> ClockTime? {
        let attempt = self
        let saysAt = words.take("at")
        if let half = words.second, half == "am" || half == "pm", let first = words.first,
            let time = try ClockTime.parse(first + half)
        {
            words.skip(2)
            return time
        }
        if let time = try words.take(ClockTime.parse) { return time }
        if saysAt { self = attempt }
        return nil
    }

    /// The next moment at which clocks show `time`.
    private func next(_ time: ClockTime) throws -> Due {
        let moment = try time.moment(on: today, in: timeZone)
        if moment > now { return .instant(moment, timeZone) }
        return .instant(try time.moment(on: try today.moved(days: 1), in: timeZone), timeZone)
    }

    private mutating func momentFromNow() throws -> Due? {
        var attempt = words
        guard case .seconds(let seconds) = try Span.parse(&attempt) else { return nil }
        words = attempt
        return .instant(try Validation.time(now.addingTimeInterval(Double(seconds))), timeZone)
    }
}
