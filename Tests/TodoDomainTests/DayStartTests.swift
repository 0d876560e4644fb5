import Foundation
import Testing
import TodoDomain

@Suite("The start of a day")
struct DayStartTests {
    static let zones = [
        "UTC", "Europe/Zurich", "America/Sao_Paulo", "Asia/Beirut", "Africa/Cairo", "America/Havana",
        "America/St_Johns",
        "Asia/Tehran", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati",
        "America/Asuncion",
    ]

    @Test(
        "is later than midnight where clocks are put forward at midnight",
        arguments: [
            ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", 23),
            ("Asia/Beirut", "2022-03-27", "2022-03-26T22:00:00Z", 23),
            ("Africa/Cairo", "2024-04-26", "2024-04-25T22:00:00Z", 23),
            ("America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00Z", 25),
            ("Africa/Cairo", "2024-10-31", "2024-10-30T21:00:00Z", 25),
            ("Europe/Zurich", "2026-03-29", "2026-03-28T23:00:00Z", 23),
            ("Europe/Zurich", "2026-10-25", "2026-10-24T22:00:00Z", 25),
            ("Asia/Kathmandu", "2026-11-21", "2026-11-20T18:15:00Z", 24),
        ])
    func examples(name: String, text: String, start: String, hours: Int) throws {
        let (day, zone) = (try #require(Day(text)), try zone(name))
        #expect(try day.start(in: zone) == moment(start))
        #expect(day.adding(days: 1).start(in: zone).timeIntervalSince(day.start(in: zone)) == Double(hours) * 3600)
    }

    @Test("is its first moment, around every change of clocks from 1970 to 2037", arguments: zones)
    func aroundClockChanges(name: String) throws {
        let zone = try zone(name)
        var days = (0..<68).map { Day(daysSince1970: $0 * 365) }
        var date = Date(timeIntervalSince1970: 0)
        while let next = zone.nextDaylightSavingTimeTransition(after: date), next < Date(timeIntervalSince1970: 2.13e9)
        {
            days += (-1...1).map { Day(containing: next, in: zone).adding(days: $0) }
            date = next
        }
        for day in days {
            let start = day.start(in: zone)
            // Two of the zones once skipped a day, when they moved across the date line.
            let isSkipped = ["Pacific/Apia 2011-12-30", "Pacific/Kiritimati 1994-12-31"].contains("\(name) \(day)")
            let isAfterSkipped = ["Pacific/Apia 2011-12-31", "Pacific/Kiritimati 1995-01-01"].contains("\(name) \(day)")
            #expect(Day(containing: start, in: zone) == day.adding(days: isSkipped ? 1 : 0), "\(day)")
            let before = Day(containing: start - 0.001, in: zone)
            #expect(before == day.adding(days: isAfterSkipped ? -2 : -1), "\(day)")
        }
    }

    @Test(
        "is where the calendar says, also where clocks are changed at midnight",
        arguments: ["UTC", "Europe/Zurich", "America/Sao_Paulo", "Asia/Beirut", "America/Havana", "Asia/Kathmandu"])
    func calendar(name: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try zone(name)
        for days in 14_000..<16_500 {
            let day = Day(daysSince1970: days)
            let noon = DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)
            let start = try #require(calendar.date(from: noon).map(calendar.startOfDay(for:)))
            if start != day.start(in: calendar.timeZone) { Issue.record("\(day) in \(name)") }
        }
    }

    @Test("of a day that a zone left out is the start of the next")
    func skippedDay() throws {
        let apia = try zone("Pacific/Apia")
        let skipped = try Day(year: 2011, month: 12, day: 30)
        #expect(skipped.start(in: apia) == skipped.adding(days: 1).start(in: apia))
        #expect(try skipped.start(in: apia) == moment("2011-12-30T10:00:00Z"))
    }

    @Test("belongs to the day in every century", arguments: zones)
    func everyCentury(name: String) throws {
        let zone = try zone(name)
        for year in stride(from: 1, through: 9999, by: 13) {
            let day = try Day(year: year, month: 1 + year % 12, day: 1 + year % 28)
            let start = day.start(in: zone)
            #expect(Day(containing: start, in: zone) == day)
            if year > 1 { #expect(Day(containing: start - 0.001, in: zone) == day.adding(days: -1)) }
        }
    }

    @Test("does not follow Foundation into the Julian calendar")
    func julian() throws {
        for text in ["0001-01-01", "1500-02-28", "1582-10-04", "1582-10-14", "1582-10-15", "1582-12-31", "1583-01-01"] {
            let day = try #require(Day(text))
            #expect(day.start(in: .gmt).timeIntervalSince1970 == Double(day.daysSince1970) * 86_400)
        }
    }
}
