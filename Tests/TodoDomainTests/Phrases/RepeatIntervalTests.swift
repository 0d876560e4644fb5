import Foundation
import Testing
import TodoDomain

/// On Saturday, 21 November 2026, at 11:00 in Zurich.
@Suite("What repeats in every so manyth week, month or year")
struct RepeatIntervalTests {
    private func recurrence(_ text: String, due: Due? = nil, start: Due? = nil) throws -> Recurrence {
        let (now, zone) = (try moment("2026-11-21T10:00:00Z"), try zone(zurich))
        return try RepeatPhrase.parse(text, now: now, timeZone: zone)
            .recurrence(now: now, timeZone: zone, due: due, start: start)
    }

    @Test(
        "begins with the first of its days from today on, also where that is not in the present week, month or year",
        arguments: [
            ("every other friday", "2026-11-27", "2026-12-11"), ("every other sat", "2026-11-21", "2026-12-05"),
            ("every two weeks on friday", "2026-11-27", "2026-12-11"),
            ("every 2 weeks on mon and fri", "2026-11-23", "2026-11-27"),
            ("every 3 months on the 15th", "2026-12-15", "2027-03-15"),
            ("1st of every 3 months", "2026-12-01", "2027-03-01"),
            ("every 2 years on 15 jan", "2027-01-15", "2029-01-15"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-27", "2026-12-11"),
            // Its time has passed today.
            ("every other sat 9am", "2026-11-28", "2026-12-12"),
            ("every 2 weeks", "2026-11-21", "2026-12-05"), ("every three days", "2026-11-21", "2026-11-24"),
        ])
    func first(text: String, key: String, next: String) throws {
        let recurrence = try recurrence(text)
        #expect(recurrence.key.description == key)
        let series = Series(recurrence, settled: SettledSet([Occurrence]()))
        #expect(series.upcoming().prefix(1).map(\.description) == [next])
    }

    @Test("is counted from the day that is said, and does not come before its start")
    func said() throws {
        #expect(try recurrence("every other friday from 2026-11-16").key.description == "2026-12-04")
        #expect(try recurrence("every 2 weeks from 2026-11-02").key.description == "2026-11-30")
        #expect(try recurrence("every other friday", due: Due.day(2026, 11, 18)).key.description == "2026-11-20")
        #expect(try recurrence("every other friday", start: Due.day(2026, 11, 28)).key.description == "2026-12-04")
    }

    @Test("that ends before the first of its days never comes")
    func never() throws {
        #expect(code { try recurrence("every other friday until 2026-11-26") } == .badRecurrence)
        #expect(try recurrence("every other friday until 2026-11-27").key.description == "2026-11-27")
    }
}
