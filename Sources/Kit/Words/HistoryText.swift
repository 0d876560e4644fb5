import Foundation
public import JSON
public import TodoDomain
public import TodoLocal

/// Steps of the history, fields and their values in words.
public struct HistoryText {
    /// The titles of the records.
    public let names: [RecordKey: String]
    /// Formats times.
    public let dueText: DueText

    /// The device of the reader.
    private let here: DeviceID
    /// The names of the devices.
    private let deviceNames: [DeviceID: String]

    /// Words for a reader.
    /// - Parameters:
    ///   - names: the titles of the records; ``TodoStore/historyText(naming:)`` finds them.
    ///   - dueText: formats times.
    ///   - here: the device of the reader.
    ///   - deviceNames: the names of the devices; see ``SyncCoordinator/deviceNames``.
    public init(
        names: [RecordKey: String], dueText: DueText, here: DeviceID, deviceNames: [DeviceID: String] = [:]
    ) {
        (self.names, self.dueText, self.here, self.deviceNames) = (names, dueText, here, deviceNames)
    }

    /// The name of a device.
    /// - Parameters:
    ///   - device: the device.
    ///   - name: the name that whoever asks knows it by, where no other one is known.
    public func device(_ device: DeviceID, named name: String? = nil) -> String {
        device == here ? "this device" : deviceNames[device] ?? name ?? "device \(device)"
    }

    /// What a step did: `add “Buy milk”`, `edit “Buy milk” (due, title)`, `delete 12 to-dos`.
    public func action(_ step: HistoryTransaction) -> String {
        "\(step.action) \(subject(of: step))"
    }

