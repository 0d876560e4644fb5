import Foundation
import Testing
import TodoDomain

/// How far to-dos are put off, typed on Wednesday, 25 November 2026, at noon.
@Suite("Putting off")
struct DeferralTests {
    private func date(_ text: String) throws -> Due {
        try DuePhrase.parse(text, now: moment("2026-11-25T11:00:00Z"), timeZone: zone(zurich))
    }

    private func deferral(_ text: String) throws -> Deferral {
        try Deferral.parse(text, now: moment("2026-11-25T11:00:00Z"), timeZone: zone(zurich))
    }

    @Test(
        "a length of time counts from the date that there is, a date is where it goes, and the start keeps its distance",
        arguments: [
            ("1d", "2026-11-20", "2026-11-18", "2026-11-21", "2026-11-19"),
            ("+2w", "2026-11-20", "2026-11-18 08:30", "2026-12-04", "2026-12-02 08:30"),
            ("+1mo", "2027-01-31", "2027-01-29", "2027-02-28", "2027-02-26"),
            ("in 3 days", "2026-11-20", "2026-11-18", "2026-11-28", "2026-11-26"),
            ("friday", "2026-11-26 09:00", "2026-11-26", "2026-11-27 09:00", "2026-11-27"),
            ("friday 8am", "2026-11-26 09:00", "2026-11-25 07:00", "2026-11-27 08:00", "2026-11-26 06:00"),
            ("+2h", "2026-11-26 23:00", "2026-11-26 20:00", "2026-11-27 01:00", "2026-11-26 22:00"),
            ("tomorrow 9am", "2026-11-25", "2026-11-24", "2026-11-26 09:00", "2026-11-25"),
            ("1d", "2027-03-27 09:00", "2027-03-26 09:00", "2027-03-28 09:00", "2027-03-27 09:00"),
        ])
    func both(text: String, due: String, start: String, newDue: String, newStart: String) throws {
        let moved = try deferral(text).dates(of: "x", due: date(due), start: date(start))
        #expect(try moved.due == date(newDue) && moved.start == date(newStart), "\(moved)")
    }

    @Test("one date is enough")
    func single() throws {
        let due = try Deferral.day.dates(of: "x", due: date("2026-11-20"), start: nil)
        #expect(try due.due == date("2026-11-21") && due.start == nil)
        let start = try deferral("friday").dates(of: "x", due: nil, start: date("2026-11-20"))
        #expect(try start.due == nil && start.start == date("2026-11-27"))
        let same = try deferral("friday").dates(of: "x", due: date("2026-11-27"), start: nil)
        #expect(try same.due == date("2026-11-27"), "where it is already")
    }

    @Test("no date, an earlier one, hours of a day, and a day that there is not are refused")
    func refusals() throws {
        func code(_ deferral: Deferral, _ due: String?) throws -> TodoError.Code? {
            let due = try due.map(date)
            return #expect(throws: TodoError.self) { try deferral.dates(of: "x", due: due, start: nil) }?.code
        }
        #expect(try code(.day, nil) == .usage)
        #expect(try code(deferral("friday"), "2026-11-28") == .usage)
        #expect(try code(deferral("friday 8am"), "2026-11-27 09:00") == .usage)
        #expect(try code(.days(-1), "2026-11-28") == .usage)
        #expect(try code(deferral("+2h"), "2026-11-28") == .usage)
        #expect(try code(.days(.max), "2026-11-28") == .impossibleDay)
        #expect(try code(.day, "9999-12-31") == .impossibleDay)
        for text in ["", "5m", "soon", "none", String(repeating: "9", count: 400) + "d"] {
            #expect(throws: TodoError.self, "\(text)") { try deferral(text) }
        }
    }
}
