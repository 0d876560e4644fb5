package import Foundation
package import JSON

/// The kind of a field's value, and its key path. Whoever stores, reads or writes fields handles each kind once; a new
/// kind does not compile until all of them handle it.
package enum FieldValue<Content>: Sendable {
    /// Text that is never empty, mostly one line.
    case line(ValuePath<Content, String>)
    /// Any text; null if it is empty.
    case text(ValuePath<Content, String>)
    /// A text, or null.
    case optionalText(ValuePath<Content, String?>)
    /// When something was done, to the millisecond, or null.
    case completion(ValuePath<Content, Date?>)
    /// A due date, or null.
    case due(ValuePath<Content, Due?>)
    /// A moment, to the millisecond, or null.
    case time(ValuePath<Content, Date?>)
    /// A priority, or null.
    case priority(ValuePath<Content, Priority?>)
    /// The id of another record, or null. That record need not be known here.
    case reference(ValuePath<Content, String?>, to: RecordKind)
    /// Where a to-do was put, or null for a root in the inbox.
    case standing(ValuePath<Content, Standing>)
    /// Where something was put among its siblings, or null.
    case order(ValuePath<Content, OrderPosition?>)
    /// The rule by which something repeats, or null.
    case recurrence(ValuePath<Content, Recurrence?>)
    /// The occurrence that something settles, or null.
    case occurrence(ValuePath<Content, Occurrence?>)
    /// Where a record was moved, or null.
    case address(ValuePath<Content, RecordAddress?>)
    /// Whether something holds; null where it does not.
    case flag(ValuePath<Content, Bool>)
    /// A number of milliseconds, or null.
    case milliseconds(ValuePath<Content, Int64?>)
    /// A whole number of something, or null.
    case number(ValuePath<Content, Int?>, of: NumberUnit)
    /// A position on the earth.
    case position(ValuePath<Content, Location.Position>)
    /// A JSON object.
    case object(ValuePath<Content, JSONValue>)
}

// The representation of each kind as a register: on the wire, in the history and in the bytes that break a tie.
extension FieldValue {
    /// The value as its register represents it; null for none.
    package func register(of content: Content) -> JSONValue {
        switch self {
        case .line(let path): .string(content[keyPath: path])
        case .text(let path): content[keyPath: path].isEmpty ? .null : .string(content[keyPath: path])
        case .optionalText(let path), .reference(let path, _): .register(content[keyPath: path])
        case .completion(let path): .completion(content[keyPath: path])
        case .due(let path): .due(content[keyPath: path])
        case .time(let path): content[keyPath: path].map { .integer($0.milliseconds) } ?? .null
        case .priority(let path): .register(content[keyPath: path]?.rawValue)
        case .standing(let path): .standing(content[keyPath: path])
        case .order(let path): .order(content[keyPath: path])
        case .recurrence(let path): .recurrence(content[keyPath: path])
        case .occurrence(let path): .occurrence(content[keyPath: path])
        case .address(let path): .address(content[keyPath: path])
        case .flag(let path): content[keyPath: path] ? true : .null
        case .milliseconds(let path): content[keyPath: path].map(JSONValue.integer) ?? .null
        case .number(let path, _): content[keyPath: path].map { .integer(Int64($0)) } ?? .null
        case .position(let path): content[keyPath: path].register
        case .object(let path): content[keyPath: path]
        }
    }

    /// Sets the value from a register. A value of the wrong form clears the field, or is ignored if the field cannot be
    /// empty.
    package func set(_ value: JSONValue, in content: inout Content) {
        switch self {
        case .line(let path): if let line = value.string { content[keyPath: path] = line }
        case .text(let path): content[keyPath: path] = value.string ?? ""
        case .optionalText(let path), .reference(let path, _): content[keyPath: path] = value.string
        case .completion(let path): content[keyPath: path] = value.asCompletion
        case .due(let path): content[keyPath: path] = value.asDue
        case .time(let path):
            content[keyPath: path] = value.integer.flatMap {
                Limits.time.contains($0) ? Date(milliseconds: $0) : nil
            }
        case .priority(let path): content[keyPath: path] = value.string.flatMap(Priority.init(rawValue:))
        case .standing(let path): content[keyPath: path] = value.asStanding
        case .order(let path): content[keyPath: path] = value.asOrderPosition
        case .recurrence(let path): content[keyPath: path] = value.asRecurrence
        case .occurrence(let path): content[keyPath: path] = value.asOccurrence
        case .address(let path): content[keyPath: path] = value.asAddress
        case .flag(let path): content[keyPath: path] = value.bool ?? false
        case .milliseconds(let path): content[keyPath: path] = value.integer
        case .number(let path, let unit):
            content[keyPath: path] = value.integer.flatMap(Int.init(exactly:)).flatMap {
                unit.range.contains($0) ? $0 : nil
            }
        case .position(let path): if let position = value.asPosition { content[keyPath: path] = position }
        case .object(let path): if value.members != nil { content[keyPath: path] = value }
        }
    }

