import Foundation
import JSON
import TestSupport
import TodoDomain
import TodoLocal

// Lists.
extension Edit {
    /// Whether the action is one on lists.
    var isAboutLists: Bool { salt >> 61 == 1 }

    private static let listNumbers = 0..<5

    /// A wish to put a to-do below another one or into a list, or a list below another one.
    struct Move {
        let kind: RecordKind
        let id: String
        let standing: Standing
    }

    /// The move; nil if the action is none.
    var move: Move? {
        switch wish {
        case .move(let id, let parent): return Move(kind: .todo, id: id, standing: Standing(parent: parent))
        case .moveList(let id, let parent): return Move(kind: .list, id: id, standing: Standing(parent: parent))
        case .create, .createList, .delete: return nil
        case nil: break
        }
        guard isAboutLists else { return nil }
        var generator = SeededGenerator(seed: salt)
        // Every action begins by drawing these.
        _ = (Int.random(in: 0..<9, using: &generator), generator.pick(Self.names))
        _ = Int.random(in: 0..<3, using: &generator)
        let list = "l\(Int.random(in: Self.listNumbers, using: &generator))"
        let other = "l\(Int.random(in: Self.listNumbers, using: &generator))"
        switch Int.random(in: 0..<20, using: &generator) {
        case 3..<7: return Move(kind: .list, id: list, standing: Standing(parent: other))
        case 7: return Move(kind: .list, id: list, standing: Standing())
        case 10...: break
        default: return nil
        }
        let id = "t\(Int.random(in: 0..<9, using: &generator))"
        let parent = "t\(Int.random(in: 0..<9, using: &generator))"
        let isBelow = generator.chance(0.6)
        return Move(kind: .todo, id: id, standing: isBelow ? Standing(parent: parent) : Standing(list: list))
    }

    func performOnLists(in transaction: WriteTransaction, _ generator: inout SeededGenerator) throws {
        let id = TodoList.ID(stored: "l\(Int.random(in: Self.listNumbers, using: &generator))")
        let other = TodoList.ID(stored: "l\(Int.random(in: Self.listNumbers, using: &generator))")
        do {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<3:
                try transaction.create(
                    TodoList(id: id, title: generator.pick(Self.names + [value]), createdAt: Date(milliseconds: now)))
            case 3..<7: try transaction.update(TodoList.Update(id: id, parent: .set(other)))
            case 7: try transaction.update(TodoList.Update(id: id, title: value, parent: .clear))
            case 8: try transaction.update(TodoList.Update(id: id, isArchived: generator.chance(0.5)))
            case 9:
                if generator.chance(0.4) {
                    try TodoMapping().delete(transaction.reading.todos(inLists: [id]), in: transaction)
                }
                try transaction.delete(ListEntity.self, id: id.rawValue)
            default:
                if let move { try perform(move, in: transaction) }
            }
        } catch let error as TodoError where error.code == .wouldCircle {
            // Refused before anything is written.
        }
    }

    private func perform(_ move: Move, in transaction: WriteTransaction) throws {
        guard move.kind == .todo else {
            let parent = move.standing.parent.map { TodoList.ID(stored: $0) }
            try transaction.update(TodoList.Update(id: .init(stored: move.id), parent: Change(parent)))
            return
        }
        guard !isUnsettled else { return try performUnsettled(move, in: transaction) }
        try transaction.update(Todo.Update(id: .init(stored: move.id), standing: move.standing))
    }

    /// Writes the move alone, if the tree that is shown allows it.
    private func performUnsettled(_ move: Move, in transaction: WriteTransaction) throws {
        let todo = try transaction.reading.liveRecord(TodoEntity.self, id: move.id)
        if let parent = move.standing.parent {
            let target = try transaction.reading.liveRecord(TodoEntity.self, id: parent)
            let above = try TodoMapping().models(from: [target], in: transaction.reading)[0].ancestors
            guard parent != move.id, !above.contains(where: { $0.id.rawValue == move.id }) else { return }
        } else if let list = move.standing.list {
            _ = try transaction.reading.liveRecord(ListEntity.self, id: list)
        }
        try transaction.edit(todo, registers: [TodoRegister.standing.rawValue: .standing(move.standing)])
    }

    /// Does what a script says.
    func perform(_ wish: Wish, in transaction: WriteTransaction) throws {
        let date = Date(milliseconds: now)
        switch wish {
        case .create(let id): try transaction.create(Todo(id: .init(stored: id), title: value, createdAt: date))
        case .createList(let id):
            try transaction.create(TodoList(id: .init(stored: id), title: value, createdAt: date))
        case .delete(let id): try transaction.delete(TodoEntity.self, id: id)
        case .move, .moveList: if let move { try perform(move, in: transaction) }
        }
    }

    /// What it was meant to put somewhere else, and has.
    func moved(_ written: [Record], over before: [RecordKey: Record]) -> Shown.Moved {
        var moved = Shown.Moved()
        for record in written where !record.isDeleted {
            let name = record.kind == .todo ? TodoRegister.standing.rawValue : ListRegister.parent.rawValue
            let old = before[RecordKey(record.kind, record.id)]
            guard record.kind == .todo || record.kind == .list, record.stamp(of: name) != old?.stamp(of: name) else {
                continue
            }
            let isMeant = move.map { $0.kind == record.kind && $0.id == record.id } ?? false
            // A list that is put beside others is where the oracle of the order says. A new list is in the inbox.
            let isOrdered = orderAction.map { $0.kind == record.kind && $0.ids.contains(record.id) } ?? false
            let isMade = move == nil && !isOrdered && record.registers[name]?.value.isNull ?? true
            guard isMeant || isOrdered || isMade else { continue }
            let place = isMeant ? move?.standing : isMade ? Standing() : nil
            if record.kind == .todo { moved.todos[record.id] = place } else { moved.lists[record.id] = place }
        }
        return moved
    }
}
