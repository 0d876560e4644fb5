import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

/// `VALARM` components, in both directions.
@Suite("iCalendar: reminders")
struct ICalendarAlarmTests {
    private func todo(_ lines: String...) throws -> Todo { try todo(lines) }

    private func todo(_ lines: [String]) throws -> Todo {
        let text =
            (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "SUMMARY:Rent"] + lines + ["END:VTODO", "END:VCALENDAR"])
            .joined(separator: "\n")
        return try #require(try todos(of: text, as: ICalendarFormat(), context).first)
    }

    private func lines(_ todo: Todo) -> [String] {
        text(export([todo], as: ICalendarFormat(), in: utc)).replacing("\r\n ", with: "").replacing("\r\n", with: "\n")
            .components(separatedBy: "\n")
    }

    private func alarm(_ lines: String...) -> [String] { ["BEGIN:VALARM"] + lines + ["END:VALARM"] }

    /// What is read again from what is written of a to-do.
    private func again(_ todo: Todo) throws -> Todo {
        let bytes = export([todo], as: ICalendarFormat(), in: utc)
        return try #require(try todos(of: text(bytes), as: ICalendarFormat(), context).first)
    }

    @Test(
        "a trigger counts from the start, the due date, the beginning of a day, or is a moment",
        arguments: [
            ("DUE:20261121T180000Z", "TRIGGER;RELATED=END:-PT15M", "15 minutes before it is due"),
            ("DUE:20261121T180000Z", "TRIGGER:-PT15M", "15 minutes before"),
            ("DTSTART:20261121T180000Z", "TRIGGER:-P1D", "1 day before it starts"),
            ("DTSTART:20261121T180000Z", "TRIGGER;RELATED=START:PT5M", "5 minutes after it starts"),
            ("DUE;VALUE=DATE:20261121", "TRIGGER;RELATED=END:-PT6H", "18:00 1 day before it is due"),
            ("DUE;VALUE=DATE:20261121", "TRIGGER:PT9H", "09:00 on the day"),
            ("DUE;VALUE=DATE:20261121", "TRIGGER;VALUE=DATE-TIME:20261120T170000Z", "2026-11-20 17:00"),
        ])
    func triggers(date: String, trigger: String, words: String) throws {
        let read = try todo(date, "BEGIN:VALARM", "ACTION:DISPLAY", trigger, "X-A:1", "END:VALARM")
        #expect(read.alarms.map { read.words(for: $0, in: utc) } == [words] && read.extras.isEmpty)
        let written = lines(read)
        #expect(written.contains(trigger) && written.contains("X-A:1"), "\(written)")
        #expect(try again(read).alarms == read.alarms)
    }

    @Test("the moment of the due date is that of each occurrence of what repeats, unless it was chosen here")
    func eachOccurrence() throws {
        let alarm = alarm("UID:one", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:20261121T180000Z")
        let due = "DUE:20261121T180000Z"
        let moment = Alarm.Trigger.moment(try date("2026-11-21T18:00:00Z"), zone: "UTC")
        var read = try todo([due, "RRULE:FREQ=WEEKLY"] + alarm)
        #expect(read.alarms.map(\.trigger) == [.before(.zero, of: .due)])
        #expect(lines(read).contains("TRIGGER;VALUE=DATE-TIME:20261121T180000Z"))
        #expect(try again(read).alarms == read.alarms)
        read.alarms = [Alarm(id: try #require(Alarm.ID("one")), moment)]
        #expect(try again(read).alarms.map(\.trigger) == [moment])
        #expect(try todo([due] + alarm).alarms.map(\.trigger) == [moment])
        let other = try todo(["DUE:20261121T170000Z", "RRULE:FREQ=WEEKLY"] + alarm)
        #expect(other.alarms.map(\.trigger) == [moment])
    }

    @Test("what is acknowledged and snoozed is exchanged as RFC 9074 says")
    func states() throws {
        let read = try todo(
            "DUE:20261121T180000Z", "BEGIN:VALARM", "UID:one", "ACTION:DISPLAY", "TRIGGER;RELATED=END:-PT15M",
            "ACKNOWLEDGED:20261121T174500Z", "END:VALARM", "BEGIN:VALARM", "UID:two", "ACTION:DISPLAY",
            "TRIGGER;VALUE=DATE-TIME:20261121T175500Z", "RELATED-TO;RELTYPE=SNOOZE:one", "END:VALARM")
        let state = try #require(read.alarmStates.first)
        #expect(read.alarms.map(\.id.rawValue) == ["one"] && state.key.alarm.rawValue == "one")
        #expect(state.value.acknowledged == (try date("2026-11-21T17:45:00Z")))
        #expect(state.value.snoozed == (try date("2026-11-21T17:55:00Z")))
        let written = lines(read)
        #expect(written.contains("ACKNOWLEDGED:20261121T174500Z"))
        #expect(written.contains("RELATED-TO;RELTYPE=SNOOZE:one"))
        #expect(written.contains("TRIGGER;VALUE=DATE-TIME:20261121T175500Z"))
        #expect(try again(read).alarmStates == read.alarmStates)
    }

    @Test("our own reminders come back as they were, also what other programs do not know")
    func ours() throws {
        var due = Todo(id: .init(stored: "a"), title: "Rent", createdAt: context.now)
        due.due = .day(try #require(Day("2026-11-21")))
        due.location = Location(
            id: .init(stored: "p"), coordinate: try Coordinate(latitude: 47.5, longitude: 8), placeName: "Home",
            createdAt: context.now)
        let lead = try #require(Alarm.Lead(days: 1, seconds: 600))
        due.alarms = [
            Alarm(.before(lead, of: .either)), Alarm(.before(.zero, of: .start)),
            Alarm(.place(.leave, nil, radius: 300)),
            Alarm(.moment(context.now, zone: "Europe/Zurich")), Alarm(.time(.hour(18), daysBefore: 2, of: .due)),
        ].sorted { $0.id < $1.id }
        let read = try again(due)
        #expect(read.alarms == due.alarms)
        let written = lines(due)
        #expect(written.contains("PROXIMITY:DEPART") && written.contains("URL:geo:47.5,8.0;u=300"))
        #expect(written.contains("TRIGGER;RELATED=END:-PT15H10M"), "from midnight: \(written)")
        // Another program may remove our own property. Then only the standard ones count.
        let foreign = lines(due).filter { !$0.hasPrefix("X-TODO-ALARM") }.joined(separator: "\n")
        let others = try #require(try todos(of: foreign, as: ICalendarFormat(), context).first)
        #expect(others.alarms.contains { $0.trigger == .place(.leave, nil, radius: 300) })
    }

    @Test("what does not say when it rings stays as it is")
    func kept() throws {
        for lines in [alarm("ACTION:DISPLAY"), alarm("TRIGGER:whenever"), alarm("TRIGGER:-PT5M", "PROXIMITY:CONNECT")] {
            let text =
                (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "SUMMARY:Rent"] + lines + ["END:VTODO", "END:VCALENDAR"])
                .joined(separator: "\n")
            let read = try #require(try todos(of: text, as: ICalendarFormat(), context).first)
            #expect(read.alarms.isEmpty && read.extras["ics.BEGIN.VALARM"] != nil)
        }
    }
}
