import Foundation

/// The meaning that a row of ``PhraseGrammar`` gives its words. The large ones are boxed, as values are passed on often.
enum PhraseValue {
    /// A number, a weekday from 1 for Monday, a month, a part of a list.
    case number(Int)
    case numbers([Int])
    /// The word that was said, of those of a row in brackets.
    indirect case word(Substring)
    case unit(PhraseUnit)
    /// So many of a unit: `3d`, `+2w`.
    case amount(Int, PhraseUnit)
    case length(Span)
    indirect case time(PhraseTime)
    indirect case date(PhraseDate)
    indirect case rule(PhraseRule)
    case mode(Recurrence.Mode)
    /// The first and the last day of a period.
    indirect case period(Day, Day)
    /// A phrase that is one, and is told instead of taken.
    indirect case doubt(PhraseDoubt)
    /// An element that may be left out, and was.
    case nothing

    var isDoubt: Bool {
        if case .doubt = self { return true }
        return false
    }
}

/// Why a phrase is not taken, and what to type instead.
struct PhraseDoubt: Error {
    let kind: HintKind
    let reason: String
    /// Empty where the phrase itself with `due:` before it is the best that can be said.
    let fix: String
    /// The code of its refusal as a value; nil for the usual one of that value.
    let code: TodoError.Code?

    init(_ kind: HintKind, _ reason: String, _ fix: String = "") {
        (self.kind, self.reason, self.fix) = (kind, reason, fix)
        code = kind == .impossible ? .impossibleDay : nil
    }

    /// It cannot be.
    init(_ error: TodoError) { (kind, reason, fix, code) = (.impossible, error.reason, "", error.code) }

    static let noSuchTime = PhraseDoubt(ClockTime.noSuchTime)

    /// As the refusal of a value.
    func error(_ code: TodoError.Code, underlying: (any Error)? = nil) -> TodoError {
        TodoError(self.code ?? code, fix.isEmpty ? reason : "\(reason) Say \(fix).", underlying: underlying)
    }
}

/// The unit in which a phrase counts.
enum PhraseUnit {
    case day, week, fortnight, month, quarter, year, hour, minute

    /// So many of them.
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

    /// With which frequency of a rule, and every how many of it, one of them is counted; nil for parts of a day.
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

    /// Whether its hours are said as those of a clock from noon on.
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

/// A time of day as it is said.
struct PhraseTime {
    /// How clear it is by itself.
    enum Form {
        /// `5pm`, `17:00`, `07:30`: no doubt.
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

    /// After 00:00; of a range its end.
    var minutes: Int
    var seconds = 0
    var form: Form
    /// Whether `at` or a word like it is before it.
    var saysAt = false
    /// When a range begins.
    var from: Int?
    /// Whether a range can mean several ones.
    var isDoubtful = false
}

/// A day, a time or both as they are said.
struct PhraseDate {
    /// How a day is said.
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
    /// Whether `on`, `by` or another such word is before it.
    var saysOn = false
    /// Whether it is `by`, with which midnight is the end of a day.
    var saysBy = false
    /// A moment, of what is said by itself.
    var moment: Due?
    /// Whether it counts on from the date that a to-do has, if it has one.
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

/// How often something repeats as it is said, or a part of that.
struct PhraseRule {
    var frequency: RecurrenceRule.Frequency?
    var interval = 1
    /// From 1 for Monday.
    var weekdays: [Int] = []
    /// Which of the weekdays of a month.
    var numbers: [Int] = []
    var monthDays: [Int] = []
    var months: [Int] = []
    /// Which of the workdays of a month.
    var positions: [Int] = []
    var until: PhraseDate?
    var count: Int?
    /// For how long, from the first date on.
    var length: Span?
    var excepted: [Int] = []
    var from: Day?
    var time: PhraseTime?
    var part: DayPart?
    var mode: Recurrence.Mode?

    /// With what else is said of it; nil where both say the same.
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

    /// Every so many of what it counts in.
    func every(_ count: Int) -> PhraseRule {
        var rule = self
        rule.interval *= count
        return rule
    }
}
