import Foundation
import TestSupport
import Testing
import TodoDomain

/// `--at WHEN`: a moment in the past.
@Suite("Moments that have been")
struct PastPhraseTests {
    private let zone = TimeZone(identifier: "Europe/Zurich") ?? .gmt
    /// Saturday, 13:00 in Zürich.
    private let now = ManualClock().now

    @Test(
        "a day is its end, a time that has passed today's, and so long ago is so long ago",
        arguments: [
            ("now", "2026-11-21T12:00:00.000Z"), ("today", "2026-11-21T12:00:00.000Z"),
            ("yesterday", "2026-11-20T22:59:59.999Z"), ("2026-11-01", "2026-11-01T22:59:59.999Z"),
            ("2026-03-28", "2026-03-28T22:59:59.999Z"), ("2026-03-29", "2026-03-29T21:59:59.999Z"),
            ("2026-11-20 18:00", "2026-11-20T17:00:00.000Z"), ("2026-11-20T18:00:00Z", "2026-11-20T18:00:00.000Z"),
            ("2026-11-20T18:00:00.123+05:30", "2026-11-20T12:30:00.123Z"), ("9am", "2026-11-21T08:00:00.000Z"),
            ("12:59", "2026-11-21T11:59:00.000Z"), ("yesterday 9:30", "2026-11-20T08:30:00.000Z"),
            ("2 hours ago", "2026-11-21T10:00:00.000Z"), ("90 minutes ago", "2026-11-21T10:30:00.000Z"),
            ("3 days ago", "2026-11-18T22:59:59.999Z"), ("a week ago", "2026-11-14T22:59:59.999Z"),
            ("1 month ago", "2026-10-21T21:59:59.999Z"), ("An Hour Ago", "2026-11-21T11:00:00.000Z"),
            ("friday", "2026-11-20T22:59:59.999Z"), ("sat", "2026-11-21T12:00:00.000Z"),
            ("sunday 9:30", "2026-11-15T08:30:00.000Z"), ("20 nov", "2026-11-20T22:59:59.999Z"),
            ("25 december", "2025-12-25T22:59:59.999Z"), ("1 may 17:00", "2026-05-01T15:00:00.000Z"),
            ("sat 14:00", "2026-11-14T13:00:00.000Z"), ("21 nov 14:00", "2025-11-21T13:00:00.000Z"),
            ("two weeks ago", "2026-11-07T22:59:59.999Z"), ("15th", "2026-11-15T22:59:59.999Z"),
            ("on the 31st", "2026-10-31T22:59:59.999Z"), ("31.12.", "2025-12-31T22:59:59.999Z"),
            ("weekend", "2026-11-21T12:00:00.000Z"), ("2026-W46", "2026-11-09T22:59:59.999Z"),
            ("20261120", "2026-11-20T22:59:59.999Z"), ("2026/11/20", "2026-11-20T22:59:59.999Z"),
            ("12h", "2026-11-21T11:00:00.000Z"), ("this morning", "2026-11-21T08:00:00.000Z"),
            ("fri 20 nov", "2026-11-20T22:59:59.999Z"), ("wed 31 dec", "2025-12-31T22:59:59.999Z"),
        ])
    func understood(text: String, expected: String) throws {
        #expect(try PastPhrase.parse(text, now: now, timeZone: zone).rfc3339 == expected)
    }

    @Test(
        "what is to come or is no moment is refused",
        arguments: [
            "tomorrow", "14:00", "in 2 hours", "next friday", "in 3 months", "+2 months", "2027-01-01", "25 dec 2026",
            "ago", "x ago", "3 days 2 ago", "", "3d", "end of week", "30m ago", "tonight", "2027/01/01", "1/2",
        ])
    func refused(text: String) async {
        #expect(await errorCode { try PastPhrase.parse(text, now: now, timeZone: zone) } == .usage)
    }

    @Test("a day of a month is the most recent one on any day of two years")
    func dayOfMonth() throws {
        for offset in stride(from: 0, to: 731, by: Dose.of(5, whole: 1)) {
            let today = try Day(year: 2027, month: 1, day: 1).adding(days: offset)
            let now = try #require(TimeZone(identifier: "Europe/Zurich")).date(
                wallClock: Int64(today.daysSince1970) * 86_400_000 + 43_200_000)
            for number in [1, 15, 29, 30, 31] {
                let found = Day(
                    containing: try PastPhrase.parse(
                        "\(number)\([1: "st", 31: "st"][number] ?? "th")", now: now, timeZone: zone), in: zone)
                let latest = (0...62).lazy.map { today.adding(days: -$0) }.first { $0.day == number }
                #expect(found == latest, "\(number) on \(today)")
            }
        }
    }

    @Test("a day to come says so, also the last one that there is")
    func future() async {
        for text in ["2026-11-22", "9999-12-31", "9999-12-31 23:59"] {
            let error = #expect(throws: TodoError.self) { try PastPhrase.parse(text, now: now, timeZone: zone) }
            #expect(error?.code == .usage && error?.reason.contains("in the future") == true, "\(text)")
        }
    }

    @Test("a day that cannot be says so")
    func impossible() async {
        for text in ["2026-02-30", "30 feb", "mon 20 nov", "fri 2026-11-21"] {
            #expect(await errorCode { try PastPhrase.parse(text, now: now, timeZone: zone) } == .impossibleDay)
        }
    }
}
