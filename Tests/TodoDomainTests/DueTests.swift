import Foundation
import Testing
import TodoDomain

@Suite("A due date")
struct DueTests {
    private static let zones = [
        "UTC", "Europe/Zurich", "America/Sao_Paulo", "Africa/Cairo", "Asia/Tokyo", "Pacific/Kiritimati",
    ]

    @Test("that is a day is overdue from the next midnight of wherever one is", arguments: zones)
    func dayOverdue(name: String) throws {
        let zone = try zone(name)
        for text in ["2018-11-03", "2018-11-04", "2024-04-25", "2024-04-26", "2026-03-28", "2026-03-29", "2026-10-25"] {
            let day = try #require(Day(text))
            let midnight = day.adding(days: 1).start(in: zone)
            #expect(!Due.day(day).isOverdue(at: day.start(in: zone), in: zone))
            #expect(!Due.day(day).isOverdue(at: midnight - 0.001, in: zone))
            #expect(Due.day(day).isOverdue(at: midnight, in: zone))
        }
    }

    @Test("that is an instant is overdue right after it, in every zone alike", arguments: zones)
    func instantOverdue(name: String) throws {
        let due = Due.instant(try moment("2026-11-21T09:00:00Z"), try zone("Europe/Zurich"))
        let zone = try zone(name)
        #expect(try !due.isOverdue(at: moment("2026-11-21T09:00:00Z"), in: zone))
        #expect(try due.isOverdue(at: moment("2026-11-21T09:00:00Z") + 0.001, in: zone))
    }

    @Test("is overdue in Tokyo while it is not yet in New York")
    func sameDayElsewhere() throws {
        let due = try Due.day(2026, 11, 21)
        let now = try moment("2026-11-21T16:00:00Z")
        #expect(try due.isOverdue(at: now, in: zone("Asia/Tokyo")))
        #expect(try !due.isOverdue(at: now, in: zone("America/New_York")))
    }

    @Test("lies on a day with all that falls on it there, and with nothing else", arguments: zones)
    func onDay(name: String) throws {
        let zone = try zone(name)
        for text in ["2018-11-04", "2018-02-17", "2024-04-26", "2024-10-31", "2026-11-21"] {
            let day = try #require(Day(text))
            let window = DueWindow.on(day, in: zone)
            let (start, end) = (day.start(in: zone), day.adding(days: 1).start(in: zone))
            for (date, isIn) in [(start - 0.001, false), (start, true), (end - 0.001, true), (end, false)] {
                #expect(window.contains(.instant(date, zone)) == isIn, "\(day) \(date)")
            }
            for (offset, isIn) in [(-1, false), (0, true), (1, false)] {
                #expect(window.contains(.day(day.adding(days: offset))) == isIn)
            }
        }
    }

    @Test("lies in a window without bounds")
    func unbounded() throws {
        let window = DueWindow(from: nil, until: nil, in: .gmt)
        #expect(try window.contains(Due.day(1, 1, 1)) && window.contains(.instant(.distantFuture, .gmt)))
        let later = DueWindow(from: try Day(year: 2026, month: 11, day: 21), until: nil, in: .gmt)
        #expect(try later.contains(Due.day(9999, 12, 31)) && !later.contains(Due.day(2026, 11, 20)))
        #expect(try !later.contains(.instant(moment("2026-11-20T23:59:59Z"), .gmt)))
    }

    @Test("on the last day there is lies on that day")
    func lastDay() throws {
        let last = try Day(year: 9999, month: 12, day: 31)
        let window = DueWindow.on(last, in: .gmt)
        #expect(window.contains(.day(last)) && !window.contains(.day(last.adding(days: -1))))
        #expect(try window.contains(.instant(moment("9999-12-31T12:00:00Z"), .gmt)))
    }

    @Test("is compared to the millisecond, as it is stored")
    func milliseconds() throws {
        let due = Due.instant(try moment("2026-11-21T09:00:00Z"), .gmt)
        let stored = try Validation.due(.instant(try moment("2026-11-21T09:00:00Z") + 0.0004, zone: "UTC"))
        #expect(try stored == .instant(moment("2026-11-21T09:00:00Z"), zone: "UTC"))
        #expect(try !due.isOverdue(at: moment("2026-11-21T09:00:00Z") + 0.0004, in: .gmt))
    }

    @Test("sorts a day by its midnight in UTC among the instants")
    func sortKey() throws {
        #expect(try Due.day(1970, 1, 2).sortKey == 86_400_000)
        #expect(try Due.day(1969, 12, 31).sortKey == -86_400_000)
        #expect(Due.instant(Date(milliseconds: 1234), .gmt).sortKey == 1234)
    }

    @Test("reads back from JSON, day as day and instant as instant")
    func codable() throws {
        for due in [try Due.day(2026, 11, 21), .instant(Date(milliseconds: 1_795_262_400_123), zone: "Europe/Zurich")] {
            #expect(try recoded(due) == due)
        }
        let window = DueWindow.on(try Day(year: 2026, month: 11, day: 21), in: try zone("Asia/Kathmandu"))
        #expect(try recoded(window) == window)
    }
}
