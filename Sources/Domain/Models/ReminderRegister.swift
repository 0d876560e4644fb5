package import JSON

/// The registers of a to-do's reminders. Their names are not known in advance, so that two devices can each add one:
/// `alarms.<id>` holds an alarm (``Alarm/json``), or null once it was removed, and `alarmStates.<id>` what was last done
/// about it (``AlarmState``), with the occurrence for which that was.
///
/// There is one state for each alarm, that of the latest occurrence: of a series only the current one rings, and what was done
/// about earlier ones does not matter any more.
package enum ReminderRegister: Hashable, Sendable {
    /// The alarm with this id.
    case alarm(Alarm.ID)
    /// Whether it was acknowledged or snoozed.
    case state(Alarm.ID)

    private static let alarmPrefix = "alarms."
    private static let statePrefix = "alarmStates."

    /// Parses the name of a register; nil for any other one.
    package init?(_ name: String) {
        // Most registers are none of these.
        guard name.utf8.starts(with: "alarm".utf8) else { return nil }
        if name.hasPrefix(Self.alarmPrefix), let id = Alarm.ID(String(name.dropFirst(Self.alarmPrefix.count))) {
            self = .alarm(id)
        } else if name.hasPrefix(Self.statePrefix), let id = Alarm.ID(String(name.dropFirst(Self.statePrefix.count))) {
            self = .state(id)
        } else {
            return nil
        }
    }

    /// The name of the register.
    package var name: String {
        switch self {
        case .alarm(let id): Self.alarmPrefix + id.rawValue
        case .state(let id): Self.statePrefix + id.rawValue
        }
    }

    /// Whether it holds an alarm.
    package var isAlarm: Bool { if case .alarm = self { true } else { false } }

    /// Whether a register holds the state of an alarm. Writing it is not an edit of the to-do: it does not revive the to-do,
    /// changes no date, and makes no conflict.
    static func isState(_ name: String) -> Bool { name.utf8.starts(with: statePrefix.utf8) }
}

extension Todo.Content {
    /// The alarms, by id.
    package var alarms: [Alarm] {
        reminders.compactMap { name, value in
            guard case .alarm(let id)? = ReminderRegister(name) else { return nil }
            return Alarm(id: id, json: value)
        }.sorted { $0.id < $1.id }
    }

    /// Whether they were acknowledged or snoozed: at most one state for each.
    package var alarmStates: [AlarmState.Key: AlarmState] {
        var states: [AlarmState.Key: AlarmState] = [:]
        for (name, value) in reminders {
            guard case .state(let id)? = ReminderRegister(name), let (key, state) = AlarmState.of(id, value) else {
                continue
            }
            states[key] = state
        }
        return states
    }

    /// The registers of alarms and their states.
    package static func reminders(
        _ alarms: [Alarm], _ states: [AlarmState.Key: AlarmState]
    ) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for alarm in alarms { values[ReminderRegister.alarm(alarm.id).name] = alarm.json }
        for (key, state) in states.sorted(by: { $0.key < $1.key }) {
            values[ReminderRegister.state(key.alarm).name] = state.register(for: key)
        }
        return values
    }
}

extension Todo {
    /// The differences that turn `original` into `alarms`, by id.
    static func differences(of alarms: [Alarm], from original: [Alarm]) -> [Alarm.ID: Change<Alarm>] {
        var changes: [Alarm.ID: Change<Alarm>] = [:]
        for alarm in original { changes[alarm.id] = .clear }
        for alarm in alarms { changes[alarm.id] = .set(alarm) }
        for alarm in original where changes[alarm.id] == .set(alarm) { changes[alarm.id] = nil }
        return changes
    }
}

extension AlarmState {
    /// The value of a register `alarmStates.<id>`: ``json``, for an occurrence of a series with `g` and `key`.
    package func register(for key: Key) -> JSONValue {
        var members = json.members ?? [:]
        if let occurrence = key.occurrence { members.merge(JSONValue.occurrence(occurrence).members ?? [:]) { $1 } }
        return .object(members)
    }

    /// The state in such a register, and what it belongs to; nil if the value has another form.
    package static func of(_ alarm: Alarm.ID, _ register: JSONValue) -> (key: Key, state: AlarmState)? {
        guard var members = register.members else { return nil }
        let occurrence = register.asOccurrence
        if occurrence != nil { (members["g"], members["key"]) = (nil, nil) }
        return AlarmState(json: .object(members)).map { (Key(alarm, occurrence), $0) }
    }
}

extension AlarmState.Key: Comparable {
    /// By alarm, then by occurrence: later ones of a series come later.
    public static func < (left: Self, right: Self) -> Bool {
        func order(_ key: Self) -> (Int, Int) {
            key.occurrence.map { ($0.stretch, $0.key.daysSince1970) } ?? (-1, 0)
        }
        return left.alarm == right.alarm ? order(left) < order(right) : left.alarm < right.alarm
    }
}
