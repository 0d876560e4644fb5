import Foundation
import Testing
import TodoDomain

/// What was understood keeps its meaning, whatever is understood besides. The day and the time of each phrase are those
/// of the version before; `DuePhraseTests`, `PastPhraseTests` and `RepeatPhraseTests` have its other phrases.
@Suite("The meaning of phrases of before")
struct PhrasesOfBeforeTests {
    /// The days of the documentation, typed on Saturday, 21 November 2026.
    private static let days = [
        ("2026-11-21", "2026-11-21"), ("2026-12-24", "2026-12-24"), ("21.11.2026", "2026-11-21"),
        ("24.12.2026", "2026-12-24"), ("24 dec", "2026-12-24"), ("21 nov", "2026-11-21"), ("nov 21st", "2026-11-21"),
        ("21 nov 2027", "2027-11-21"), ("nov 21, 2027", "2027-11-21"), ("fri 27 nov", "2026-11-27"),
        ("today", "2026-11-21"), ("tomorrow", "2026-11-22"), ("yesterday", "2026-11-20"), ("fri", "2026-11-27"),
        ("friday", "2026-11-27"), ("monday", "2026-11-23"), ("this sunday", "2026-11-22"),
        ("next friday", "2026-11-27"), ("in 3 days", "2026-11-24"), ("+3d", "2026-11-24"), ("in a week", "2026-11-28"),
        ("+2w", "2026-12-05"), ("in 2 months", "2027-01-21"), ("+2mo", "2027-01-21"), ("in a year", "2027-11-21"),
        ("+1y", "2027-11-21"), ("next week", "2026-11-23"), ("next month", "2026-12-01"),
        ("next quarter", "2027-01-01"), ("next year", "2027-01-01"), ("eow", "2026-11-22"), ("eom", "2026-11-30"),
        ("eoq", "2026-12-31"), ("eoy", "2026-12-31"), ("end of month", "2026-11-30"),
        ("end of the year", "2026-12-31"),
    ]

    /// The times of the documentation, in minutes of the day.
    private static let times = [
        ("9am", 540), ("9 am", 540), ("at 9:30pm", 1290), ("17:00", 1020), ("at 17:00", 1020), ("18:00", 1080),
        ("noon", 720), ("midnight", 0), ("12am", 0), ("12pm", 720),
    ]

    @Test("every day and every time of the documentation mean what they meant, alone and together")
    func daysAndTimes() throws {
        let settings = PhraseSettings(morning: .hour(1), evening: .hour(2), tonight: .hour(3), slashOrder: .monthFirst)
        for settings in [.standard, settings] {
            for (phrase, expected) in Self.days {
                #expect(try meaning(phrase, settings: settings) == expected, "\(phrase)")
                for (time, minutes) in Self.times {
                    // Without a day, midnight has two meanings, and is refused now.
                    if time == "midnight", expected == "2026-11-21" { continue }
                    let day = try #require(Day(expected))
                    let moment = try zone(zurich).date(wallClock: Int64(day.daysSince1970 * 1440 + minutes) * 60_000)
                    for text in [
                        "\(phrase) \(time)", "\(time) \(phrase)", "\(time) on \(phrase)", "\(phrase), \(time)",
                    ] {
                        #expect(try meaning(text, settings: settings) == moment.rfc3339, "\(text)")
                    }
                }
            }
            for (phrase, expected) in [
                ("in 2 hours", "2026-11-21T11:30:00.000Z"), ("+2h", "2026-11-21T11:30:00.000Z"),
                ("in 90 minutes", "2026-11-21T11:00:00.000Z"), ("+90min", "2026-11-21T11:00:00.000Z"),
                ("2026-12-24T18:00+01:00", "2026-12-24T17:00:00.000Z"),
                ("2026-11-21T18:00Z", "2026-11-21T18:00:00.000Z"),
                ("next friday 9am", "2026-11-27T08:00:00.000Z"), ("9am", "2026-11-22T08:00:00.000Z"),
                ("17:00", "2026-11-21T16:00:00.000Z"), ("noon", "2026-11-21T11:00:00.000Z"),
            ] {
                #expect(try meaning(phrase, settings: settings) == expected, "\(phrase)")
            }
        }
    }

    @Test("where a due date is replaced, only a span with a sign means something else than without one")
    func replacing() throws {
        let (now, zone) = (try moment(saturday), try zone(zurich))
        let own = try Due.day(2030, 1, 1)
        for (phrase, expected) in Self.days where !phrase.hasPrefix("+") {
            let due = try DuePhrase.parse(phrase, replacing: own, now: now, timeZone: zone)
            #expect(due.map { dueText($0) } == expected, "\(phrase)")
        }
    }
}
