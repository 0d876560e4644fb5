import Foundation
import JSON
import TodoDomain
import TodoKit

/// A field of to-dos that a call can set. The fields come from the field table. A new kind of field does not compile until this
/// type handles it.
struct SettableField: Sendable {
    /// Its name in JSON.
    let name: String
    let schema: JSONValue
    private let field: Field<Todo.Content>

    /// The fields that take a value of their own kind. Completion, position and repetition are set in other ways.
    static let all: [SettableField] = Todo.Content.fields.all.compactMap { field in
        guard field.isWritable, let name = field.member, let schema = schema(of: field.value) else { return nil }
        return SettableField(name: name, schema: schema, field: field)
    }

    /// Adds the value to an update. null empties the field.
    /// - Throws: ``TodoError`` for a value that is not valid.
    func set(_ value: JSONValue, in update: inout Todo.Update, _ clock: ToolClock) throws {
        var content = Todo.Content()
        do {
            try set(value, in: &content, clock)
            try field.check(&content)
        } catch let error as TodoError {
            throw error.said(of: name)
        }
        field.write(content, into: &update)
    }

    private func set(_ value: JSONValue, in content: inout Todo.Content, _ clock: ToolClock) throws {
        func text() throws -> String? {
            if value.isNull { return nil }
            guard let text = value.string else { throw TodoError(.usage, "It is a text, or null.") }
            return text
        }
        switch field.value {
        case .line(let path): content[keyPath: path] = try text() ?? ""
        case .text(let path): content[keyPath: path] = try text() ?? ""
        case .optionalText(let path): content[keyPath: path] = try text()
        case .due(let path): content[keyPath: path] = try text().map(clock.due)
        case .time(let path): content[keyPath: path] = try text().map(clock.moment)
        case .priority(let path):
            content[keyPath: path] = try text().map { text in
                do { return try Priority.parse(text) } catch let error as TodoError {
                    throw error.said(of: "“\(text.excerpt)”")
                }
            }
        case .flag(let path):
            guard let flag = value.isNull ? false : value.bool else {
                throw TodoError(.usage, "It is true or false.")
            }
            content[keyPath: path] = flag
        case .number(let path, let unit):
            if let text = value.string {
                content[keyPath: path] = try unit.parse(text)
            } else {
                guard value.isNull || value.integer != nil else {
                    throw TodoError(.usage, "It is a number of \(unit), a text such as 1h30, or null.")
                }
                content[keyPath: path] = value.integer.map { Int(clamping: $0) }
            }
        case .completion, .reference, .standing, .order, .recurrence, .occurrence, .address, .milliseconds, .position,
            .object:
            throw TodoError(.usage, "It cannot be set.")
        }
    }

    /// The schema of a kind of value; nil if a field of this kind is not set by itself.
    private static func schema(of value: FieldValue<Todo.Content>) -> JSONValue? {
        switch value {
        case .line: Schema.text()
        case .text, .optionalText: Schema.optionalText()
        case .due: Schema.optionalText("date or phrase")
        case .time: Schema.optionalText("time or phrase")
        case .priority: ["enum": .array(Priority.allCases.reversed().map { .string($0.rawValue) } + [.null])]
        case .number(_, let unit): ["type": ["integer", "string", "null"], "description": .string("\(unit)")]
        case .flag: ["type": "boolean"]
        case .completion, .reference, .standing, .order, .recurrence, .occurrence, .address, .milliseconds, .position,
            .object:
            nil
        }
    }
}

/// The time, zone and settings with which the words of a call are read.
struct ToolClock: Sendable {
    let now: Date
    let timeZone: TimeZone
    let settings: Settings

    var text: DueText { DueText(now: now, timeZone: timeZone) }

    func due(_ text: String) throws -> Due {
        try DuePhrase.parse(text, now: now, timeZone: timeZone, settings: settings.phrases)
    }

    /// Reads a moment, which may be in the past.
    func moment(_ text: String) throws -> Date {
        try PastPhrase.parse(text, now: now, timeZone: timeZone, settings: settings.phrases)
    }

    /// Reads the beginning of a period that lasts until now.
    func beginning(_ text: String) throws -> Date {
        try PastPhrase.parseBeginning(text, now: now, timeZone: timeZone, settings: settings.phrases)
    }

    func day(_ text: String) throws -> Day {
        switch try due(text) {
        case .day(let day): day
        case .instant(let date, _): Day(containing: date, in: timeZone)
        }
    }
}
