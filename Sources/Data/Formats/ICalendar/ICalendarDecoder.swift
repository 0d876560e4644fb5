import Foundation
import JSON
import TodoDomain

/// Converts VTODO components to to-dos.
///
/// Lines without a counterpart in a to-do are kept among the extras. So are lines that we would write with less information: a
/// priority of 4, a summary with a language, a due time in its own zone.
struct ICalendarDecoder {
    let context: ImportContext
    private let time: ICalendarTime
    private let encoder: ICalendarEncoder
    private var identities = Identities(format: "ics")
    private var tagMaker = TagMaker()
    /// The further items of the component that was read last: dates that are left out, subtasks, and reports about parts that are
    /// not understood.
    private(set) var skipped: [ImportItem] = []
    /// Whether the lines that name subtasks are kept. A file of several to-dos says the same at each subtask.
    var keepsSubtasks = false
    /// The list for the calendar, by its name; nil if the calendar has no name.
    var calendar: ImportedList?

    init(context: ImportContext) {
        self.context = context
        time = ICalendarTime(timeZone: context.timeZone)
        encoder = ICalendarEncoder(timeZone: context.timeZone)
    }

    mutating func item(_ component: ICalendarComponent) throws -> ImportItem {
        var properties: [String: [ICalendarProperty]] = [:]
        for property in component.properties { properties[property.name, default: []].append(property) }
        func first(_ name: String) -> ICalendarProperty? { properties[name]?.first }
        func date(_ name: String) throws -> Date? { try first(name).map(time.date) }

        let (created, stamp) = (try date("CREATED"), try date("DTSTAMP"))
        let modifiedAt = try date("LAST-MODIFIED") ?? stamp
        let createdAt = created ?? modifiedAt ?? context.now
        let completed = try date("COMPLETED")
        let isDone = Self.isDone(
            status: first("STATUS")?.value,
            hasCompletion: completed != nil || first(ICalendar.percentage)?.value == "100")
        let title = ForeignTitle(first("SUMMARY")?.text ?? "")
        // A duration is replaced by the date that it leads to (RFC 5545, section 3.8.2.5). An export writes that date.
        let end = first("DUE") == nil ? time.end(of: first("DTSTART"), lasting: first("DURATION")) : nil
        if end != nil { properties["DURATION"] = nil }
        let id = id(
            uid: first("UID")?.value, recurrence: first("RECURRENCE-ID")?.value,
            content: "\(title.title)\u{0}\(first("CREATED")?.value ?? "")\u{0}\(first("DUE")?.value ?? "")")
        var todo = Todo(
            id: id, title: title.title, notes: title.notes(first("DESCRIPTION")?.text ?? ""), createdAt: createdAt,
            updatedAt: modifiedAt, completedAt: isDone ? completed ?? modifiedAt ?? createdAt : nil,
            due: try first("DUE").map { property in
                guard let due = time.due(property) else {
                    throw InputError.field("DUE", "a date or time such as 20261121 or 20261121T180000Z")
                }
                return due
            } ?? end,
            priority: first("PRIORITY").flatMap { Self.priority($0.value) },
            // With a rule, DTSTART is the anchor of the rule and not a start date.
            start: properties["RRULE"] == nil
                ? first("DTSTART").flatMap(time.due).flatMap { try? Validation.due($0) } : nil,
            tags: try tagMaker.tags(
                titled: (properties["CATEGORIES"] ?? []).flatMap(\.texts).map { ForeignTitle.tag($0) },
                createdAt: createdAt),
            location: try location(
                geo: first("GEO"), name: first("LOCATION")?.text, altitude: first(ICalendar.altitude)?.value,
                createdAt: createdAt))
        if !isDone, let lines = properties["COMPLETED"] {
            todo.extras[ICalendar.prefix + "COMPLETED"] = Self.lines(lines)
        }
        let relations = ICalendarRelations(
            properties[ICalendarRelations.name] ?? [], of: id, identities, keepsSubtasks: keepsSubtasks)
        todo.dependsOn = relations.dependsOn
        todo.parent = relations.parent
        if todo.parent == nil { todo.list = calendar?.model(createdAt: createdAt) }
        properties[ICalendarRelations.name] = relations.kept.isEmpty ? nil : relations.kept
        if let lines = properties["COMMENT"],
            let comments = ICalendarComments.comments(lines, createdAt: createdAt)
        {
            todo.comments = comments
            properties["COMMENT"] = nil
        }
        let length = ICalendarRecurrence.length(first("DTSTART").flatMap(time.due), todo.due)
        let series = ICalendarRecurrence.take(from: &properties, of: &todo, in: time)
        ICalendarRecurrence.takeSettled(from: &properties, into: &todo)
        let exception = ICalendarRecurrence.exception(todo, properties, identities, in: time)
        skipped =
            series == nil
            ? []
            : ICalendarRecurrence.skipped(
                of: todo, properties["EXDATE"] ?? [], length: length, at: modifiedAt ?? createdAt, in: time)
        skipped += relations.subtasks.map { .subtask($0, of: id, position: "line \(component.number)") }
        if ["DUE", "DTSTART", "RECURRENCE-ID"].contains(where: { first($0).map(time.isInUnknownZone) ?? false }) {
            skipped.append(
                .noted(
                    position: "line \(component.number)",
                    reason: "Its date is taken in the local time zone, since the one in the file is not known."))
        }
        var nested = component.nested
        ICalendarAlarms.take(from: &nested, into: &todo, in: time)
        keepOthers(properties, nested, in: &todo)
        keepRefined(properties, in: &todo)
        todo = try todo.validated()
        if let series { return .series(todo, series, modifiedAt: modifiedAt) }
        if let exception {
            // An occurrence is in the list of its series.
            todo.list = nil
            return .occurrence(todo, exception, modifiedAt: modifiedAt)
        }
        return .todo(todo, modifiedAt: modifiedAt)
    }