    /// Whether the field is required and this value is not valid for it.
    package func isMissing(in value: JSONValue) -> Bool {
        switch self {
        case .line: value.string?.isEmpty ?? true
        case .position: value.asPosition == nil
        case .object: value.members == nil
        case .text, .optionalText, .completion, .due, .time, .priority, .reference, .standing, .order, .recurrence,
            .occurrence, .address, .flag, .milliseconds, .number:
            false
        }
    }

    /// Whether a register of this kind can have a value: it has the type, and at most `limit` bytes as text or as JSON. The
    /// parts within the value are not checked, because they may come from a newer version.
    package func accepts(_ value: JSONValue, limit: Int) -> Bool {
        if isMissing(in: value) { return false }
        return switch (self, value) {
        case (_, .null): true
        case (.line, .string(let text)), (.text, .string(let text)), (.optionalText, .string(let text)):
            text.utf8.count <= limit
        case (.reference, .string(let text)): Identifier<Todo>(text) != nil
        case (.priority, .string): true
        case (.completion, .object), (.due, .object), (.standing, .object), (.order, .object), (.recurrence, .object),
            (.occurrence, .object), (.address, .object), (.position, .object), (.object, .object):
            limit == .max || value.canonicalJSON.utf8.count <= limit
        case (.time, .integer), (.milliseconds, .integer), (.number, .integer), (.flag, .bool): true
        default: false
        }
    }

    /// The searchable text; empty if the kind is not text.
    package func text(of content: Content) -> String {
        switch self {
        case .line(let path), .text(let path): content[keyPath: path]
        case .optionalText(let path): content[keyPath: path] ?? ""
        case .completion, .due, .time, .priority, .reference, .standing, .order, .recurrence, .occurrence, .address,
            .flag, .milliseconds, .number, .position, .object:
            ""
        }
    }
}

extension Location.Position {
    /// Its register value; null for a position not on the earth, which only a damaged row can have.
    fileprivate var register: JSONValue { coordinate.isOnEarth ? .position(self) : .null }
}

// The lines of the field tables: one function for each kind of value.
extension Field {
    /// A line that is never empty.
    static func line(
        _ name: String, _ path: ValuePath<Content, String>, _ change: ValuePath<Content.Update, String?>,
        isSearched: Bool = false, limit: Int, check: @escaping @Sendable (String) throws -> String
    ) -> Field {
        Field(
            name, member: name, .line(path), at: path, isSearched: isSearched, limit: limit, check: check,
            edit: Edit(path, change))
    }

    /// Any text; may be empty.
    static func text(
        _ name: String, _ path: ValuePath<Content, String>, _ change: ValuePath<Content.Update, String?>,
        isSearched: Bool = false, limit: Int, check: @escaping @Sendable (String) throws -> String
    ) -> Field {
        Field(
            name, member: name, .text(path), at: path, isSearched: isSearched, limit: limit, check: check,
            edit: Edit(path, change))
    }

    /// A text or nil.
    static func optionalText(
        _ name: String, _ path: ValuePath<Content, String?>, _ change: ValuePath<Content.Update, Change<String>>,
        isSearched: Bool = false, limit: Int, check: @escaping @Sendable (String) throws -> String
    ) -> Field {
        Field(
            name, member: name, .optionalText(path), at: path, isSearched: isSearched, limit: limit,
            check: { try $0.map(check) }, edit: Edit(path, change))
    }

    /// A text or nil, for which an update has another type.
    static func optionalText<Value>(
        _ name: String, _ path: ValuePath<Content, String?>, _ change: ValuePath<Content.Update, Change<Value>>,
        stored: @escaping @Sendable (Value) -> String, value: @escaping @Sendable (String) -> Value, limit: Int,
        check: @escaping @Sendable (String) throws -> String
    ) -> Field {
        Field(
            name, member: nil, .optionalText(path), at: path, limit: limit, check: { try $0.map(check) },
            edit: Edit(path, change, stored: stored, value: value))
    }

    /// A JSON object.
    static func object(
        _ name: String, _ path: ValuePath<Content, JSONValue>, _ change: ValuePath<Content.Update, JSONValue?>,
        limit: Int, check: @escaping @Sendable (JSONValue) throws -> JSONValue
    ) -> Field {
        Field(name, member: nil, .object(path), at: path, limit: limit, check: check, edit: Edit(path, change))
    }

    /// When something was done.
    static func completion(
        _ name: String, member: String, _ path: ValuePath<Content, Date?>,
        _ change: ValuePath<Content.Update, Change<Date>>
    ) -> Field {
        Field(
            name, member: member, .completion(path), at: path, check: { try $0.map(Validation.time) },
            edit: Edit(path, change))
    }

    /// A due date.
    static func due(
        _ name: String, _ path: ValuePath<Content, Due?>, _ change: ValuePath<Content.Update, Change<Due>>
    ) -> Field {
        Field(
            name, member: name, .due(path), at: path, check: { try $0.map(Validation.due) }, edit: Edit(path, change))
    }

