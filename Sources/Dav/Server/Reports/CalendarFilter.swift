import Foundation
import HTTPTypes

/// The filter of a `calendar-query` (RFC 4791, section 9.7).
struct CalendarFilter: Sendable {
    /// The collations of texts.
    static let collations = ["i;ascii-casemap", "i;octet", "i;unicode-casemap"]

    private let zone: TimeZone
    private let condition: Component

    private struct Component: Sendable {
        let name: String
        var isDefined = true
        var range: Range?
        var properties: [Property] = []
        var components: [Component] = []
    }

    private struct Property: Sendable {
        let name: String
        var isDefined = true
        var range: Range?
        var text: Text?
        var parameters: [Parameter] = []
    }

    private struct Parameter: Sendable {
        let name: String
        var isDefined = true
        var text: Text?
    }

    private struct Text: Sendable {
        let text: String
        let collation: String
        let isNegated: Bool

        func matches(_ value: String) -> Bool {
            let found: Bool
            switch collation {
            case "i;octet": found = text.isEmpty || value.contains(text)
            case "i;unicode-casemap": found = text.isEmpty || value.range(of: text, options: .caseInsensitive) != nil
            default: found = text.isEmpty || Self.folded(value).contains(Self.folded(text))
            }
            return found != isNegated
        }

