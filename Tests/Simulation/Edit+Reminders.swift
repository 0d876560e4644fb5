import Foundation
import TestSupport
import TodoDomain
import TodoLocal

// Reminders, and acts on them.
extension Edit {
    /// Whether the action is one on reminders.
    var isAboutReminders: Bool { salt >> 60 == 15 }

    private static let alarms = [
        Alarm(.before(.zero, of: .either)), Alarm(.time(.hour(12), daysBefore: 1, of: .due)),
        Alarm(.place(.arrive, nil, radius: 150)),
    ]

    func performOnReminders(in transaction: WriteTransaction, _ generator: inout SeededGenerator) throws {
        // Few, so that the edits of several devices meet; some of them repeat.
        let id = Todo.ID(stored: "t\(Int.random(in: 0..<3, using: &generator))")
        let alarm = generator.pick(Self.alarms)
        let minutes = Int64.random(in: 0..<90, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4: try transaction.update(Todo.Update(id: id, alarms: [alarm.id: .set(alarm)]))
        case 4: try transaction.update(Todo.Update(id: id, alarms: [alarm.id: .clear]))
        default:
            guard let todo = try transaction.reading.record(TodoEntity.self, id: id.rawValue) else { return }
            let model = try TodoMapping().models(from: [todo], in: transaction.reading)[0]
            let occurrence = model.recurrence.flatMap { recurrence in
                model.current.map { Occurrence(stretch: recurrence.stretch, key: $0.key) }
            }
            // About the same moments on all devices, so that one act is greater than the other or not.
            let at = Date(milliseconds: 1_795_000_000_000 + minutes * 60_000)
            let ring = Ring(Ring.ID(todo: id, key: AlarmState.Key(alarm.id, occurrence)), at: at)
            _ = try transaction.act(
                on: [ring], snoozingUntil: generator.chance(0.5) ? at.addingTimeInterval(Double(minutes)) : nil)
        }
    }
}

extension Record {
    /// The registers of what was done about reminders, which are no edits.
    static func isAct(_ register: String) -> Bool { register.hasPrefix("alarmStates.") }

    /// Whether a sync has settled two acts that did not know of each other.
    var isSettledAct: Bool { registers.contains { Self.isAct($0.key) && $0.value.stamp?.device == .shared } }
}
