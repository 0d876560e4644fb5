/// The settings for reading dates that people write in different ways. The ``standard`` settings have no preferences.
public struct PhraseSettings: Hashable, Sendable {
    /// A day of the week.
    public enum Weekday: Int, Hashable, Sendable, CaseIterable {
        /// The first day of a week of ISO 8601.
        case monday = 1
        /// The day after Monday.
        case tuesday
        /// The day after Tuesday.
        case wednesday
        /// The day after Wednesday.
        case thursday
        /// The day after Thursday.
        case friday
        /// The day after Friday.
        case saturday
        /// The day after Saturday.
        case sunday
    }

    /// The order of a day and a month with a slash between them.
    public enum SlashOrder: String, Hashable, Sendable, CaseIterable {
        /// `1/2` is 1 February.
        case dayFirst = "day-first"
        /// `1/2` is 2 January.
        case monthFirst = "month-first"
    }

    /// The time of `tomorrow morning`.
    public var morning: ClockTime
    /// The time of `tomorrow evening`.
    public var evening: ClockTime
    /// The time of `tonight`.
    public var tonight: ClockTime
    /// The time of a reminder on a day without one.
    public var allDayTime: ClockTime
    /// The first day of a week, for `eow`, `next week`, `this friday` and `next friday`. A numbered week such as `2026-W50`
    /// always begins on Monday, and so does a week of ``RepeatPhrase``.
    public var firstWeekday: Weekday
    /// The order of the numbers in `1/2` and `1/2/2026`; nil refuses them, because they have two meanings. `24/12` has only
    /// one meaning then.
    public var slashOrder: SlashOrder?

    /// Creates settings. The default values are those of ``standard``.
    public init(
        morning: ClockTime = .hour(9), evening: ClockTime = .hour(18), tonight: ClockTime = .hour(20),
        firstWeekday: Weekday = .monday, slashOrder: SlashOrder? = nil, allDayTime: ClockTime = .hour(9)
    ) {
        self.allDayTime = allDayTime
        self.morning = morning
        self.evening = evening
        self.tonight = tonight
        self.firstWeekday = firstWeekday
        self.slashOrder = slashOrder
    }

    /// 09:00, 18:00 and 20:00, reminders at 09:00, weeks that begin on Monday, and no dates with two meanings.
    public static let standard = PhraseSettings()
}

extension PhraseSettings.Weekday {
    /// The number of days from the first day of a week to a weekday, 0 to 6.
    func daysUntil(_ weekday: Int) -> Int { (weekday - rawValue + 7) % 7 }
}