        private static func folded(_ text: String) -> String {
            String(
                decoding: text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 32 : $0 }, as: UTF8.self)
        }
    }

    private struct Range: Sendable {
        let start: Date
        let end: Date
    }

    /// Reads the element `filter`.
    /// - Throws: ``DavError`` with the precondition for what is not evaluated.
    init(_ element: XMLElement, in zone: TimeZone) throws {
        let children = element.children
        guard children.count == 1, children[0].name == .caldav("comp-filter"),
            children[0].attributes["name"]?.uppercased() == "VCALENDAR"
        else { throw Self.refusal("A filter begins with the component VCALENDAR.", .caldav("valid-filter")) }
        self.zone = zone
        condition = try Self.component(children[0], zone, depth: 0)
    }

    private static func refusal(_ message: String, _ name: XMLName = .caldav("supported-filter")) -> DavError {
        DavError(.forbidden, name, message)
    }

    private static func component(_ element: XMLElement, _ zone: TimeZone, depth: Int) throws -> Component {
        guard let name = element.attributes["name"]?.uppercased(), depth < 3 else {
            throw refusal("A comp-filter has a name, and is at most three deep.", .caldav("valid-filter"))
        }
        var component = Component(name: name)
        for child in element.children {
            switch child.name {
            case .caldav("is-not-defined"): component.isDefined = false
            case .caldav("time-range"):
                // There are no other components in a list, so that no time matches.
                guard depth == 1 else { throw refusal("A time-range is for a component or a property.") }
                component.range = try range(child, zone)
            case .caldav("prop-filter"): component.properties.append(try property(child, zone))
            case .caldav("comp-filter"): component.components.append(try self.component(child, zone, depth: depth + 1))
            default: throw refusal("The element \(child.name.local.prefix(50)) is not part of a filter.")
            }
        }
        return component
    }

    private static func property(_ element: XMLElement, _ zone: TimeZone) throws -> Property {
        guard let name = element.attributes["name"]?.uppercased() else {
            throw refusal("A prop-filter has a name.", .caldav("valid-filter"))
        }
        var property = Property(name: name)
        for child in element.children {
            switch child.name {
            case .caldav("is-not-defined"): property.isDefined = false
            case .caldav("time-range"): property.range = try range(child, zone)
            case .caldav("text-match"): property.text = try text(child)
            case .caldav("param-filter"):
                guard let name = child.attributes["name"]?.uppercased() else {
                    throw refusal("A param-filter has a name.", .caldav("valid-filter"))
                }
                var parameter = Parameter(name: name)
                parameter.isDefined = child.caldav("is-not-defined") == nil
                parameter.text = try child.caldav("text-match").map(text)
                property.parameters.append(parameter)
            default: throw refusal("The element \(child.name.local.prefix(50)) is not part of a filter.")
            }
        }
        return property
    }

    private static func text(_ element: XMLElement) throws -> Text {
        let collation = element.attributes["collation"] ?? "i;ascii-casemap"
        guard collations.contains(collation) else {
            throw refusal("The collation \(collation.prefix(50)) is not known.", .caldav("supported-collation"))
        }
        return Text(
            text: element.text, collation: collation, isNegated: element.attributes["negate-condition"] == "yes")
    }

    private static func range(_ element: XMLElement, _ zone: TimeZone) throws -> Range {
        func date(_ name: String) throws -> Date? {
            guard let text = element.attributes[name] else { return nil }
            guard text.hasSuffix("Z"), let date = CalendarObject.Property.date(text, in: .gmt) else {
                throw refusal("A time-range has times such as 20261129T080000Z.", .caldav("valid-filter"))
            }
            return date
        }
        let (start, end) = (try date("start"), try date("end"))
        guard start != nil || end != nil, (start ?? .distantPast) < (end ?? .distantFuture) else {
            throw refusal("A time-range has a start before its end.", .caldav("valid-filter"))
        }
        return Range(start: start ?? .distantPast, end: end ?? .distantFuture)
    }

    // MARK: Matching

    /// Whether no to-do can match, so that none has to be looked at.
    var matchesNothing: Bool {
        condition.components.contains { $0.isDefined && $0.name != "VTODO" && $0.name != "VTIMEZONE" }
    }

    /// Whether all match, so that none has to be looked at.
    var matchesAll: Bool {
        condition.isDefined && condition.properties.isEmpty
            && condition.components.allSatisfy {
                $0.name == "VTODO" && $0.isDefined && $0.range == nil && $0.properties.isEmpty && $0.components.isEmpty
            }
    }

    /// Whether an object of ours matches.
    func matches(_ bytes: [UInt8]) -> Bool {
        guard let object = CalendarObject(bytes) else { return false }
        return condition.isDefined && matches(object.calendar, condition)
    }

    private func matches(_ component: CalendarObject.Component, _ condition: Component) -> Bool {
        if let range = condition.range, !overlaps(component, range) { return false }
        for part in condition.properties {
            let found = component.properties(part.name)
            guard part.isDefined else {
                if found.isEmpty { continue }
                return false
            }
            guard found.contains(where: { matches($0, part) }) else { return false }
        }
        return condition.components.allSatisfy { part in
            let found = component.components.filter { $0.name == part.name }
            return part.isDefined ? found.contains { matches($0, part) } : found.isEmpty
        }
    }

    private func matches(_ property: CalendarObject.Property, _ condition: Property) -> Bool {
        if let range = condition.range {
            guard let date = property.date(in: zone), range.start <= date, date < range.end else { return false }
        }
        if let text = condition.text, !text.matches(Self.unescaped(property.value)) { return false }
        return condition.parameters.allSatisfy { part in
            let found = property.parameters.filter { $0.name == part.name }
            guard part.isDefined else { return found.isEmpty }
            return found.contains { parameter in part.text.map { $0.matches(parameter.value) } ?? true }
        }
    }

    private static func unescaped(_ value: String) -> String {
        value.replacing("\\n", with: "\n").replacing("\\N", with: "\n").replacing("\\,", with: ",").replacing(
            "\\;", with: ";"
        )
        .replacing("\\\\", with: "\\")
    }

    /// The table of RFC 4791, section 9.9, for VTODO. Of a series the date that is shown counts, and all after it.
    private func overlaps(_ todo: CalendarObject.Component, _ range: Range) -> Bool {
        func date(_ name: String) -> Date? { todo.properties(name).first?.date(in: zone) }
        let (start, end) = (range.start, range.end)
        let (begin, due) = (date("DTSTART"), date("DUE"))
        if !todo.properties("RRULE").isEmpty, let first = begin ?? due, end > first { return true }
        if let begin, let duration = todo.properties("DURATION").first?.duration {
            let finish = begin.addingTimeInterval(duration)
            return start <= finish && (end > begin || end >= finish)
        }
        switch (begin, due) {
        case (let begin?, let due?): return (start < due || start <= begin) && (end > begin || end >= due)
        case (let begin?, nil): return start <= begin && end > begin
        case (nil, let due?): return start < due && end >= due
        case (nil, nil): break
        }
        switch (date("COMPLETED"), date("CREATED")) {
        case (let completed?, let created?):
            return (start <= created || start <= completed) && (end >= created || end >= completed)
        case (let completed?, nil): return start <= completed && end >= completed
        case (nil, let created?): return end > created
        case (nil, nil): return true
        }
    }
}
