package import Foundation
import JSON
package import TodoDomain

/// The reasons for refusing a client's object.
package enum CalDAVProblem: Error, Equatable {
    /// The object is not iCalendar.
    case unreadable(String)
    /// There is no VTODO, or there are other components.
    case component(String)
    /// The object is not a single resource.
    case resource(String)
    /// The object has a value that cannot be stored.
    case value(String)
}

/// The to-do in a client's VTODO, independent of the spelling of its lines.
package struct CalDAVObject: Sendable {
    /// An occurrence of a series that the client has settled or moved.
    package struct Exception: Hashable, Sendable {
        /// The date by which the client names the occurrence, as it is written.
        package let occurrence: Due
        /// Its status in capitals; nil if it has none. An occurrence that the client has taken out of the series is cancelled.
        package let status: String?
        /// The due date; nil if it has none.
        package let due: Due?
        /// Its title; nil if it has none.
        package let title: String?
    }

    /// The UID.
    package let uid: String
    /// The to-do as the import reads it, without its rule, its comments and its own names for alarms.
    package let todo: Todo
    /// The names of the properties, in capitals, and VALARM.
    package let names: Set<String>
    /// The version that the client says it has changed; nil if it does not say so.
    package let revision: String?
    /// The status in capitals; nil if it has none.
    package let status: String?
    /// The rule as written; nil if it has none.
    package let rule: String?
    /// The key of the occurrence that this program wrote beside the rule; nil if there is none.
    package let key: Day?
    /// The texts of the comments.
    package let comments: [String]
    /// The texts of the categories.
    package let categories: [String]
    /// The UID of the parent; nil if it has none.
    package let parent: String?
    /// The position among siblings; nil if it has none.
    package let order: Int64?
    /// The time when an alarm was last acknowledged.
    package let acknowledged: Date?
    /// The time until which an alarm is snoozed; nil if none is.
    package let snoozed: Date?
    /// The exceptions.
    package let exceptions: [Exception]
    /// The digits of DUE and DTSTART as written, without a zone.
    package let digits: [String: String]
    /// The names of those of the two properties that have no zone.
    package let floating: Set<String>
    /// The lines of the place; empty if it has none.
    package let place: [String]
    /// The zone of times without one.
    package let timeZone: TimeZone
    /// The lines of all other properties, by name, sorted.
    package let others: [String: [String]]

    private static let known: Set<String> = [
        "UID", "SUMMARY", "DESCRIPTION", "DTSTART", "DUE", "DURATION", "STATUS", "COMPLETED", "PRIORITY", "CATEGORIES",
        "RELATED-TO", "COMMENT", "RRULE", "EXDATE", "RDATE", "EXRULE", "RECURRENCE-ID", "CREATED", "DTSTAMP",
        "LAST-MODIFIED", "SEQUENCE", "PRODID", "X-MOZ-GENERATION", "X-MOZ-LASTACK", "X-MOZ-SNOOZE-TIME", "BEGIN", "END",
        "LOCATION", "GEO",
    ]
    private static let largestAttachment = 64 * 1024

    /// Reads an object.
    /// - Parameters:
    ///   - bytes: an iCalendar object with one VTODO, and its exceptions if it repeats.
    ///   - timeZone: the zone of times without one.
    ///   - now: the time to use where the object has none.
    /// - Throws: ``CalDAVProblem``.
    package init(_ bytes: [UInt8], timeZone: TimeZone, now: Date) throws {
        let components = try Self.components(bytes)
        let time = ICalendarTime(timeZone: timeZone)
        func all(_ name: String, _ component: ICalendarComponent) -> [ICalendarProperty] {
            component.properties.filter { $0.name == name }
        }
        let uids = Set(components.flatMap { all("UID", $0).map(\.value) })
        guard uids.count == 1, let uid = uids.first, !uid.isEmpty else {
            throw CalDAVProblem.resource("A to-do needs one UID.")
        }
        let masters = components.filter { all("RECURRENCE-ID", $0).isEmpty }
        guard masters.count == 1, var master = masters.first else {
            throw CalDAVProblem.resource("An object has one VTODO, and those of its occurrences.")
        }
        var exceptions = components.compactMap { component -> Exception? in
            guard let occurrence = all("RECURRENCE-ID", component).first.flatMap(time.due) else { return nil }
            return Exception(
                occurrence: occurrence, status: all("STATUS", component).first?.value.uppercased(),
                due: all("DUE", component).first.flatMap(time.due), title: all("SUMMARY", component).first?.text)
        }
        exceptions += all("EXDATE", master).flatMap { property in
            property.value.split(separator: ",").compactMap { ICalendarProperty(property, value: $0) }
        }.compactMap(time.due).map { Exception(occurrence: $0, status: "CANCELLED", due: nil, title: nil) }
        self.exceptions = exceptions
        master.properties.removeAll { property in
            property.name == "ATTACH" && property.value.utf8.count > Self.largestAttachment
                && property.parameter("VALUE")?.uppercased() == "BINARY"
        }
        func first(_ name: String) -> ICalendarProperty? { master.properties.first { $0.name == name } }
        self.uid = uid
        self.timeZone = timeZone
        names = Set(master.properties.map(\.name)).union(master.nested.map(\.name))
        revision = first(CalDAVEncoder.revision)?.value
        status = first("STATUS")?.value.uppercased()
        rule = first("RRULE")?.value
        key = first(ICalendarRecurrence.own).flatMap { try? JSONValue(parsing: $0.text) }?["key"]?.string.flatMap(
            Day.init)
        comments = all("COMMENT", master).map(\.text)
        categories = all("CATEGORIES", master).flatMap(\.texts).map { ForeignTitle.tag($0) }.filter { !$0.isEmpty }
        parent =
            all("RELATED-TO", master).first { property in
                let type = property.parameter("RELTYPE")?.uppercased() ?? "PARENT"
                return type == "PARENT" && !property.value.isEmpty && property.value != uid
            }?.value
        order = first(CalDAVEncoder.order).flatMap { Int64($0.value) }
        var marks = all("X-MOZ-LASTACK", master).compactMap { try? time.date($0) }
        for alarm in master.nested where alarm.name == "VALARM" {
            marks += alarm.lines.compactMap { ICalendarProperty($0) }.filter { $0.name == "ACKNOWLEDGED" }
                .compactMap { try? time.date($0) }
        }
        acknowledged = marks.max()
        snoozed = all("X-MOZ-SNOOZE-TIME", master).compactMap { try? time.date($0) }.max()
        var (digits, floating): ([String: String], Set<String>) = ([:], [])
        for name in ["DUE", "DTSTART"] {
            guard let property = first(name) else { continue }
            digits[name] = property.value.filter { $0 != "Z" }
            if property.parameter("TZID") == nil, !property.value.hasSuffix("Z"), property.value.contains("T") {
                floating.insert(name)
            }
        }
        self.digits = digits
        self.floating = floating
        place = (all("GEO", master) + all("LOCATION", master)).map(\.line)
        var others: [String: [String]] = [:]
        for property in master.properties
        where !Self.known.contains(property.name) && !property.name.hasPrefix(ICalendar.ownPrefix)
            && property.name != CalDAVEncoder.order
        {
            others[property.name, default: []].append(property.line)
        }
        self.others = others.mapValues { $0.sorted() }
        todo = try Self.todo(master, timeZone, now)
    }

    /// The to-do without the parts that are compared separately.
    private static func todo(_ master: ICalendarComponent, _ timeZone: TimeZone, _ now: Date) throws -> Todo {
        var plain = master
        let left: Set<String> = [
            "RRULE", "EXDATE", "RDATE", "EXRULE", "COMMENT", CalDAVEncoder.order, "X-MOZ-LASTACK", "X-MOZ-SNOOZE-TIME",
            "SEQUENCE", "X-MOZ-GENERATION",
        ]
        plain.properties.removeAll { left.contains($0.name) || $0.name.hasPrefix(ICalendar.ownPrefix) }
        plain.nested = master.nested.filter { $0.name == "VALARM" }.map { alarm in
            let lines = alarm.lines.filter { line in
                ["UID", "X-WR-ALARMUID", "RELATED-TO", "ACKNOWLEDGED"].allSatisfy {
                    !line.uppercased().hasPrefix($0 + ":") && !line.uppercased().hasPrefix($0 + ";")
                }
            }
            return (alarm.name, lines)
        }
        do {
            var decoder = ICalendarDecoder(context: ImportContext(now: now, timeZone: timeZone))
            decoder.keepsSubtasks = true
            guard var todo = try decoder.item(plain).todo else { throw CalDAVProblem.resource("There is no to-do.") }
            for index in todo.alarms.indices { todo.alarms[index].extras = [:] }
            // A start that only repeats the due date is not stored, so alarms that count from it count from the due date
            // instead.
            if let due = todo.due, todo.start?.sortKey == due.sortKey {
                todo.alarms = todo.alarms.map { Alarm($0.trigger.fromDue) }
            }
            for key in todo.extras.keys where key.hasPrefix(ICalendar.prefix + "BEGIN.") { todo.extras[key] = nil }
            return todo
        } catch let error as InputError {
            throw CalDAVProblem.value("The to-do cannot be read: \(error.reason).")
        } catch let error as TodoError {
            throw CalDAVProblem.value(error.reason)
        }
    }

    /// The VTODOs of an object.
    private static func components(_ bytes: [UInt8]) throws -> [ICalendarComponent] {
        var lines = ContentLineReader(source: ByteSource(bytes))
        var (open, components, isCalendar): ([String], [ICalendarComponent], Bool) = ([], [], false)
        do {
            while let line = try lines.next() {
                guard let property = ICalendarProperty(line) else {
                    throw CalDAVProblem.unreadable("Line \(lines.number) is not a property of iCalendar.")
                }
                let isInTodo = open.count > 1 && open[1] == "VTODO"
                switch property.name {
                case "BEGIN":
                    let name = property.value.uppercased()
                    guard open.count < 32, !open.isEmpty || name == "VCALENDAR" else {
                        throw CalDAVProblem.unreadable("The object does not begin with BEGIN:VCALENDAR.")
                    }
                    if open.isEmpty { isCalendar = true }
                    if open.count == 1 {
                        guard ["VTODO", "VTIMEZONE", "VALARM"].contains(name) else {
                            throw CalDAVProblem.component(
                                "Only to-dos are kept here, and this is a \(name.prefix(40)).")
                        }
                        if name == "VTODO" { components.append(ICalendarComponent(number: lines.number)) }
                    } else if isInTodo {
                        if open.count == 2 { components[components.count - 1].nested.append((name, [])) }
                        append(line, to: &components)
                    }
                    open.append(name)
                case "END":
                    guard open.popLast() == property.value.uppercased() else {
                        throw CalDAVProblem.unreadable("Line \(lines.number) ends a component that was not begun.")
                    }
                    if isInTodo, open.count > 1 { append(line, to: &components) }
                case "METHOD" where open.count == 1:
                    throw CalDAVProblem.resource("An object that is kept has no METHOD.")
                default:
                    guard !open.isEmpty else {
                        throw CalDAVProblem.unreadable("The object does not begin with BEGIN:VCALENDAR.")
                    }
                    guard isInTodo else { continue }
                    if open.count == 2 {
                        components[components.count - 1].properties.append(property)
                    } else {
                        append(line, to: &components)
                    }
                }
            }
        } catch let error as InputError {
            throw CalDAVProblem.unreadable("The object cannot be read: \(error.reason).")
        }
        guard isCalendar, open.isEmpty else { throw CalDAVProblem.unreadable("The object has no end.") }
        guard !components.isEmpty else { throw CalDAVProblem.component("There is no VTODO.") }
        return components
    }

    private static func append(_ line: String, to components: inout [ICalendarComponent]) {
        let last = components.count - 1
        components[last].nested[components[last].nested.count - 1].lines.append(line)
    }
}

extension Alarm.Trigger {
    /// The trigger, counted from the due date in place of the start.
    fileprivate var fromDue: Self {
        switch self {
        case .before(let lead, of: .start): .before(lead, of: .due)
        case .time(let time, let days, of: .start): .time(time, daysBefore: days, of: .due)
        case .before, .time, .moment, .place, .unknown: self
        }
    }
}