    /// The subject of a step: `“Buy milk” (due, title)`, `12 to-dos`.
    public func subject(of step: HistoryTransaction) -> String {
        guard step.action != HistoryTransaction.restoreAction else { return "of everything" }
        let records = step.records
        guard records.count == step.recordCount else { return "\(step.recordCount) to-dos, tags, places and lists" }
        // A tag or location that came with a to-do is not the subject, nor is a conflict that the step closed.
        let todos = records.filter { $0.kind == .todo }
        let content = records.filter(\.kind.isContent)
        let subjects = !todos.isEmpty ? todos : !content.isEmpty ? content : records
        guard let only = subjects.first else { return "nothing" }
        guard subjects.count == 1 else {
            let isUniform = subjects.allSatisfy { $0.kind == only.kind }
            return "\(subjects.count) " + (isUniform ? Self.plural(only.kind) : "tags and places")
        }
        // It has no name.
        guard only.kind != .conflict else { return "a conflict" }
        let changes = step.changes.filter { $0.kind == only.kind && $0.id == only.id }
        let isMade = changes.contains { $0.field == HistoryChange.created }
        let fields = Set(changes.map { Self.word(for: $0.field) }).subtracting(["deleted", step.action]).sorted()
        return "“\(names[only] ?? only.id)”" + (isMade || fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))")
    }

    /// The word for a field.
    public static func word(for field: FieldName) -> String {
        switch RegisterName(field) {
        case .element(let key): TodoElement(key).isTag ? "tag" : "waits for"
        case .deletion: field.rawValue
        case .register(let name):
            switch name {
            case TodoRegister.completion.rawValue: "done"
            case TodoRegister.location.rawValue, LocationRegister.placeName.rawValue: "place"
            case TagRegister.mergedInto.rawValue: "merged into"
            case TodoRegister.standing.rawValue: "list"
            case TodoRegister.position.rawValue: "order"
            default:
                switch ReminderRegister(name) {
                case .alarm: "reminder"
                case .state: "reminder rung"
                case nil: TodoRegister.extraKey(of: name) ?? name
                }
            }
        }
    }

    /// The value that one of two devices wrote to a field.
    public func writing(_ value: JSONValue, to field: FieldName, of kind: RecordKind) -> String {
        switch RegisterName(field) {
        case .deletion: return value.isNull ? "not deleted" : "deleted"
        case .element: return (value.bool == true ? "" : "without ") + self.value(.bool(true), of: field, in: kind)
        case .register:
            let shown = self.value(value, of: field, in: kind)
            return value.isNull ? "nothing" : value.string == nil ? shown : "“\(shown)”"
        }
    }

    /// The value of a field for people; empty for none.
    public func value(_ value: JSONValue, of field: FieldName, in kind: RecordKind) -> String {
        switch RegisterName(field) {
        case .element(let key): value.bool == true ? element(TodoElement(key)) : ""
        case .deletion, .register(HistoryChange.created.rawValue):
            value.integer.map { dueText.short(Date(milliseconds: $0)) } ?? ""
        case .register(ViewRegister.filter.rawValue) where kind == .view: value["text"]?.string ?? ""
        case .register(let name): self.value(value, ofRegister: name, of: kind.content)
        }
    }

    private func value<Content: RecordContent>(
        _ value: JSONValue, ofRegister name: String, of content: Content.Type
    ) -> String {
        if let text = reminder(value, inRegister: name) { return text }
        switch Content.fields[name]?.value {
        case .completion: return value.asCompletion.map(dueText.short) ?? ""
        case .time: return value.integer.map { dueText.short(Date(milliseconds: $0)) } ?? ""
        case .due: return value.asDue.map(dueText.short) ?? ""
        case .reference(_, let kind): return value.string.map { names[RecordKey(kind, $0)] ?? $0 } ?? ""
        case .position:
            return value.asPosition.map { "\($0.coordinate.latitude),\($0.coordinate.longitude)" } ?? ""
        case .standing: return standing(value.asStanding)
        case .flag: return value.bool == true ? "yes" : ""
        case .recurrence: return value.asRecurrence?.words ?? ""
        case .occurrence: return value.asOccurrence?.key.description ?? ""
        case .order: return value.asOrderPosition.map(siblings) ?? ""
        case .line, .text, .optionalText, .priority, .milliseconds, .object, nil:
            return value.isNull ? "" : value.string ?? value.canonicalJSON
        }
    }

    /// The records that a field and its values refer to.
    public static func mentioned(in field: FieldName, of kind: RecordKind, _ values: [JSONValue]) -> [RecordKey] {
        switch RegisterName(field) {
        case .element(let key): return [Self.record(of: TodoElement(key))]
        case .deletion: return []
        case .register(let name): return mentioned(inRegister: name, of: kind.content, values)
        }
    }

    /// The value of a register of a reminder; nil for any other register.
    private func reminder(_ value: JSONValue, inRegister name: String) -> String? {
        switch ReminderRegister(name) {
        case nil: return nil
        case .alarm(let id):
            guard let alarm = Alarm(id: id, json: value) else { return "" }
            let phrase = ReminderPhrase(alarm.trigger) { names[RecordKey(.location, $0.rawValue)] }
            return phrase?.words(in: dueText.timeZone) ?? value.canonicalJSON
        case .state:
            guard let state = AlarmState(json: value) else { return "" }
            return state.snoozed.map { "snoozed until \(dueText.short($0))" }
                ?? state.acknowledged.map { "acknowledged \(dueText.short($0))" } ?? ""
        }
    }

    private static func mentioned<Content: RecordContent>(
        inRegister name: String, of content: Content.Type, _ values: [JSONValue]
    ) -> [RecordKey] {
        switch Content.fields[name]?.value {
        case .reference(_, let kind): return values.compactMap { $0.string.map { RecordKey(kind, $0) } }
        case .standing:
            return values.map(\.asStanding).flatMap { standing in
                [standing.list.map { RecordKey(.list, $0) }, standing.parent.map { RecordKey(.todo, $0) }].compactMap(
                    \.self)
            }
        case .order:
            return values.compactMap { value in
                switch value.asOrderPosition.flatMap({ OrderContainer(name: $0.container) }) {
                case .list(let id): RecordKey(.list, id.rawValue)
                case .todo(let id): RecordKey(.todo, id.rawValue)
                case .inbox, .top, nil: nil
                }
            }
        default: return []
        }
    }

    /// Among which others something was put in order; a key says nothing to people.
    private func siblings(of position: OrderPosition) -> String {
        switch OrderContainer(name: position.container) {
        case .inbox: "in the inbox"
        case .top: "among the lists"
        case .list(let id): "in \(names[RecordKey(.list, id.rawValue)] ?? id.rawValue)"
        case .todo(let id): "below \(names[RecordKey(.todo, id.rawValue)] ?? id.rawValue)"
        case nil: position.container
        }
    }

    private func element(_ element: TodoElement) -> String {
        let key = Self.record(of: element)
        return element.isTag ? "#" + (names[key] ?? key.id) : "“\(names[key] ?? key.id)”"
    }

    private static func record(of element: TodoElement) -> RecordKey {
        switch element {
        case .tag(let id): RecordKey(.tag, id)
        case .dependency(let id): RecordKey(.todo, id)
        }
    }

    private func standing(_ standing: Standing) -> String {
        if let parent = standing.parent { return "subtask of \(names[RecordKey(.todo, parent)] ?? parent)" }
        return standing.list.map { names[RecordKey(.list, $0)] ?? $0 } ?? ""
    }

    private static func plural(_ kind: RecordKind) -> String {
        switch kind {
        case .todo: "to-dos"
        case .tag: "tags"
        case .location: "places"
        case .list: "lists"
        case .comment: "comments"
        case .view: "views"
        case .app: "records"
        case .conflict: "conflicts"
        case .device: "devices"
        }
    }
}

extension HistoryTransaction {
    /// The changed records, in order.
    public var records: [RecordKey] {
        var seen = Set<RecordKey>()
        return changes.map { RecordKey($0.kind, $0.id) }.filter { seen.insert($0).inserted }
    }

    /// All records that it refers to, including tags and locations in values.
    public var mentioned: Set<RecordKey> {
        var keys = Set(records)
        for change in changes {
            keys.formUnion(HistoryText.mentioned(in: change.field, of: change.kind, [change.before, change.after]))
        }
        return keys
    }
}
