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
        ])
    func understood(text: String, expected: String) throws {
        #expect(try PastPhrase.parse(text, now: now, timeZone: zone).rfc3339 == expected)
    }

    @Test(
        "what is to come or is no moment is refused",
        arguments: [
            "tomorrow", "14:00", "in 2 hours", "next friday", "in 3 months", "+2 months", "2027-01-01", "25 dec 2026",
            "ago", "x ago", "3 days 2 ago", "",
        ])
    func refused(text: String) async {
        #expect(await errorCode { try PastPhrase.parse(text, now: now, timeZone: zone) } == .usage)
    }

    @Test("a day that cannot be says so")
    func impossible() async {
        #expect(await errorCode { try PastPhrase.parse("2026-02-30", now: now, timeZone: zone) } == .impossibleDay)
    }
}
