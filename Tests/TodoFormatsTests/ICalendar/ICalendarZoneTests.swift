import Foundation
import Testing
import TodoDomain
import TodoFormats

@Suite("Time zones of calendars")
struct ICalendarZoneTests {
    private let there = ImportContext(now: context.now, timeZone: zurich)

    private func read(_ line: String) throws -> [ImportItem] {
        let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:a", line, "END:VTODO", "END:VCALENDAR", ""]
        return try items(of: lines.joined(separator: "\r\n").utf8, as: ICalendarFormat(), there)
    }

    @Test(
        "a name of Windows, and one after a path, is that of the zone, and goes out as it came",
        arguments: [
            ("W. Europe Standard Time", "Europe/Berlin"), ("Eastern Standard Time", "America/New_York"),
            ("Pacific Standard Time (Mexico)", "America/Tijuana"), ("Nepal Standard Time", "Asia/Katmandu"),
            ("UTC-11", "Etc/GMT+11"), ("UTC+12", "Etc/GMT-12"), ("/example.org/1/Asia/Tokyo", "Asia/Tokyo"),
            (
                "/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires",
                "America/Argentina/Buenos_Aires"
            ),
            ("/example.org/Japan", "Japan"),
        ])
    func known(name: String, identifier: String) throws {
        let line = "DUE;TZID=\(name):20261201T090000"
        let read = try read(line)
        let todo = try #require(read.todos.first)
        #expect(read.skipped.isEmpty)
        #expect(todo.due == (try self.read("DUE;TZID=\(identifier):20261201T090000").todos.first?.due))
        guard case .instant(_, let zone)? = todo.due else {
            Issue.record("no instant")
            return
        }
        #expect(zone == identifier)
        let written = text(export([todo], as: ICalendarFormat(), in: zurich)).replacing("\r\n ", with: "")
            .components(separatedBy: "\r\n")
        #expect(written.contains(line) && written.contains("TZID:\(name)"))
    }

    @Test("a zone that is not known is the local one, which is reported; a day and a time in UTC have none")
    func unknown() throws {
        let reason = "Its date is taken in the local time zone, since the one in the file is not known."
        for name in ["Customized Time Zone", "/example.org/Somewhere/Else", "Somewhere"] {
            for property in ["DUE", "DTSTART"] {
                #expect(try read("\(property);TZID=\(name):20261201T090000").skipped == ["line 3: \(reason)"])
            }
            let due = try #require(try self.read("DUE;TZID=\(name):20261201T090000").todos.first?.due)
            #expect(due == .instant(try date("2026-12-01T08:00:00Z"), zurich))
            #expect(try self.read("DUE;TZID=\(name):20261201").skipped.isEmpty)
            #expect(try self.read("DUE;TZID=\(name):20261201T090000Z").skipped.isEmpty)
        }
        #expect(try self.read("DUE:20261201T090000").skipped.isEmpty)
    }
}
