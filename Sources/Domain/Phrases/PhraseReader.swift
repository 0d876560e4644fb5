import Basics
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
    /// Whether the words end a sentence that may mean something else: only what nobody takes for anything but a date is
    /// understood then.
    var isProse = false

    init(_ words: PhraseWords, now: Date, timeZone: TimeZone, settings: PhraseSettings) {
        (self.words, self.now, self.timeZone, self.settings) = (words, now, timeZone, settings)
        today = Day(containing: now, in: timeZone)
    }

    /// The meaning of the phrase; nil if it is not understood.
    consuming func due() throws -> Due? {
        if let moment = try momentFromNow() { return words.isAtEnd ? moment : nil }
        let due: Due?
        // In a sentence only: who asks for what is due by Friday does not mean that day alone.
        let saysBy = isProse && words.take("by")
        let isClear = !isProse || saysBy || words.first == "at" || saysHalfOfDay
        if let time = try timeOfDay() {
            // "noon on monday", or a time alone.
            let saysOn = words.take("on")
            if !words.isAtEnd {
                due = try self.day(at: time, saysOn: saysOn)
            } else {
                due = isClear ? try next(time) : nil
            }
        } else {
            let hour = hourOfDay()
            let saysOn = words.take("on") || saysBy
            due = try self.day(at: hour, saysOn: saysOn)
        }
        return words.isAtEnd ? due : nil
    }

    private mutating func day(at time: ClockTime?, saysOn: Bool) throws -> Due? {
        if words.take("tonight") { return try tonight(at: try time ?? timeOfDay() ?? hourOfDay(inEvening: true)) }
        if time == nil, let time = partOfToday() { return .instant(try time.moment(on: today, in: timeZone), timeZone) }
        let countsOn = words.first?.hasPrefix("+") == true
        guard let day = try day(saysOn: saysOn, hasTime: time != nil) else { return nil }
        if let time = try time ?? partOfDay() ?? timeOfDay() ?? hourOfDay() {
            return .instant(try time.moment(on: day, in: timeZone), timeZone)
        }
        return countsOn ? (origin ?? .day(day)).on(day) : .day(day)
    }

    /// `9am`, `9 am`, `at 17:00`, `17h`, `noon`.
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

    /// `at 9`, which is a time where a day is beside it: an hour from 0 to 23, in the evening if it is that of `tonight`.
    mutating func hourOfDay(inEvening: Bool = false) -> ClockTime? {
        var attempt = words
        guard attempt.take("at"), let hour = attempt.take(Self.hour) else { return nil }
        guard inEvening || attempt.first == "tonight" else {
            words = attempt
            return .hour(hour)
        }
        // At 2 tonight is on no certain day, and 12 is not noon.
        guard 6...11 ~= hour || hour >= 18 else { return nil }
        words = attempt
        return .hour(hour < 12 ? hour + 12 : hour)
    }

    private static func hour(_ word: Substring) -> Int? {
        DigitScanner.scan(word) { scanner in
            guard let hour = scanner.number(digits: 1...2), scanner.isAtEnd, hour < 24 else { return nil }
            return hour
        }
    }

    /// Whether the next words, if they are a time, say which half of the day it is in: `9am`, `9 am`.
    private var saysHalfOfDay: Bool { words.first?.last == "m" || words.second == "am" || words.second == "pm" }

    /// `morning` and `evening`, which need a day before them.
    mutating func partOfDay() -> ClockTime? {
        if words.take("morning") { return settings.morning }
        return words.take("evening") ? settings.evening : nil
    }

    /// `this morning`, `this evening`.
    private mutating func partOfToday() -> ClockTime? {
        if words.take(sequence: ["this", "morning"]) { return settings.morning }
        return words.take(sequence: ["this", "evening"]) ? settings.evening : nil
    }

    /// `tonight`, `tonight at 9pm`.
    private func tonight(at time: ClockTime?) throws -> Due {
        if let time, !(ClockTime.noon.milliseconds..<ClockTime.endOfDay.milliseconds ~= time.milliseconds) {
            throw TodoError(
                .usage, "Tonight at this time could be on the day that ends or on the next; say today or tomorrow.")
        }
        return .instant(try (time ?? settings.tonight).moment(on: today, in: timeZone), timeZone)
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
