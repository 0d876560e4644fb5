import Foundation
import JSON
import TodoDomain

/// A VTODO component of a file.
struct ICalendarComponent {
    /// The line where it begins.
    var number: Int
    var properties: [ICalendarProperty] = []
    /// The lines of each component inside it, with the component's name.
    var nested: [(name: String, lines: [String])] = []
    private(set) var size = 0

    /// Counts the bytes of a line. A to-do must fit into memory several times.
    mutating func count(_ line: String) throws {
        size += line.utf8.count
        guard size <= ByteSource.maximumElement else {
            throw InputError("the to-do has more than \(ByteSource.maximumElement) bytes")
        }
    }
}

extension ICalendarComponent {
    /// Creates a component from unfolded lines.
    /// - Parameter zones: what its time zones are added to.
    init(_ lines: [String], zones: inout ICalendarZones) {
        self.init(number: 0)
        var open = 0
        for line in lines {
            guard let property = ICalendarProperty(line) else { continue }
            zones.note(property)
            if property.name == "BEGIN" {
                if open == 0 { nested.append((property.value.uppercased(), [])) }
                open += 1
            }
            if open == 0 { properties.append(property) } else { nested[nested.count - 1].lines.append(line) }
            if property.name == "END" { open = max(open - 1, 0) }
        }
    }
}

/// Reads the VTODO components of calendars, and reports all other components.
struct ICalendarReader: ItemReader {
    private var lines: ContentLineReader
    private var decoder: ICalendarDecoder
    /// The list for a calendar that has no name in the file.
    private let list: ImportedList?
    private var openCalendars = 0
    private var hasCalendar = false
    /// The further items of the last to-do, last first.
    private var following: [ImportItem] = []
    private let isSkippingBad: Bool

    init(source: ByteSource, decoder: ICalendarDecoder, isSkippingBad: Bool) {
        lines = ContentLineReader(source: source)
        list = decoder.context.calendarName.flatMap(Self.list(named:))
        self.decoder = decoder
        self.decoder.calendar = list
        self.isSkippingBad = isSkippingBad
    }

    var bytesRead: Int { lines.source.bytesConsumed }
    var undated: Date? { decoder.context.now }
    var isOrdered: Bool { false }
    var kept: [String: Int] { [:] }
    /// Equal components are distinguished within a file.
    var numbers: RecordNumbers? {
        get { nil }
        set {}
    }
    var renditions: (@Sendable (Todo) -> [Todo])? {
        let (context, calendar) = (ExportContext(timeZone: decoder.context.timeZone), decoder.calendar)
        // The name of a calendar is the list for new to-dos. It does not mean that known to-dos were moved there.
        return { ICalendarFormat.renditions(of: $0, context, in: calendar) }
    }

    func renamed(_ todo: Todo) -> Todo {
        var todo = todo
        let key = ICalendar.prefix + "UID"
        todo.extras[key] = todo.extras[key] ?? .string(ICalendarEncoder.uidLine(of: todo))
        return todo
    }

    mutating func next() throws -> ImportItem? {
        if let item = following.popLast() { return item }
        do {
            while let property = try nextProperty() {
                switch (property.name, property.value.uppercased()) {
                case ("BEGIN", "VCALENDAR"):
                    openCalendars += 1
                    hasCalendar = true
                    decoder.calendar = list
                case ("END", "VCALENDAR"):
                    guard openCalendars > 0 else { throw InputError("there is no open calendar to end") }
                    openCalendars -= 1
                case ("BEGIN", "VTODO"):
                    hasCalendar = true
                    return try todo()
                // Zones are identified by name. To-dos whose zone has no known name are reported.
                case ("BEGIN", "VTIMEZONE"): try readComponent("VTIMEZONE") { _ in }
                case ("BEGIN", let name): return try skipComponent(name)
                case ("END", _): throw InputError("there is no such open component to end")
                case ("X-WR-CALNAME", _) where openCalendars > 0:
                    decoder.calendar = Self.list(named: property.text)
                default:
                    guard openCalendars > 0 else { throw InputError("the file does not begin with BEGIN:VCALENDAR") }
                }
            }
            guard openCalendars == 0 else { throw InputError("the file ends within a calendar") }
            guard hasCalendar else { throw InputError("the file holds no calendar") }
            return nil
        } catch {
            throw badInput("line \(max(lines.number, 1))", error)
        }
    }

    /// The list for a calendar. A slash belongs to its name and is not a path.
    private static func list(named name: String) -> ImportedList? {
        ImportedList(path: ForeignTitle.tag(name), separator: "\0")
    }

    private mutating func nextProperty() throws -> ICalendarProperty? {
        guard let line = try lines.next() else { return nil }
        guard let property = ICalendarProperty(line) else {
            throw InputError("the line is not a property of iCalendar")
        }
        return property
    }

    private mutating func todo() throws -> ImportItem {
        var component = ICalendarComponent(number: lines.number)
        while let property = try nextProperty() {
            try component.count(property.line)
            switch property.name {
            case "BEGIN":
                var nested = [property.line]
                let name = property.value.uppercased()
                try readComponent(name) { line in
                    try component.count(line)
                    nested.append(line)
                }
                component.nested.append((name, nested))
            case "END":
                guard property.value.uppercased() == "VTODO" else { throw InputError("END:VTODO is missing before it") }
                do {
                    let item = try decoder.item(component)
                    following = decoder.skipped.reversed()
                    return item
                } catch  where isSkippingBad {
                    return refused("line \(component.number)", line: component.number, error)
                } catch {
                    throw badInput("the to-do at line \(component.number)", error)
                }
            default: component.properties.append(property)
            }
        }
        throw InputError("the file ends within a to-do")
    }

    private mutating func skipComponent(_ name: String) throws -> ImportItem {
        let number = lines.number
        try readComponent(name) { _ in }
        // The name comes from the file, so only known names are repeated.
        let isKnown = ["VEVENT", "VJOURNAL", "VFREEBUSY", "VALARM", "VAVAILABILITY"].contains(name)
        return .skipped(
            position: "line \(number)", reason: "\(isKnown ? "A \(name)" : "A component of this kind") is not a to-do.")
    }

    /// Reads to the end of a component, calling `line` for each of its lines, including nested ones.
    private mutating func readComponent(_ name: String, _ line: (String) throws -> Void) throws {
        var open = [name]
        while let last = open.last {
            guard let property = try nextProperty() else { throw InputError("the file ends within a component") }
            try line(property.line)
            switch property.name {
            case "BEGIN":
                open.append(property.value.uppercased())
                guard open.count <= 32 else { throw InputError("components are nested too deeply") }
            case "END":
                guard property.value.uppercased() == last else { throw InputError("another component is still open") }
                open.removeLast()
            default: break
            }
        }
    }
}
