import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("A date typed for what may have one")
struct DueEntryTests {
    private let now = Date(timeIntervalSince1970: 1_795_255_200)  // 2026-11-21 10:00 UTC
    private let own = Due.instant(Date(timeIntervalSince1970: 1_795_248_000), zone: "Europe/Zurich")  // 09:00 there

    private func entry(_ text: String) throws -> DueEntry {
        try DueEntry.parse(text, now: now, timeZone: .zurich)
    }

    @Test("a day keeps the time of day, in the zone in which it was entered")
    func keeps() throws {
        let friday = try entry("friday")
        #expect(friday.keepsTime && friday.replacing(nil) == .day(Day("2026-11-27")!))
        #expect(friday.replacing(.day(Day("2026-11-01")!)) == .day(Day("2026-11-27")!))
        #expect(
            friday.replacing(own)
                == .instant(try Date("2026-11-27T08:00:00Z", strategy: .iso8601), zone: "Europe/Zurich"))
        // In summer it is the same time on the clock.
        #expect(
            try entry("2027-07-01").replacing(own)
                == .instant(try Date("2027-07-01T07:00:00Z", strategy: .iso8601), zone: "Europe/Zurich"))
    }

    @Test("a time replaces the time")
    func replaces() throws {
        let evening = try entry("friday 18:00")
        #expect(evening.replacing(own) == evening.due)
    }

    @Test(
        "“all day” takes the time off",
        arguments: ["friday, all day", "friday all day", "Friday, ALL DAY", "friday all-day ", "friday ,all day"])
    func allDay(text: String) throws {
        #expect(try entry(text).replacing(own) == .day(Day("2026-11-27")!))
    }

    @Test(
        "“all day” after a time, alone or within a word is refused",
        arguments: ["friday 18:00, all day", "all day", ", all day", "fridayall day", "in 2 hours, all day"])
    func refused(text: String) {
        #expect(throws: TodoError.self) { try entry(text) }
    }

    @Test("a snooze until a day lasts until the time of day at which the to-do is due")
    func snooze() throws {
        let friday = try entry("friday")
        #expect(
            friday.endOfSnooze(ofWhatIsDue: own) == (try Date("2026-11-27T08:00:00Z", strategy: .iso8601)))
        #expect(friday.endOfSnooze(ofWhatIsDue: .day(Day("2026-11-01")!)) == nil)
        #expect(friday.endOfSnooze(ofWhatIsDue: nil) == nil)
        #expect(try entry("friday 18:00").endOfSnooze(ofWhatIsDue: own) == nil)
        #expect(try entry("friday, all day").endOfSnooze(ofWhatIsDue: own) == nil)
    }
}
