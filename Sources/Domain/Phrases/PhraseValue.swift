import Foundation

/// The meaning that a row of ``PhraseGrammar`` gives its words. Large values are boxed, because values are passed on often.
enum PhraseValue {
    /// A number, a weekday (1 is Monday), a month, or a part of a list.
    case number(Int)
    case numbers([Int])
    /// The matched word of a row's words in brackets.
    indirect case word(Substring)
    case unit(PhraseUnit)
    /// An amount of a unit: `3d`, `+2w`.
    case amount(Int, PhraseUnit)
    case length(Span)
    indirect case time(PhraseTime)
    indirect case date(PhraseDate)
    indirect case rule(PhraseRule)
    case mode(Recurrence.Mode)
    /// The first and the last day of a period.
    indirect case period(Day, Day)
    /// A phrase that is understood, but gets a hint instead of being taken.
    indirect case doubt(PhraseDoubt)
    /// An optional element that is missing.
    case nothing

    var isDoubt: Bool {
        if case .doubt = self { return true }
        return false
    }
}

/// The reason why a phrase is not taken, and a text to type instead.
struct PhraseDoubt: Error {
    let kind: HintKind
    let reason: String
    /// The text to type instead. Empty if the best advice is the phrase itself with `due:` before it.
    let fix: String
    /// The error code if the phrase is a value; nil for the usual code of that value.
    let code: TodoError.Code?

    init(_ kind: HintKind, _ reason: String, _ fix: String = "") {
        self.kind = kind
        self.reason = reason
        self.fix = fix
        code = kind == .impossible ? .impossibleDay : nil
    }

    /// Creates the doubt about an impossible phrase.
    init(_ error: TodoError) { (kind, reason, fix, code) = (.impossible, error.reason, "", error.code) }

    static let noSuchTime = PhraseDoubt(ClockTime.noSuchTime)

    /// The error if the phrase is a value.
    func error(_ code: TodoError.Code, underlying: (any Error)? = nil) -> TodoError {
        TodoError(self.code ?? code, fix.isEmpty ? reason : "\(reason) Say \(fix).", underlying: underlying)
    }
}

/// The unit in which a phrase counts.
enum PhraseUnit {
    case day, week, fortnight, month, quarter, year, hour, minute

    /// The length of a number of units.
    func length(_ count: Int) -> Span {
        switch self {
        case .day: .days(count)
        case .week: .days(count * 7)
        case .fortnight: .days(count * 14)
        case .month: .months(count)
        case .quarter: .months(count * 3)
        case .year: .months(count * 12)
        case .hour: .seconds(count * 3600)
        case .minute: .seconds(count * 60)
        }
    }

    /// The frequency of a rule for this unit, and its interval for one unit; nil for parts of a day.
    var frequency: (RecurrenceRule.Frequency, interval: Int)? {
        switch self {
        case .day: (.daily, 1)
        case .week: (.weekly, 1)
        case .fortnight: (.weekly, 2)
        case .month: (.monthly, 1)
        case .quarter: (.monthly, 3)
        case .year: (.yearly, 1)
        case .hour, .minute: nil
        }
    }
}

/// A part of a day without an hour.
enum DayPart: String {
    case morning, afternoon, evening, night

    /// Whether its hours are afternoon hours of a 12-hour clock.
    var isLate: Bool { self != .morning }

    func clock(_ settings: PhraseSettings) -> ClockTime {
        switch self {
        case .morning: settings.morning
        case .afternoon: .hour(15)
        case .evening: settings.evening
        case .night: settings.tonight
        }
    }
}

/// A time of day as it was typed.
struct PhraseTime {
    /// The form of a time, which decides how clear it is.
    enum Form {
        /// `5pm`, `17:00`, `07:30`: there is no doubt.
        case full
        /// `7:30`.
        case colon
        /// `14.30`.
        case dot
        /// `9`, `half past ten`.
        case hour
        /// `17h`.
        case glued
        /// `noon`.
        case word
        /// `25:00`.
        case impossible
        /// `14:00-15:30`.
        case range
    }

    /// The minutes after 00:00; for a range, of its end.
    var minutes: Int
    var seconds = 0
    var form: Form
    /// Whether `at` or a similar word is before the time.
    var saysAt = false
    /// The beginning of a range, in minutes after 00:00.
    var from: Int?
    /// Whether a range has several meanings.
    var isDoubtful = false
    /// Whether a range is of hours that do not say their half of the day.
    var isBare = false
}

/// A day, a time or both, as they were typed.
struct PhraseDate {
    /// The form of a day.
    enum Kind {
        case weekday, next, relative, monthAndDay, date, slash, slashWithYear, ordinal, theOrdinal, feast, span
        /// `in the morning`, without a day.
        case part
        /// A time alone.
        case time
    }

    var day: Day?
    var kind: Kind
    var time: PhraseTime?
    var part: DayPart?
    /// Whether `on`, `by` or a similar word is before the date.
    var saysOn = false
    /// Whether that word is `by`, after which midnight is the end of a day.
    var saysBy = false
    /// The moment of a phrase that says one by itself.
    var moment: Due?
    /// Whether the date counts from the date of the to-do, if it has one.
    var countsOn = false

    func with(_ time: PhraseTime) -> PhraseDate { changed { $0.time = time } }
    func with(_ part: DayPart) -> PhraseDate { changed { $0.part = part } }
    func with(_ kind: Kind) -> PhraseDate { changed { $0.kind = kind } }
    var on: PhraseDate { changed { $0.saysOn = true } }

    private func changed(_ change: (inout PhraseDate) -> Void) -> PhraseDate {
        var result = self
        change(&result)
        return result
    }
}

/// A repetition, or a part of one, as it was typed.
struct PhraseRule {
    var frequency: RecurrenceRule.Frequency?
    var interval = 1
    /// The weekdays; 1 is Monday.
    var weekdays: [Int] = []
    /// The numbers of the weekdays in a month.
    var numbers: [Int] = []
    var monthDays: [Int] = []
    var months: [Int] = []
    /// The numbers of the workdays in a month.
    var positions: [Int] = []
    var until: PhraseDate?
    var count: Int?
    /// The duration of the repetition, counted from the first date.
    var length: Span?
    var excepted: [Int] = []
    var from: Day?
    var time: PhraseTime?
    var part: DayPart?
    var mode: Recurrence.Mode?

    /// The rule with another part added; nil if both set the same property.
    func adding(_ more: PhraseRule) -> PhraseRule? {
        let isTwice =
            until != nil && more.until != nil || count != nil && more.count != nil || from != nil && more.from != nil
            || length != nil && more.length != nil || !excepted.isEmpty && !more.excepted.isEmpty
            || time != nil && more.time != nil
        guard !isTwice else { return nil }
        var rule = self
        rule.until = until ?? more.until
        rule.count = count ?? more.count
        rule.length = length ?? more.length
        rule.from = from ?? more.from
        rule.excepted += more.excepted
        rule.time = time ?? more.time
        rule.part = more.part ?? part
        rule.mode = more.mode ?? mode
        return rule
    }

    func with(_ mode: Recurrence.Mode) -> PhraseRule {
        var rule = self
        rule.mode = mode
        return rule
    }

    func with(_ part: DayPart) -> PhraseRule {
        var rule = self
        rule.part = part
        return rule
    }

    /// The rule with an interval.
    func every(_ count: Int) -> PhraseRule {
        var rule = self
        rule.interval *= count
        return rule
    }
}
