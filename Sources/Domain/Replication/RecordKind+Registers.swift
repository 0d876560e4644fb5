package import JSON

extension RecordKind {
    /// The names of the registers that every record of this kind has.
    package var registerNames: [String] { content.registerNames }

    /// The type of the content of this kind of record.
    package var content: any RecordContent.Type {
        switch self {
        case .todo: Todo.Content.self
        case .tag: Tag.Content.self
        case .location: Location.Content.self
        case .list: TodoList.Content.self
        case .comment: Todo.Comment.Content.self
        case .view: SavedView.Content.self
        case .app: AppRecord.Content.self
        case .conflict: ConflictRecord.Content.self
        case .device: DeviceContent.self
        case .membership: MembershipContent.self
        }
    }
}

extension RecordKind {
    /// Whether writing a register counts as an edit of the record: it revives a deleted record, changes the time of the
    /// last edit, and can conflict with another write. Changing the position of a to-do or a list among its siblings
    /// does not count. Neither does acknowledging or snoozing a reminder.
    package func countsAsEdit(_ register: String) -> Bool {
        orderRegister != register
            && !(self == .todo && (ReminderRegister.isState(register) || register == TodoRegister.movedTo.rawValue))
    }

    /// The registers that one edit writes together, with one stamp, whenever it writes the first of them.
    package var registersWrittenTogether: [[String]] {
        switch self {
        case .todo:
            [
                [TodoRegister.position.rawValue, TodoRegister.standing.rawValue],
                [TodoRegister.recurrence.rawValue, TodoRegister.due.rawValue],
            ]
        case .list: [[ListRegister.position.rawValue, ListRegister.parent.rawValue]]
        case .tag, .location, .comment, .view, .app, .conflict, .device, .membership: []
        }
    }

    /// The register for the position among siblings; nil if the kind has none.
    package var orderRegister: String? {
        switch self {
        case .todo: TodoRegister.position.rawValue
        case .list: ListRegister.position.rawValue
        case .tag, .location, .comment, .view, .app, .conflict, .device, .membership: nil
        }
    }
}

extension RecordContent {
    /// The first required register that a record lacks; nil for none.
    package static func missingRegister(in record: Record) -> String? { missingRegisters(in: record).first }

    /// The required registers that a record lacks.
    package static func missingRegisters(in record: Record) -> [String] {
        fields.all.filter { $0.value.isMissing(in: record.registers[$0.name]?.value ?? .null) }.map(\.name)
    }

    /// Whether a register can have a value. A register that only a newer version knows can have any value.
    package static func accepts(_ value: JSONValue, in register: String) -> Bool {
        if let field = fields[register] { return field.value.accepts(value, limit: field.limit) }
        if TodoRegister.extraKey(of: register) != nil {
            return !value.isNested(deeperThan: Limits.jsonLevels) && value.canonicalJSON.utf8.count <= Limits.extras
        }
        guard self == Todo.Content.self, ReminderRegister(register) != nil, !value.isNull else { return true }
        return value.members != nil && value.canonicalJSON.utf8.count <= Limits.alarm
    }
}
