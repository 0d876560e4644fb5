import Basics
package import Foundation
package import TodoDomain

/// Writes a to-do for clients of calendars: one object with one VTODO. The same to-do always gives the same bytes.
///
/// Everything is written in a way that no program misunderstands: the due date of a moved occurrence is its new date, alarms
/// have no names of their own, and the parent comes before other relations.
package struct CalDAVEncoder {
    /// The version of this way of writing. Another version gives other bytes for the same to-do.
    package static let version = 2
    /// The property with the version that a client has.
    static let revision = "X-TODO-REV"
    /// The property with the position among siblings.
    static let order = "X-APPLE-SORT-ORDER"
    /// The property with a parent and other relations.
    package static let parentProperty = ICalendarRelations.name
    private static let left: Set<String> = [
        "RECURRENCE-ID", "EXDATE", "RDATE", "EXRULE", ICalendarRelations.name, ICalendarRecurrence.settled, order,
        revision,
        "X-MOZ-SNOOZE-TIME", "X-MOZ-LASTACK", "DURATION",
    ]

    private let encoder: ICalendarEncoder

    /// Creates an encoder for days that begin in a time zone.
    package init(timeZone: TimeZone) { encoder = ICalendarEncoder(timeZone: timeZone) }

    /// The UID of a to-do: the UID that another program gave it, or else its id.
    package static func uid(of todo: Todo) -> String {
        let kept = ICalendarEncoder.texts(todo.extras[ICalendar.prefix + "UID"]).first
            .flatMap { ICalendarEncoder.property($0, named: "UID")?.value }
        guard let kept, !kept.isEmpty, id(uid: kept) == todo.id else { return todo.id.rawValue }
        return kept
    }

    /// The id of the to-do with a UID.
    package static func id(uid: String) -> Todo.ID {
        ICalendarEncoder.id(uid: uid, recurrence: nil, Identities(format: "ics"))
    }

    /// The object of a to-do.
    /// - Parameters:
    ///   - todo: the to-do, as it is shown.
    ///   - parent: the UID of its parent; nil if there is none.
    ///   - order: its position among its siblings; nil if it has none.
    package func bytes(of todo: Todo, below parent: String?, order: Int64?) -> [UInt8] {
        let lines = lines(of: todo, below: parent, order: order)
        var (bytes, body): ([UInt8], [UInt8]) = ([], [])
        func write(_ line: String) { ICalendarWriter.write(line, into: &bytes) }
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//todo//todo//EN", "BEGIN:VTODO"] { write(line) }
        for line in lines { ICalendarWriter.write(line, into: &body) }
        var zones = ICalendarZones()
        for line in lines where line.contains("TZID=") {
            if let property = ICalendarProperty(line) { zones.note(property) }
        }
        let revision = SHA256.digest(body).hex.prefix(32)
        bytes += body
        write("\(Self.revision):\(revision)")
        write("END:VTODO")
        for line in zones.lines { write(line) }
        write("END:VCALENDAR")
        return bytes
    }

    /// The ETag of an object, with its quotes.
    package static func etag(of bytes: [UInt8]) -> String { "\"\(SHA256.digest(bytes).hex.prefix(32))\"" }

    private func lines(of todo: Todo, below parent: String?, order: Int64?) -> [String] {
        let isClosed = todo.isRepeating && todo.isDone
        var written: [String] = []
        for line in encoder.parts(of: todo).properties {
            let name = String(line.prefix { $0 != ":" && $0 != ";" }).uppercased()
            guard !Self.left.contains(name) else { continue }
            switch name {
            case "RRULE", ICalendarRecurrence.own: if !isClosed { written.append(line) }
            case "DUE" where todo.isRepeating: if let due = todo.due { written.append(ICalendarTime.line("DUE", due)) }
            case "DTSTART" where todo.isRepeating:
                if let start = todo.start ?? todo.due { written.append(ICalendarTime.line("DTSTART", start)) }
            case "STATUS" where todo.isStarted: written.append("STATUS:IN-PROCESS")
            case "CATEGORIES":
                // Some programs read only one of several lines, and others do not read an escaped comma.
                let titles = todo.tags.map { ICalendarText.escaped($0.title) }
                written +=
                    todo.tags.contains { $0.title.contains(",") }
                    ? titles.map { "CATEGORIES:" + $0 } : ["CATEGORIES:" + titles.joined(separator: ",")]
            default: written.append(line)
            }
        }
        written += relations(of: todo, below: parent)
        if let order { written.append("\(Self.order):\(order)") }
        let states = todo.alarmStates.values
        if let acknowledged = states.compactMap(\.acknowledged).max() {
            written.append("X-MOZ-LASTACK:" + acknowledged.iso8601Basic)
        }
        if let snoozed = states.compactMap(\.snoozed).max() {
            written.append("X-MOZ-SNOOZE-TIME:" + snoozed.iso8601Basic)
        }
        return (written + alarms(of: todo).flatMap(\.lines)).map(Self.printable)
    }

    /// The lines of the relations. The parent comes first, because some clients read only the first line. It has no type,
    /// because PARENT is the default.
    private func relations(of todo: Todo, below parent: String?) -> [String] {
        let kept = ICalendarEncoder.texts(todo.extras[ICalendar.prefix + ICalendarRelations.name])
            .compactMap { ICalendarEncoder.property($0, named: ICalendarRelations.name) }
        var (all, rest) = (todo, [String]())
        all.parent = nil
        for line in ICalendarRelations.lines(of: all, kept: kept, encoder.identities) {
            guard let type = ICalendarProperty(line)?.parameter("RELTYPE")?.uppercased(), type != "PARENT" else {
                continue
            }
            rest.append(line)
        }
        return (parent.map { ["\(ICalendarRelations.name):\($0)"] } ?? []) + rest
    }

    /// The alarms that ring at a time, with their lines.
    package func alarms(of todo: Todo) -> [(alarm: Alarm, lines: [String])] {
        todo.alarms.compactMap { alarm in
            switch alarm.trigger {
            case .place, .unknown: return nil
            case .moment, .before, .time: break
            }
            var one = todo
            one.alarms = [Alarm(id: alarm.id, alarm.trigger)]
            one.alarmStates = [:]
            let trigger = ICalendarAlarms.lines(of: one, in: encoder.timeZone).first { $0.hasPrefix("TRIGGER") }
            guard let trigger else { return nil }
            return (
                alarm,
                [
                    "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:\(ICalendarText.escaped(todo.title))", trigger,
                    "END:VALARM",
                ]
            )
        }
    }

    /// The line without characters that XML cannot contain.
    private static func printable(_ line: String) -> String {
        guard line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0xEF }) else { return line }
        return String(
            String.UnicodeScalarView(
                line.unicodeScalars.map { scalar in
                    scalar.value < 0x20 && scalar.value != 0x09 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
                        ? "\u{FFFD}" : scalar
                }))
    }
}

extension [UInt8] {
    fileprivate var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
