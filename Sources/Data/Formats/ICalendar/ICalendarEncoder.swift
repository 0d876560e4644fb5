import Foundation
import JSON
import TodoDomain

/// Makes the lines of VTODO components, unfolded.
struct ICalendarEncoder {
    private static let order = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SUMMARY", "DESCRIPTION", "DTSTART", "DUE", "RRULE", "COMPLETED",
        "STATUS", "PRIORITY", "CATEGORIES", "LOCATION", "GEO", ICalendar.altitude, ICalendarRecurrence.own,
        ICalendarRecurrence.settled,
    ]

    let timeZone: TimeZone
    let identities = Identities(format: "ics")

    init(timeZone: TimeZone) { self.timeZone = timeZone }

    /// All lines between BEGIN and END.
    func lines(of todo: Todo) -> [String] {
        let (lines, nested) = parts(of: todo)
        return lines + ICalendarAlarms.lines(of: todo, in: timeZone) + nested
    }

    /// The lines of the properties, and the lines of the components that were kept, without alarms.
    func parts(of todo: Todo) -> (properties: [String], nested: [String]) {
        var own = ownLines(of: todo)
        var kept: [String: [ICalendarProperty]] = [:]
        var nested: [String] = []
        for key in todo.extras.keys.sorted() where key.hasPrefix(ICalendar.prefix) {
            let name = String(key.dropFirst(ICalendar.prefix.count))
            let texts = Self.texts(todo.extras[key])
            if name.hasPrefix("BEGIN.") {
                nested += texts.flatMap { Self.component($0, named: String(name.dropFirst(6))) }
            } else {
                kept[name] = texts.compactMap { Self.property($0, named: name) }
            }
        }
        if let start = ruleStart(of: todo) { (own["DTSTART"], kept["DTSTART"]) = (start, nil) }
        var lines: [String] = []
        for name in Self.order {
            if let originals = kept.removeValue(forKey: name), let first = originals.first,
                agrees(originals, first, with: todo, recurrence: kept["RECURRENCE-ID"]?.first?.value)
            {
                lines += originals.map(\.line)
            } else if let line = own[name] {
                lines.append(line)
            }
        }
        lines += ICalendarRelations.lines(
            of: todo, kept: kept.removeValue(forKey: ICalendarRelations.name) ?? [], identities)
        lines += ICalendarComments.lines(of: todo)
        for (name, originals) in kept.sorted(by: { $0.key < $1.key }) {
            // The percentage of a to-do that was completed or reopened later is omitted, because it would contradict the
            // status. So are the exceptions of a rule that the to-do no longer has.
            if name == ICalendar.percentage, let value = originals.first?.value, (value == "100") != todo.isDone {
                continue
            }
            if name == "EXDATE", todo.occurrence != nil { continue }
            lines += originals.map(\.line)
        }
        return (lines, nested)
    }

    /// The lines of the exception for the current occurrence of a series, if this occurrence was moved.
    func movedLines(of todo: Todo) -> [String]? {
        ICalendarRecurrence.moved(todo).map { moved in
            let all = lines(of: moved.todo)
            // Occurrences are identified by their starts.
            let name = ruleStart(of: todo).map { "RECURRENCE-ID" + $0.dropFirst("DTSTART".count) } ?? moved.line
            return [all[0], name] + all.dropFirst()
        }
    }

    /// The UID line of a to-do without a name from another program.
    static func uidLine(of todo: Todo) -> String { "UID:" + todo.id.rawValue }

    /// The lines from the to-do's own fields, by name.
    func ownLines(of todo: Todo) -> [String: String] {
        var lines: [String: String] = [:]
        let summary = Self.texts(todo.extras[ICalendar.prefix + "SUMMARY"]).first.flatMap(ICalendarProperty.init)?.text
        let notes = ForeignTitle.restored(todo, from: summary).notes
        lines["UID"] = Self.uidLine(of: todo)
        lines["DTSTAMP"] = "DTSTAMP:" + todo.updatedAt.iso8601Basic
        lines["CREATED"] = "CREATED:" + todo.createdAt.iso8601Basic
        lines["LAST-MODIFIED"] = "LAST-MODIFIED:" + todo.updatedAt.iso8601Basic
        if todo.title != ForeignTitle.missing { lines["SUMMARY"] = "SUMMARY:" + ICalendarText.escaped(todo.title) }
        if !notes.isEmpty { lines["DESCRIPTION"] = "DESCRIPTION:" + ICalendarText.escaped(notes) }
        if let start = todo.start { lines["DTSTART"] = ICalendarTime.line("DTSTART", start) }
        if let due = todo.due { lines["DUE"] = ICalendarTime.line("DUE", due) }
        if let completedAt = todo.completedAt { lines["COMPLETED"] = "COMPLETED:" + completedAt.iso8601Basic }
        lines["STATUS"] = todo.isDone ? "STATUS:COMPLETED" : "STATUS:NEEDS-ACTION"
        switch todo.priority {
        case .high: lines["PRIORITY"] = "PRIORITY:1"
        case .medium: lines["PRIORITY"] = "PRIORITY:5"
        case .low: lines["PRIORITY"] = "PRIORITY:9"
        case nil: break
        }
        if !todo.tags.isEmpty {
            lines["CATEGORIES"] =
                "CATEGORIES:" + todo.tags.map { ICalendarText.escaped($0.title) }.joined(separator: ",")
        }
        if let location = todo.location {
            lines["GEO"] = "GEO:\(Self.decimal(location.latitude));\(Self.decimal(location.longitude))"
            if let name = location.placeName { lines["LOCATION"] = "LOCATION:" + ICalendarText.escaped(name) }
            if let altitude = location.altitude {
                lines[ICalendar.altitude] = "\(ICalendar.altitude):\(Self.decimal(altitude))"
            }
        }
        lines.merge(ICalendarRecurrence.lines(of: todo)) { $1 }
        lines[ICalendarRecurrence.settled] = ICalendarRecurrence.settledLine(of: todo)
        return lines
    }
}
