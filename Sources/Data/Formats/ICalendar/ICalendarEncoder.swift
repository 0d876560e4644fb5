import Foundation
import JSON
import TodoDomain

/// Makes the lines of VTODO components, unfolded.
struct ICalendarEncoder {
    private static let order = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SUMMARY", "DESCRIPTION", "DUE", "COMPLETED", "STATUS",
        "PRIORITY",
        "CATEGORIES", "LOCATION", "GEO", ICalendar.altitude,
    ]

    private let timeZone: TimeZone
    private let identities = Identities(format: "ics")

    init(timeZone: TimeZone) { self.timeZone = timeZone }

    /// All lines between BEGIN and END.
    func lines(of todo: Todo) -> [String] {
        let own = ownLines(of: todo)
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
        for (name, originals) in kept.sorted(by: { $0.key < $1.key }) {
            // A part that is done says no more than the to-do itself once that was completed or opened again.
            if name == "PERCENT-COMPLETE", let value = originals.first?.value, (value == "100") != todo.isDone {
                continue
            }
            lines += originals.map(\.line)
        }
        return lines + nested
    }

    /// The lines made of the to-do alone, by name.
    func ownLines(of todo: Todo) -> [String: String] {
        var lines: [String: String] = [:]
        let summary = Self.texts(todo.extras[ICalendar.prefix + "SUMMARY"]).first.flatMap(ICalendarProperty.init)?.text
        let notes = ForeignTitle.restored(todo, from: summary).notes
        lines["UID"] = "UID:" + todo.id.rawValue
        lines["DTSTAMP"] = "DTSTAMP:" + Timestamp.basicText(todo.updatedAt)
        lines["CREATED"] = "CREATED:" + Timestamp.basicText(todo.createdAt)
        lines["LAST-MODIFIED"] = "LAST-MODIFIED:" + Timestamp.basicText(todo.updatedAt)
        if todo.title != ForeignTitle.missing { lines["SUMMARY"] = "SUMMARY:" + ICalendarText.escaped(todo.title) }
        if !notes.isEmpty { lines["DESCRIPTION"] = "DESCRIPTION:" + ICalendarText.escaped(notes) }
        if let due = todo.due { lines["DUE"] = ICalendarTime.line(due) }
        if let completedAt = todo.completedAt { lines["COMPLETED"] = "COMPLETED:" + Timestamp.basicText(completedAt) }
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
            lines["GEO"] = "GEO:\(location.latitude);\(location.longitude)"
            if let name = location.placeName { lines["LOCATION"] = "LOCATION:" + ICalendarText.escaped(name) }
            if let altitude = location.altitude { lines[ICalendar.altitude] = "\(ICalendar.altitude):\(altitude)" }
        }
        return lines
    }

    /// Whether lines that were kept still say what the to-do says.
    private func agrees(
        _ originals: [ICalendarProperty], _ first: ICalendarProperty, with todo: Todo, recurrence: String?
    ) -> Bool {
        switch first.name {
        case "UID": return Self.id(uid: first.value, recurrence: recurrence, identities) == todo.id
        case "SUMMARY": return ForeignTitle.restored(todo, from: first.text).title == first.text
        case "DESCRIPTION":
            return "DESCRIPTION:" + ICalendarText.escaped(first.text) == ownLines(of: todo)["DESCRIPTION"]
        case "DUE": return ICalendarTime(timeZone: timeZone).due(first) == todo.due
        case "STATUS": return ICalendarDecoder.isDone(status: first.value, hasCompletion: todo.isDone) == todo.isDone
        case "COMPLETED": return !todo.isDone
        case "PRIORITY": return ICalendarDecoder.priority(first.value) == todo.priority
        case "CATEGORIES":
            let titles = originals.flatMap(\.texts).map { TagName.folded(ForeignTitle.tag($0)) }.filter { !$0.isEmpty }
            return Set(titles) == Set(todo.tags.map { TagName.folded($0.title) })
        case "LOCATION":
            return todo.location.map { $0.placeName ?? "" == ForeignTitle.tag(first.text) } ?? true
        case "GEO": return (try? Self.coordinate(first.value)) == todo.location?.coordinate
        default: return false
        }
    }

    /// The point of a GEO; nil where it is no pair of numbers.
    static func coordinate(_ value: String) throws -> Coordinate? {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else { return nil }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The id of a component with a UID.
    static func id(uid: String, recurrence: String?, _ identities: Identities) -> Todo.ID {
        if let recurrence { return identities.id(ofForeign: "\(uid)\u{0}\(recurrence)") }
        return Todo.ID(uid) ?? identities.id(ofForeign: uid)
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        value?.string.map { [$0] } ?? value?.elements?.compactMap(\.string) ?? []
    }

    /// A line that was kept, if it is one: extras can come from anywhere, and must not bring in further lines.
    private static func property(_ line: String, named name: String) -> ICalendarProperty? {
        guard !line.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }), let property = ICalendarProperty(line),
            property.name == name, name != "BEGIN", name != "END"
        else { return nil }
        return property
    }

    /// The lines of a component that was kept, if it is one.
    private static func component(_ text: String, named name: String) -> [String] {
        let lines = text.split(separator: "\n").map(String.init)
        var open: [String] = []
        for (index, line) in lines.enumerated() {
            guard let property = ICalendarProperty(line), !line.utf8.contains(0x0D), index == 0 || !open.isEmpty else {
                return []
            }
            if property.name == "BEGIN" { open.append(property.value.uppercased()) }
            if property.name == "END", open.popLast() != property.value.uppercased() { return [] }
        }
        return open.isEmpty && lines.first?.uppercased() == "BEGIN:\(name)" ? lines : []
    }
}
