import Foundation
import JSON
import TodoDomain

/// An object in another program's JSON. Its members are taken one by one. An empty member counts as missing.
struct ForeignObject {
    private var members: [String: JSONValue]
    /// The assumptions for the import.
    let context: ImportContext

    /// The object; nil for any other value.
    init?(_ value: JSONValue, _ context: ImportContext) {
        guard let members = value.members else { return nil }
        self.members = members
        self.context = context
    }

    /// A member, which is not taken.
    subscript(_ name: String) -> JSONValue? { members[name].flatMap { $0.isNull ? nil : $0 } }

    /// Takes a member; nil if there is none.
    mutating func take(_ name: String) -> JSONValue? {
        members.removeValue(forKey: name).flatMap { $0.isNull ? nil : $0 }
    }

    /// Takes a text or a number as text; nil for an empty one.
    mutating func text(_ name: String) -> String? {
        take(name).flatMap { ForeignCell(name: name, column: nil, value: $0).text }
    }

    /// Takes the text of the first of these members that has one.
    mutating func text(_ names: [String]) -> String? {
        for name in names { if let text = text(name) { return text } }
        return nil
    }

    /// Takes a truth value; false if it is missing.
    mutating func flag(_ name: String) -> Bool { take(name)?.bool ?? false }

    /// Takes the elements of an array; empty if the member is missing or not an array.
    mutating func elements(_ name: String) -> [JSONValue] { take(name)?.elements ?? [] }

    /// Takes the objects in an array.
    mutating func objects(_ name: String) -> [ForeignObject] {
        elements(name).compactMap { ForeignObject($0, context) }
    }

    /// Takes the texts in an array, or a single one.
    mutating func texts(_ name: String) -> [String] {
        take(name).flatMap { ForeignCell(name: name, column: nil, value: $0).texts } ?? []
    }

    /// Takes a date: ISO 8601, seconds or milliseconds since 1970, or an object that holds one.
    /// - Throws: ``InputError`` for anything else.
    mutating func due(_ name: String, in zone: TimeZone? = nil) throws -> Due? {
        guard let value = take(name) else { return nil }
        guard let text = ForeignCell(name: name, column: nil, value: value).dateText else { return nil }
        return try ForeignDate.due(text, column: name, context, in: zone, isWritten: true)
    }

    /// Takes a moment. A day without a time means its beginning.
    mutating func moment(_ name: String) throws -> Date? { try due(name)?.moment(in: context.timeZone) }

    /// Takes a day that the file writes as a moment: the day that begins at that moment.
    mutating func day(_ name: String) throws -> Due? {
        guard case .instant(let date, _)? = try due(name) else { return nil }
        return .day(date.dayBegun(in: context.timeZone))
    }

    /// Drops members that say nothing about a to-do.
    mutating func drop(_ names: String...) { for name in names { members[name] = nil } }

    /// Drops all but these.
    mutating func keep(_ names: String...) { members = members.filter { names.contains($0.key) } }

    /// The members that were not taken and are not empty.
    var others: [(name: String, value: JSONValue)] {
        members.sorted { $0.key < $1.key }.filter {
            !ForeignCell(name: $0, column: nil, value: $1).isEmpty && $1 != false
        }
        .map { ($0.key, $0.value) }
    }

    /// The time of a completion without one: the time at which the file was written.
    var unknownCompletion: Date { context.fileModifiedAt ?? context.now }
}

extension Date {
    /// The day that begins at this moment in UTC, or otherwise in the zone. If neither begins then, the day in the zone.
    /// Programs write a day as its midnight in one of the two, and do not say in which.
    func dayBegun(in zone: TimeZone) -> Day {
        let isMidnight = milliseconds.isMultiple(of: 86_400_000)
        return Day(containing: self, in: isMidnight ? .gmt : zone)
    }
}
