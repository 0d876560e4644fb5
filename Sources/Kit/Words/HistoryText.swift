import Foundation
public import JSON
public import TodoDomain
public import TodoLocal

/// Puts steps of the history, fields and their values into words.
public struct HistoryText: Hashable, Sendable {
    /// The titles of the records.
    public let names: [RecordKey: String]
    /// Formats times.
    public let dueText: DueText

    /// The device of the reader.
    let here: DeviceID
    /// The names of the devices.
    private let deviceNames: [DeviceID: String]
    /// The devices that are programs, such as assistants.
    private let programs: Set<DeviceID>

    /// Creates the words for a reader.
    /// - Parameters:
    ///   - names: the titles of the records; ``TodoStore/historyText(naming:)`` finds them.
    ///   - dueText: formats times.
    ///   - here: the device of the reader.
    ///   - deviceNames: the names of the devices; see ``SyncCoordinator/deviceNames``.
    ///   - programs: the devices that are programs; see ``TodoStore/programs``.
    public init(
        names: [RecordKey: String], dueText: DueText, here: DeviceID, deviceNames: [DeviceID: String] = [:],
        programs: Set<DeviceID> = []
    ) {
        self.names = names
        self.dueText = dueText
        self.here = here
        self.deviceNames = deviceNames
        self.programs = programs
    }

    /// The name of a device.
    /// - Parameters:
    ///   - device: the device.
    ///   - name: the name to use if no other name is known.
    public func device(_ device: DeviceID, named name: String? = nil) -> String {
        device == here ? "this device" : deviceNames[device] ?? name ?? "device \(device)"
    }

    /// The effect of a step, such as `add “Buy milk”`, `edit “Buy milk” (due, title)` or `delete 12 to-dos`.
    public func action(_ step: HistoryTransaction) -> String {
        "\(step.action) \(subject(of: step))"
    }

