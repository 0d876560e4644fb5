import Foundation
import Testing
import TodoDomain
import TodoFormats

/// A suite about calendars, with short ways to write and read one.
protocol ICalendarSuite {}

extension ICalendarSuite {
    var format: ICalendarFormat { ICalendarFormat() }

    func calendar(_ lines: String...) -> String {
        let all =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:a"] + lines + ["END:VTODO", "END:VCALENDAR", ""]
        return all.joined(separator: "\r\n")
    }

    func first(_ text: String, _ context: ImportContext = context) throws -> Todo {
        try #require(try todos(of: text, as: format, context).first)
    }

    func lines(_ todo: Todo, in zone: TimeZone = utc) -> [String] {
        text(export([todo], as: format, in: zone)).replacing("\r\n ", with: "").components(separatedBy: "\r\n")
    }
}
