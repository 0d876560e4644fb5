import Foundation
import JSON
import TodoDomain

/// Decides whether lines that were kept can be written again.
extension ICalendarEncoder {
    /// Whether the kept lines still agree with the to-do.
    func agrees(
        _ originals: [ICalendarProperty], _ first: ICalendarProperty, with todo: Todo, recurrence: String?
    ) -> Bool {
        switch first.name {
        case "UID":
            // A settled occurrence keeps its name from another program, unless that is the name of the whole series.
            if todo.occurrence != nil {
                return recurrence != nil || Self.id(uid: first.value, recurrence: nil, identities) != todo.series
            }
            return Self.id(uid: first.value, recurrence: recurrence, identities) == todo.id
        case "SUMMARY": return ForeignTitle.restored(todo, from: first.text).title == first.text
        case "DESCRIPTION":
            return "DESCRIPTION:" + ICalendarText.escaped(first.text) == ownLines(of: todo)["DESCRIPTION"]
        case "DUE": return ICalendarTime(timeZone: timeZone).due(first) == ICalendarRecurrence.dueOnRule(todo)
        case "DTSTART":
            // With a rule, DTSTART is the anchor of the rule and not a start date (``ruleStart(of:)``).
            guard todo.recurrence == nil else { return false }
            return todo.start == nil || todo.extras[ICalendar.prefix + "RRULE"] != nil
                || ICalendarTime(timeZone: timeZone).due(first) == todo.start
        case "STATUS": return ICalendarDecoder.isDone(status: first.value, hasCompletion: todo.isDone) == todo.isDone
        case "COMPLETED": return !todo.isDone
        case "PRIORITY": return ICalendarDecoder.priority(first.value) == todo.priority
        case "CATEGORIES":
            let titles = originals.flatMap(\.texts).map { TagName.folded(ForeignTitle.tag($0)) }.filter { !$0.isEmpty }
            return Set(titles) == Set(todo.tags.map { TagName.folded($0.title) })
        case "LOCATION":
            return todo.location.map { $0.placeName ?? "" == ForeignTitle.tag(first.text) } ?? true
        case "GEO": return (try? Self.coordinate(first.value)) == todo.location?.coordinate
        case "RRULE", ICalendarRecurrence.own: return todo.recurrence == nil && todo.occurrence == nil
        case ICalendarRecurrence.settled: return todo.occurrence == nil
        default: return false
        }
    }

    /// The start line that came with a rule, moved to the current date; nil if there is none that fits.
    func ruleStart(of todo: Todo) -> String? {
        guard todo.recurrence != nil, let due = ICalendarRecurrence.dueOnRule(todo),
            let line = Self.texts(todo.extras[ICalendar.prefix + "DTSTART"]).first,
            let kept = Self.property(line, named: "DTSTART")
        else { return nil }
        return ICalendarRecurrence.start(kept, due: due, in: ICalendarTime(timeZone: timeZone))
    }

    /// The point of a GEO property; nil if it is not a pair of numbers.
    static func coordinate(_ value: String) throws -> Coordinate? {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else { return nil }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }

    /// A number in the FLOAT format, which has no exponent. Swift's text for a tenth of a millimetre or less has one.
    static func decimal(_ number: Double) -> String {
        let text = "\(number)"
        return text.contains("e") ? String(format: "%.12f", number) : text
    }

    /// The id of a component with a UID.
    static func id(uid: String, recurrence: String?, _ identities: Identities) -> Todo.ID {
        if let recurrence { return identities.id(ofForeign: "\(uid)\u{0}\(recurrence)") }
        return Todo.ID(uid) ?? identities.id(ofForeign: uid)
    }

    /// The texts of an extra: a single text or a list.
    static func texts(_ value: JSONValue?) -> [String] {
        value?.string.map { [$0] } ?? value?.elements?.compactMap(\.string) ?? []
    }

    /// A kept line, if it is valid: extras can come from anywhere, and must not introduce further lines.
    static func property(_ line: String, named name: String) -> ICalendarProperty? {
        guard !line.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }), let property = ICalendarProperty(line),
            property.name == name, name != "BEGIN", name != "END"
        else { return nil }
        return property
    }

    /// The lines of a kept component, if it is valid.
    static func component(_ text: String, named name: String) -> [String] {
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