    /// The subject of a step, such as `“Buy milk” (due, title)` or `12 to-dos`.
    public func subject(of step: HistoryTransaction) -> String {
        guard step.action != HistoryTransaction.restoreAction else { return "of everything" }
        guard let only = only(of: step) else { return counted(step) }
        // A conflict has no name.
        guard only.kind != .conflict else { return "a conflict" }
        let fields = changedFields(of: only, in: step).subtracting(["deleted", step.action]).sorted()
        return "“\(names[only] ?? only.id)”" + (fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))")
    }

    /// The only record that a step is about; nil if the step is about several records or none.
    func only(of step: HistoryTransaction) -> RecordKey? {
        guard step.recordCounts.values.reduce(0, +) == step.recordCount else { return nil }
        let kinds = subjectKinds(of: step)
        guard let kind = kinds.first, kinds.count == 1, step.recordCounts[kind] == 1 else { return nil }
        return step.records.first { $0.kind == kind }
    }

    /// How many records of each kind a step is about, such as `2 tags and a place`.
    func counted(_ step: HistoryTransaction) -> String {
        guard step.recordCounts.values.reduce(0, +) == step.recordCount else { return "\(step.recordCount) records" }
        let counts = subjectKinds(of: step).map { (kind: $0, count: step.recordCounts[$0] ?? 0) }
        guard !counts.isEmpty else { return "nothing" }
        return counts.map { kind, count in
            let words = Self.words(for: kind)
            return count == 1 ? words.one : "\(count) \(words.several)"
        }.joinedByAnd
    }

    /// The words for the fields of a record that a step changed; empty if the step created the record.
    func changedFields(of record: RecordKey, in step: HistoryTransaction) -> Set<String> {
        let changes = step.changes.filter { $0.kind == record.kind && $0.id == record.id }
        guard !changes.contains(where: { $0.field == HistoryChange.created }) else { return [] }
        return Set(changes.map { Self.word(for: $0.field, of: $0.kind) })
    }

    /// The kinds of records that a step is about. They do not include tags and locations that came with a to-do, conflicts
    /// that the step closed, or to-dos that were deleted with a list.
    private func subjectKinds(of step: HistoryTransaction) -> [RecordKind] {
        let kinds = RecordKind.allCases.filter { step.recordCounts[$0] != nil }
        let words = step.action.split(separator: " ").map(String.init)
        if let named = kinds.first(where: { words.contains($0.word) || words.contains($0.word + "s") }) {
            return [named]
        }
        if kinds.contains(.todo) { return [.todo] }
        let content = kinds.filter(\.isContent)
        return content.isEmpty ? kinds : content
    }

    /// A field that was changed since by something that is not being undone, such as `title of “Buy milk”, changed on laptop
    /// today 10:00`.
    public func conflict(_ conflict: UndoConflict) -> String {
        let name = "“\(names[conflict.key] ?? conflict.key.id)”"
        let subject =
            switch conflict.field {
            case HistoryChange.created, HistoryChange.deleted: name
            case let field: "\(Self.word(for: field, of: conflict.key.kind)) of \(name)"
            }
        let place = conflict.isElsewhere ? device(conflict.device) : "this device"
        let preposition = programs.contains(conflict.device) ? "by" : "on"
        return "\(subject), changed \(preposition) \(place) \(dueText.short(conflict.date))"
    }

    /// The word for a field of a to-do.
    public static func word(for field: FieldName) -> String { word(for: field, of: .todo) }

    /// The word for a field of a record of some kind.
    public static func word(for field: FieldName, of kind: RecordKind) -> String {
        switch RegisterName(field) {
        case .element(let key): TodoElement(key).isTag ? "tag" : "waits for"
        case .deletion: field.rawValue
        case .register(let name):
            switch name {
            case TodoRegister.completion.rawValue: "done"
            case TodoRegister.location.rawValue, LocationRegister.placeName.rawValue: "place"
            case TagRegister.mergedInto.rawValue: "merged into"
            case TodoRegister.standing.rawValue: "list"
            // The position of a location is its coordinates.
            case TodoRegister.position.rawValue where kind != .location: "order"
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

    /// The value of a field for people; empty if there is no value.
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
        case .address: return value.asAddress == nil ? "" : "another list of people"
        case .order: return value.asOrderPosition.map(siblings) ?? ""
        case .number(_, let unit): return value.integer.map { unit.text(Int(clamping: $0)) } ?? ""
        case .line, .text, .optionalText, .priority, .milliseconds, .object, nil:
            return value.isNull ? "" : value.string ?? value.canonicalJSON
        }
    }

    /// The records that a field and its values refer to.
    package static func mentioned(in field: FieldName, of kind: RecordKind, _ values: [JSONValue]) -> [RecordKey] {
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
        if case .alarm(let id)? = ReminderRegister(name) {
            return values.compactMap { value in
                Alarm(id: id, json: value)?.trigger.namedPlace.map { RecordKey(.location, $0.rawValue) }
            }
        }
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

    /// The list or parent in which something was ordered. The key itself would mean nothing to people.
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

    /// The words for one record of a kind, and for several.
    static func words(for kind: RecordKind) -> (one: String, several: String) {
        switch kind {
        case .todo: ("a to-do", "to-dos")
        case .tag: ("a tag", "tags")
        case .location: ("a place", "places")
        case .list: ("a list", "lists")
        case .comment: ("a comment", "comments")
        case .view: ("a view", "views")
        case .app: ("a record", "records")
        case .conflict: ("a conflict", "conflicts")
        case .device: ("a device", "devices")
        case .membership: ("a membership", "memberships")
        }
    }
}

extension [String] {
    /// `a`, `a and b`, `a, b and c`.
    var joinedByAnd: String {
        guard count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + self[count - 1]
    }
}

extension HistoryTransaction {
    /// The changed records, in order.
    public var records: [RecordKey] {
        var seen = Set<RecordKey>()
        return changes.map(\.key).filter { seen.insert($0).inserted }
    }

    /// All records that it refers to, including tags and locations in values.
    package var mentioned: Set<RecordKey> {
        var keys = Set(records)
        for change in changes {
            keys.formUnion(HistoryText.mentioned(in: change.field, of: change.kind, [change.before, change.after]))
        }
        return keys
    }
}

extension Alarm.Trigger {
    /// The location that it names.
    var namedPlace: Location.ID? { if case .place(_, let place, _) = self { place } else { nil } }
}