    /// Keeps lines that contain more than we would write.
    private func keepRefined(_ properties: [String: [ICalendarProperty]], in todo: inout Todo) {
        let own = encoder.ownLines(of: todo)
        for name in ICalendar.refined {
            guard let originals = properties[name] else { continue }
            let isOwn =
                originals.count == 1
                && (own[name] == originals[0].line
                    || originals[0].hasNoParameters && own[name] == "\(name):\(originals[0].value)")
            if !isOwn { todo.extras[ICalendar.prefix + name] = Self.lines(originals) }
        }
    }

    /// Keeps the lines without a counterpart in a to-do.
    private func keepOthers(
        _ properties: [String: [ICalendarProperty]], _ nested: [(name: String, lines: [String])], in todo: inout Todo
    ) {
        for (name, lines) in properties where !ICalendar.refined.contains(name) && !ICalendar.rewritten.contains(name) {
            todo.extras[ICalendar.prefix + name] = Self.lines(lines)
        }
        for name in Set(nested.map(\.name)) {
            let texts = nested.filter { $0.name == name }.map { JSONValue.string($0.lines.joined(separator: "\n")) }
            todo.extras[ICalendar.prefix + "BEGIN." + name] = .array(texts)
        }
    }

    /// The id of a component. It is the UID if that is a valid id. The exceptions of a recurrence share a UID.
    private mutating func id(uid: String?, recurrence: String?, content: String) -> Todo.ID {
        guard let uid, !uid.isEmpty else { return identities.id(ofContent: content) }
        return ICalendarEncoder.id(uid: uid, recurrence: recurrence, identities)
    }

    private func location(
        geo: ICalendarProperty?, name: String?, altitude: String?, createdAt: Date
    ) throws -> Location? {
        guard let geo else { return nil }
        guard let coordinate = try ICalendarEncoder.coordinate(geo.value) else {
            throw InputError.field("GEO", "a latitude and a longitude such as 47.37;8.54")
        }
        let altitude = try altitude.flatMap(Double.init).map(Validation.altitude)
        let name = name.map { ForeignTitle.tag($0) }.flatMap { $0.isEmpty ? nil : $0 }
        return Location(
            id: Identities.place(coordinate, altitude: altitude, name: name), coordinate: coordinate,
            altitude: altitude, placeName: name, createdAt: createdAt)
    }

    /// A cancelled to-do is no longer open. Without a status, a completion time or one hundred percent means done.
    static func isDone(status: String?, hasCompletion: Bool) -> Bool {
        switch status?.uppercased() {
        case nil, "": hasCompletion
        case "COMPLETED", "CANCELLED": true
        default: false
        }
    }

    /// RFC 5545, section 3.8.1.9: 1 to 4 is high, 5 is medium, 6 to 9 is low, 0 is none.
    static func priority(_ value: String) -> Priority? {
        switch Int(value) {
        case .some(1...4): .high
        case .some(5): .medium
        case .some(6...9): .low
        default: nil
        }
    }

    private static func lines(_ properties: [ICalendarProperty]) -> JSONValue {
        properties.count == 1 ? .string(properties[0].line) : .array(properties.map { .string($0.line) })
    }
}
