import Foundation
import JSON
import TestSupport
import TodoDomain
import TodoLocal

/// A person's wish to put to-dos or lists somewhere, and what the device shows of it.
struct OrderAction {
    let kind: RecordKind
    let ids: [String]
    let spot: OrderSpot
    let destination: WriteTransaction.Destination

    /// Describes what is wrong with what a device shows after it; nil if nothing is: everything else is in the same order,
    /// and what was moved is together and in its place, as in a list in memory.
    /// - Parameters:
    ///   - before: the siblings in order, by container, before the action.
    ///   - after: the same after it.
    func problem(before: [String: [String]], after: [String: [String]]) -> String? {
        for (container, siblings) in after where siblings.contains(where: ids.contains) {
            // Those that were moved into one container are together. Reviving some for the move may have brought others along,
            // or taken them away.
            let moved = siblings.filter(ids.contains)
            let former = before[container] ?? []
            let siblings = siblings.filter { ids.contains($0) || former.contains($0) }
            var wanted = former.filter { !ids.contains($0) && siblings.contains($0) }
            if let anchor = spot.anchor, !wanted.contains(anchor) { continue }
            let place: Int
            switch spot {
            case .first: place = 0
            case .last: place = wanted.count
            case .before(let anchor): place = wanted.firstIndex(of: anchor) ?? 0
            case .after(let anchor): place = (wanted.firstIndex(of: anchor) ?? -1) + 1
            }
            wanted.insert(contentsOf: ids.filter(moved.contains), at: place)
            if wanted != siblings { return "\(self) shows \(siblings) in \(container) and not \(wanted)" }
        }
        return nil
    }
}

// The manual order.
extension Edit {
    /// Whether the action is about the order.
    var isAboutOrder: Bool { salt >> 61 == 3 }

    /// What is inserted in runs.
    static let runs = (0..<6).map { "r\($0)" }
    /// The to-dos that actions are about.
    static let todos = (0..<9).map { "t\($0)" } + runs
    private static let lists = (0..<5).map { "l\($0)" }

    /// The action; nil if it is about something else.
    var orderAction: OrderAction? {
        guard isAboutOrder else { return nil }
        var generator = SeededGenerator(seed: salt)
        let isAboutLists = generator.chance(0.15)
        let known = isAboutLists ? Self.lists : Self.todos
        var ids = [generator.pick(known)]
        // Three devices insert at the same few places.
        let isRun = !isAboutLists && generator.chance(0.4)
        if isRun { ids = Array(Self.runs.shuffled(using: &generator).prefix(Int.random(in: 2...3, using: &generator))) }
        let anchor = isRun ? generator.pick(["t0", "t1", "r0"]) : generator.pick(known)
        let spot: OrderSpot
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: spot = .first
        case 1: spot = .last
        case 2, 3: spot = .before(anchor)
        default: spot = .after(anchor)
        }
        let list = generator.chance(0.3) ? nil : generator.pick(Self.lists)
        var destination = WriteTransaction.Destination.here
        if spot.anchor == nil, generator.chance(0.5) {
            destination = .standing(isAboutLists ? Standing(parent: list) : Standing(list: list))
        }
        return OrderAction(
            kind: isAboutLists ? .list : .todo, ids: ids.filter { $0 != spot.anchor }, spot: spot,
            destination: destination)
    }

    func performOnOrder(_ action: OrderAction, in transaction: WriteTransaction) throws {
        do {
            if action.kind == .list {
                try transaction.move(lists: action.ids, to: action.destination, at: action.spot)
            } else {
                for id in action.ids where Self.runs.contains(id) {
                    guard try transaction.reading.record(TodoEntity.self, id: id)?.record.isDeleted ?? true else {
                        continue
                    }
                    try transaction.create(
                        Todo(id: .init(stored: id), title: value, createdAt: Date(milliseconds: now)))
                }
                try transaction.move(todos: action.ids, to: action.destination, at: action.spot)
                if isUnguarded, action.ids.count > 1 { try unguard(action, in: transaction) }
            }
        } catch let error as TodoError where error.code == .wouldCircle {
            // Refused before anything is moved. The records that were made for the move stay.
        }
    }

    /// Gives the members of a run keys that only the middle of the gap and random digits determine.
    private func unguard(_ action: OrderAction, in transaction: WriteTransaction) throws {
        var generator = SeededGenerator(seed: salt)
        guard let container = try transaction.reading.container(TodoEntity.self, of: action.ids[0]) else { return }
        let gap = try transaction.reading.gap(TodoEntity.self, at: action.spot, in: container, without: action.ids)
        let random = (0..<3).map { _ in generator.pick(Array("0123456789ABCXYZabcxyz")) }
        for (index, id) in action.ids.enumerated() {
            guard let key = OrderKey(gap.key.description + String(random) + "a\(index + 1)") else { return }
            let todo = try transaction.reading.liveRecord(TodoEntity.self, id: id)
            try transaction.edit(
                todo, registers: [TodoRegister.position.rawValue: .order(OrderPosition(key, in: container))])
        }
    }
}

/// The runs that were inserted, and the order that devices show in the end.
struct OrderOracle {
    /// Several to-dos that were put into one gap, with the stamps of their positions.
    private struct Run {
        let container: String
        let stamps: [String: Stamp]
    }

    private var runs: [Run] = []
    /// What was wrong with what a device showed right after an action.
    private(set) var problem: String?

    /// Records what came of an action.
    mutating func add(
        _ action: OrderAction, _ written: [Record], over old: [RecordKey: Record],
        before: [String: [String]], after: [String: [String]]
    ) {
        let name = TodoRegister.position.rawValue
        let records = Dictionary(
            written.filter { $0.kind == action.kind }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let isDone = action.ids.allSatisfy { id in
            let former = old[RecordKey(action.kind, id)]
            return records[id].map { record in
                !record.isDeleted && record.registers[name] != nil
                    && (former == nil || former?.stamp(of: name) != record.stamp(of: name))
            } ?? false
        }
        guard isDone, !action.ids.isEmpty else { return }
        problem = problem ?? action.problem(before: before, after: after)
        guard action.ids.count > 1 else { return }
        for (container, siblings) in after {
            let members = siblings.filter(action.ids.contains)
            guard members.count > 1 else { continue }
            runs.append(
                Run(
                    container: container,
                    stamps: Dictionary(
                        members.compactMap { id in records[id].map { (id, $0.stamp(of: name)) } },
                        uniquingKeysWith: { first, _ in first })))
        }
    }

    /// Describes runs that are mixed in the end: of two runs, at most one can be within the other, between two of its
    /// members.
    func mixture(in order: [String: [String]], _ final: (RecordKey) -> Record) -> String? {
        for (container, siblings) in order.sorted(by: { $0.key < $1.key }) {
            // The members that nobody has moved since.
            let members = runs.filter { $0.container == container }.map { run in
                Set(
                    run.stamps.filter { id, stamp in
                        final(RecordKey(.todo, id)).stamp(of: TodoRegister.position.rawValue) == stamp
                    }.keys)
            }
            for (index, one) in members.enumerated() {
                for other in members[..<index] where one.isDisjoint(with: other) {
                    var blocks: [Bool] = []
                    for id in siblings where one.contains(id) || other.contains(id) {
                        if blocks.last != one.contains(id) { blocks.append(one.contains(id)) }
                    }
                    if blocks.count > 3 { return "\(one) and \(other) are mixed in \(container): \(siblings)" }
                }
            }
        }
        return nil
    }
}
