package import Foundation
import SQLite
package import TodoDomain

// Writes the states of reminders, and this device's knowledge of their delivery.
extension WriteTransaction {
    /// Acknowledges rings, or makes them ring again at another time. Rings of a missing to-do, of a changed alarm or of
    /// a past occurrence are ignored.
    /// - Parameter moment: when they ring again; nil to acknowledge them.
    /// - Returns: the to-dos that were written.
    /// - Throws: `usage` for a ring that is still to come and would ring earlier.
    package func act(on rings: [Ring], snoozingUntil moment: Date?) throws -> [TodoEntity] {
        var written: [TodoEntity] = []
        for ring in rings {
            let id = ring.id.todo.rawValue
            let known = try inSpace(of: TodoEntity.self, id) { try reading.record(TodoEntity.self, id: id) }
            guard let todo = known, !todo.record.isDeleted,
                todo.content.alarms.contains(where: { $0.id == ring.id.key.alarm })
            else { continue }
            let (key, states) = (ring.id.key, todo.content.alarmStates)
            guard !states.keys.contains(where: { $0.alarm == key.alarm && $0 > key }) else { continue }
            let state = states[key] ?? AlarmState()
            let next =
                try moment.map { try state.snoozing(ring.at, until: $0, at: environment.now()) }
                ?? state.acknowledging(ring.at)
            let name = ReminderRegister.state(key.alarm).name
            written.removeAll { $0.record.rowID == todo.record.rowID }
            written.append(try edit(todo, registers: [name: next.register(for: key)]))
        }
        return written
    }

    /// Stores what this device knows of the delivery of reminders.
    package func storeDelivery(_ value: String, as name: String) throws {
        try database.run(
            "INSERT INTO reminderDelivery VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [.text(name), .text(value)])
    }
}

extension ReadTransaction {
    /// This device's knowledge of the delivery of reminders; nil if there is none.
    package func delivery(_ name: String) throws -> String? {
        try texts("SELECT value FROM reminderDelivery WHERE name = \(.text(name))").first
    }
}