    /// A moment.
    static func time(
        _ name: String, member: String, _ path: ValuePath<Content, Date?>,
        _ change: ValuePath<Content.Update, Change<Date>>
    ) -> Field {
        Field(
            name, member: member, .time(path), at: path, check: { try $0.map(Validation.time) },
            edit: Edit(path, change))
    }

    /// A priority.
    static func priority(
        _ name: String, _ path: ValuePath<Content, Priority?>, _ change: ValuePath<Content.Update, Change<Priority>>
    ) -> Field {
        Field(name, member: name, .priority(path), at: path, edit: Edit(path, change))
    }

    /// The id of another record. The model shows that record instead of its id.
    static func reference<Model>(
        _ name: String, to kind: RecordKind, column: String, _ path: ValuePath<Content, String?>,
        _ change: ValuePath<Content.Update, Change<Identifier<Model>>>
    ) -> Field {
        Field(
            name, member: nil, column: column, .reference(path, to: kind), at: path,
            edit: Edit(path, change, stored: \.rawValue, value: { Identifier(stored: $0) }))
    }

    /// The id of the record that this one belongs to for good: no update writes it.
    static func owner(
        _ name: String, of kind: RecordKind, column: String, _ path: ValuePath<Content, String?>
    ) -> Field {
        Field(name, member: nil, column: column, .reference(path, to: kind), at: path)
    }

    /// Where a to-do was put. The model shows the list and what is above it, as far as these are there.
    static func standing(
        _ name: String, _ path: ValuePath<Content, Standing>, _ change: ValuePath<Content.Update, Standing?>
    ) -> Field {
        Field(name, member: nil, .standing(path), at: path, edit: Edit(path, change))
    }

    /// Where something was put among its siblings. The model shows the key if it counts; only a move writes it.
    static func order(_ name: String, _ path: ValuePath<Content, OrderPosition?>) -> Field {
        Field(name, member: nil, .order(path), at: path)
    }

    /// The rule by which something repeats. JSON shows more of it than the register has.
    static func recurrence(
        _ name: String, _ path: ValuePath<Content, Recurrence?>,
        _ change: ValuePath<Content.Update, Change<Recurrence>>
    ) -> Field {
        Field(
            name, member: nil, .recurrence(path), at: path, check: { try $0.map(Validation.recurrence) },
            edit: Edit(path, change))
    }

    /// The occurrence that something settles. Only settling writes it.
    static func occurrence(_ name: String, _ path: ValuePath<Content, Occurrence?>) -> Field {
        Field(name, member: nil, .occurrence(path), at: path)
    }

    /// Where a record was moved. Only a move writes it, and no model shows it.
    static func address(_ name: String, _ path: ValuePath<Content, RecordAddress?>) -> Field {
        Field(name, member: nil, .address(path), at: path)
    }

    /// Whether something holds that no update writes. JSON shows it beside what it belongs to.
    static func flag(_ name: String, _ path: ValuePath<Content, Bool>) -> Field {
        Field(name, member: nil, .flag(path), at: path)
    }

    /// Whether something holds.
    static func flag(
        _ name: String, column: String, _ path: ValuePath<Content, Bool>, _ change: ValuePath<Content.Update, Bool?>
    ) -> Field {
        Field(name, member: name, column: column, .flag(path), at: path, edit: Edit(path, change))
    }

    /// A whole number.
    static func number(
        _ name: String, of unit: NumberUnit, _ path: ValuePath<Content, Int?>,
        _ change: ValuePath<Content.Update, Change<Int>>
    ) -> Field {
        Field(
            name, member: name, .number(path, of: unit), at: path, check: { try $0.map(unit.check) },
            edit: Edit(path, change))
    }

    /// A position on the earth.
    static func position(
        _ name: String, _ path: ValuePath<Content, Location.Position>,
        _ change: ValuePath<Content.Update, Location.Position?>
    ) -> Field {
        Field(
            name, member: name, .position(path), at: path,
            check: { Location.Position(coordinate: $0.coordinate, altitude: try $0.altitude.map(Validation.altitude)) },
            edit: Edit(path, change))
    }

    /// An optional text that no model shows and no update writes.
    static func hidden(_ name: String, _ path: ValuePath<Content, String?>) -> Field {
        Field(name, member: nil, .optionalText(path), at: path)
    }

    /// A line that no model shows and no update writes.
    static func hidden(_ name: String, _ path: ValuePath<Content, String>) -> Field {
        Field(name, member: nil, .line(path), at: path)
    }

    /// A number of milliseconds that no model shows and no update writes.
    static func hidden(_ name: String, column: String, _ path: ValuePath<Content, Int64?>) -> Field {
        Field(name, member: nil, column: column, .milliseconds(path), at: path)
    }

    /// A flag that no model shows and no update writes.
    static func hidden(_ name: String, column: String, _ path: ValuePath<Content, Bool>) -> Field {
        Field(name, member: nil, column: column, .flag(path), at: path)
    }

    /// A JSON object that no model shows and no update writes.
    static func hidden(_ name: String, _ path: ValuePath<Content, JSONValue>) -> Field {
        Field(name, member: nil, .object(path), at: path)
    }
}
