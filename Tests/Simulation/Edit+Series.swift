import Foundation
import JSON
import TestSupport
import TodoDomain
import TodoLocal

// To-dos that repeat.
extension Edit {
    /// Whether the action is one on to-dos that repeat.
    var isAboutSeries: Bool { salt >> 61 == 5 }

    /// What is done with the history of the device, if the last step of it settled an occurrence: a completion is undone at
    /// once and perhaps redone, or long after it was synced. By the real engine, in transactions of its own.
    var historyActs: [HistoryAct] {
        switch isAboutSeries ? salt >> 56 & 0x1F : 31 {
        case 0...2, 5, 6: [.undo]
        case 3: [.undo, .redo]
        case 4: [.redo]
        default: []
        }
    }

    /// Whether it is nothing but that.
    var isOnlyHistory: Bool { isAboutSeries && 4...6 ~= salt >> 56 & 0x1F }

    /// The name of its step in the history.
    var action: String { historyActs.isEmpty ? "edit" : Self.settling }
    /// That of one which completes what repeats.
    static let settling = "settle"

    enum HistoryAct { case undo, redo }

    private static let rules = [
        "FREQ=DAILY", "FREQ=WEEKLY", "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;COUNT=4", "FREQ=WEEKLY;COUNT=2",
    ]

    func performOnSeries(in transaction: WriteTransaction, _ generator: inout SeededGenerator) throws {
        // Few, so that the edits of several devices meet.
        let id = Todo.ID(stored: "t\(Int.random(in: 0..<3, using: &generator))")
        let day = Day(daysSince1970: Int(now / 86_400_000) + Int.random(in: -2...4, using: &generator))
        let rule = generator.pick(Self.rules)
        let mode = generator.pick(Recurrence.Mode.allCases)
        let choice = generator.next()
        let time = generator.chance(0.5) ? Due.day(day) : .instant(Date(milliseconds: now), zone: "Europe/Zurich")
        let todo = try transaction.reading.record(TodoEntity.self, id: id.rawValue)
        let settled = try transaction.reading.entities(
            TodoEntity.self, where: "series = \(.text(id.rawValue))", suffix: "ORDER BY id")
        let one = settled.isEmpty ? nil : settled[Int(choice % UInt64(settled.count))]
        do {
            let number = Int.random(in: 0..<20, using: &generator)
            switch historyActs.isEmpty ? number : 5 {
            case 0..<4:
                let recurrence = Recurrence(
                    rule: rule, mode: mode, zone: "Europe/Zurich", base: time.day, key: time.day, due: time)
                let start = time.on(time.day.adding(days: -Int(choice % 9)))
                try transaction.update(
                    Todo.Update(id: id, start: choice % 2 == 0 ? .set(start) : .keep, recurrence: .set(recurrence)))
            case 4 where choice % 2 == 0: try transaction.update(Todo.Update(id: id, start: .set(time)))
            case 4: try transaction.update(Todo.Update(id: id, recurrence: .clear))
            case 5..<10:
                let date = Date(milliseconds: now + Int64(choice % 3) * 86_400_000)
                try transaction.update(Todo.Update(id: id, completedAt: .set(date)))
            case 10: if let todo { try transaction.settle(todo, .skipped, at: Date(milliseconds: now)) }
            case 11: if let todo { try transaction.settle(todo, at: Date(milliseconds: now), on: day) }
            case 12: try transaction.update(Todo.Update(id: id, due: .set(time)))
            case 13: try transaction.update(Todo.Update(id: id, dueOnce: time))
            case 14:
                if let one {
                    try transaction.update(Todo.Update(id: .init(stored: one.record.id), completedAt: .clear))
                }
            case 15...17: if let one { try transaction.delete(TodoEntity.self, id: one.record.id) }
            case 18: try transaction.delete(TodoEntity.self, id: id.rawValue)
            default:
                if let todo, todo.record.isDeleted { try transaction.edit(todo, registers: [:], deletion: .revive) }
            }
        } catch let error as TodoError where error.code == .usage {
            // Refused before anything is written.
        }
    }
}

extension Record {
    /// Whether a sync has answered a completion with it.
    var isAnswer: Bool {
        if isSettledAct { return true }
        if origin.device == .shared, registers[TodoRegister.series.rawValue]?.value.string != nil { return true }
        return [TodoRegister.completion, .occurrence].contains { stamp(of: $0.rawValue).device == .shared }
    }
}
