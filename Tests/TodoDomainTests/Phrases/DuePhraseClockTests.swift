import Foundation
import Testing
import TodoDomain

@Suite("Times where clocks are put forward and back")
struct DuePhraseClockTests {
    @Test(
        "a skipped time is as much later as the clocks skip, a repeated one the first",
        arguments: [
            // Zurich, 29 March 2026: 02:00 becomes 03:00; 25 October 2026: 03:00 becomes 02:00.
            (zurich, "2026-03-29T01:59", "2026-03-29T00:59:00.000Z"),
            (zurich, "2026-03-29T02:00", "2026-03-29T01:00:00.000Z"),
            (zurich, "2026-03-29 2:30am", "2026-03-29T01:30:00.000Z"),
            (zurich, "2026-03-29T03:00", "2026-03-29T01:00:00.000Z"),
            (zurich, "2026-10-25T01:59", "2026-10-24T23:59:00.000Z"),
            (zurich, "2026-10-25T02:30", "2026-10-25T00:30:00.000Z"),
            (zurich, "2026-10-25T03:00", "2026-10-25T02:00:00.000Z"),
            // New York, 8 March and 1 November 2026.
            ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00.000Z"),
            ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z"),
            // Lord Howe moves by half an hour: 4 October and 5 April 2026.
            ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00.000Z"),
            ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00.000Z"),
            // São Paulo skipped midnight on 4 November 2018.
            ("America/Sao_Paulo", "2018-11-04 midnight", "2018-11-04T03:00:00.000Z"),
            // Samoa skipped the whole of 30 December 2011.
            ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00.000Z"),
            ("Pacific/Kiritimati", "2026-11-21T00:00", "2026-11-20T10:00:00.000Z"),
            ("Asia/Kathmandu", "2026-11-21T12:00", "2026-11-21T06:15:00.000Z"),
        ])
    func changes(zone: String, phrase: String, expected: String) throws {
        #expect(try meaning(phrase, in: zone) == expected)
    }

    @Test("hours are counted on the clock of the world, days on that of the wall")
    func hoursAndDays() throws {
        let evening = "2026-03-28T20:00:00Z"
        #expect(try meaning("in 24 hours", at: evening) == "2026-03-29T20:00:00.000Z")
        #expect(try meaning("in 1 day 21:00", at: evening) == "2026-03-29T19:00:00.000Z")
    }

    @Test(
        "today is the day that it is in the zone of the person",
        arguments: [
            ("Pacific/Kiritimati", "2026-11-22"), ("Pacific/Pago_Pago", "2026-11-21"), (zurich, "2026-11-21"),
        ])
    func today(zone: String, expected: String) throws {
        #expect(try meaning("today", at: "2026-11-21T12:00:00Z", in: zone) == expected)
    }

    @Test(
        "every time of every day of a year is shown by the clocks, unless they skip it",
        arguments: [
            zurich, "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca",
        ])
    func roundTrip(identifier: String) throws {
        let zone = try zone(identifier)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let now = try moment(saturday)
        var skipped = 0
        for offset in 0..<365 {
            let day = try Day(year: 2026, month: 1, day: 1).adding(days: offset)
            for (hour, minute) in [(0, 0), (1, 15), (1, 45), (2, 15), (2, 45), (3, 0), (12, 0), (23, 59)] {
                let text = "\(day)T\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
                guard case .instant(let moment, _) = try DuePhrase.parse(text, now: now, timeZone: zone) else {
                    Issue.record("\(text) is a moment")
                    continue
                }
                let shown = calendar.dateComponents([.day, .hour, .minute], from: moment)
                if shown != DateComponents(day: day.day, hour: hour, minute: minute) { skipped += 1 }
            }
        }
        #expect(skipped <= 2)
    }
}
