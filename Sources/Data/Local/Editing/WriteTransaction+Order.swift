import Foundation
import JSON
import SQLite
package import TodoDomain

// Puts to-dos and lists in order.
extension WriteTransaction {
    /// The destination of a move.
    package enum Destination: Hashable, Sendable {
        /// The place where it is now.
        case here
        /// For a to-do, the top of the list in which it is shown.
        case root
        /// A list, the inbox, or the subtasks of a to-do; for a list, the sublists of a list or the top.
        case standing(Standing)
    }

    /// Moves to-dos, keeping them together in the given order. A to-do that already has these siblings only changes its
    /// position among them.
    /// - Parameter destination: `here` if the position is next to a to-do, whose siblings they become.
    /// - Throws: `not-found`, `would-circle`, `too-deep`, `no-room`; `usage` for a position next to one of them.
    package func move(todos ids: [String], to destination: Destination, at spot: OrderSpot) throws {
        _ = try inSpaces(of: TodoEntity.self, ids) { try moveHere(todos: $0, to: destination, at: spot) }
    }

    private func moveHere(todos ids: [String], to destination: Destination, at spot: OrderSpot) throws {
        try deriveStandings()
        for (ids, container) in try movements(TodoEntity.self, ids, destination, at: spot) {
            let standing = try container.standing(in: reading)
            let movers = try ids.filter { try reading.container(TodoEntity.self, of: $0) != container }
            // A to-do that is already there keeps its list and parent: a reorder that arrives late must not undo a
            // move.
            let standings = movers.isEmpty ? [:] : try moving(movers, to: standing)
            try place(TodoEntity.self, ids, at: spot, in: container) { id in
                standings[id].map { [TodoRegister.standing.rawValue: .standing($0)] } ?? [:]
            }
        }
    }

    /// Moves lists, as ``move(todos:to:at:)`` moves to-dos.
    package func move(lists ids: [String], to destination: Destination, at spot: OrderSpot) throws {
        _ = try inSpaces(of: ListEntity.self, ids) { try moveHere(lists: $0, to: destination, at: spot) }
    }

    private func moveHere(lists ids: [String], to destination: Destination, at spot: OrderSpot) throws {
        try deriveLists()
        for (ids, container) in try movements(ListEntity.self, ids, destination, at: spot) {
            let movers = Set(try ids.filter { try reading.container(ListEntity.self, of: $0) != container })
            let parent: String? = if case .list(let id) = container { id.rawValue } else { nil }
            if !movers.isEmpty { try prepareMove(of: ids.filter(movers.contains), below: parent) }
            try place(ListEntity.self, ids, at: spot, in: container) { id in
                movers.contains(id) ? [ListRegister.parent.rawValue: .register(parent)] : [:]
            }
        }
    }

    /// The to-dos that stay where they are when several to-dos are moved to one position: a to-do below another one of
    /// them moves along with it.
    /// - Parameters:
    ///   - destination: `here` and `root` differ for each of them, unless they go next to a to-do.
    ///   - spot: as for ``move(todos:to:at:)``.
    ///   - keepingTrees: whether a subtask of a to-do that is already in the list also stays there.
    package func staying(
        _ ids: [String], movedTo destination: Destination, at spot: OrderSpot = .last, keepingTrees: Bool
    ) throws -> Set<String> {
        try inSpaces(of: TodoEntity.self, ids) {
            try stayingHere($0, movedTo: destination, at: spot, keepingTrees: keepingTrees)
        }.reduce(into: []) { $0.formUnion($1) }
    }

    private func stayingHere(
        _ ids: [String], movedTo destination: Destination, at spot: OrderSpot, keepingTrees: Bool
    ) throws -> Set<String> {
        let together = Set(ids)
        let standing: Standing? = if case .standing(let wanted) = destination { wanted } else { nil }
        guard together.count > 1, standing != nil || spot.anchor != nil else { return [] }
        try deriveStandings()
        func above(_ id: String) throws -> String? {
            guard case .todo(let parent)? = try reading.container(TodoEntity.self, of: id) else { return nil }
            return parent.rawValue
        }
        // Whether a to-do, or a to-do above it, is among them. The cache visits a common ancestor only once.
        var isBelowOne: [String: Bool] = [:]
        for id in together { isBelowOne[id] = true }
        var staying: Set<String> = []
        for id in together {
            guard let parent = try above(id) else { continue }
            var (way, next): ([String], String?) = ([], parent)
            while let current = next, isBelowOne[current] == nil {
                // If another program has written a cycle, the way up ends there.
                isBelowOne[current] = false
                way.append(current)
                next = try above(current)
            }
            let goesAlong = next.flatMap { isBelowOne[$0] } ?? false
            for current in way { isBelowOne[current] = goesAlong }
            let isThere =
                try keepingTrees
                && standing.map { try $0.parent == nil && reading.listID(ofTodo: id) == $0.list } ?? false
            if goesAlong || isThere { staying.insert(id) }
        }
        return staying
    }

    /// The siblings at a position, and keys between two of them for as long as a person types there.
    package func beginRun(
        _ destination: Destination, at spot: OrderSpot
    ) throws -> (container: OrderContainer, keys: OrderRun) {
        try deriveStandings()
        let container = try container(TodoEntity.self, destination, at: spot) ?? .inbox
        _ = try container.standing(in: reading)
        let gap = try reading.gap(TodoEntity.self, at: spot, in: container, without: [])
        try part(TodoEntity.self, gap, in: container)
        var generator = IDGenerator(environment)
        return (container, try gap.run(using: &generator))
    }

    /// Gives short keys to the items of every order in which an item was ever moved.
    /// - Parameter list: only the to-dos in this list; nil for all to-dos and lists.
    /// - Returns: the number of changed items.
    package func respace(inList list: String?) throws -> Int {
        if let list { return try inSpace(of: ListEntity.self, list) { try respaceHere(inList: list) } }
        return try allSpaces().filter { try accepts(editsOf: $0) }.reduce(0) { count, space in
            try count + within(space) { try respaceHere(inList: nil) }
        }
    }

    private func respaceHere(inList list: String?) throws -> Int {
        try deriveStandings()
        try deriveLists()
        var count = try respace(TodoEntity.self, inList: list)
        if list == nil { count += try respace(ListEntity.self, inList: nil) }
        return count
    }

    private func respace<Entity: RecordEntity>(_ type: Entity.Type, inList list: String?) throws -> Int {
        var count = 0
        for container in try reading.orderedContainers(type, inList: list) {
            let siblings = try reading.siblings(type, in: container)
            let keys = OrderKey.keys(siblings.count, between: nil, and: nil) ?? []
            for (sibling, key) in zip(siblings, keys) where sibling.key != key {
                try put(type, sibling.id, key, in: container)
                count += 1
            }
        }
        return count
    }

    // MARK: Parts

    /// The siblings at a destination; nil if each stays with its own.
    private func container<Entity: RecordEntity>(
        _ type: Entity.Type, _ destination: Destination, at spot: OrderSpot
    ) throws -> OrderContainer? {
        if let anchor = spot.anchor {
            try referred(type, id: anchor)
            return try reading.container(type, of: anchor)
        }
        guard case .standing(let standing) = destination else { return nil }
        if Entity.kind == .list { return standing.parent.map { .list(.init(stored: $0)) } ?? .top }
        return standing.parent.map { .todo(.init(stored: $0)) } ?? standing.list.map { .list(.init(stored: $0)) }
            ?? .inbox
    }

    /// The moved items, without duplicates, by the siblings to which they are moved.
    private func movements<Entity: RecordEntity>(
        _ type: Entity.Type, _ ids: [String], _ destination: Destination, at spot: OrderSpot
    ) throws -> [(ids: [String], container: OrderContainer)] {
        var seen: Set<String> = []
        let ids = ids.filter { seen.insert($0).inserted }
        for id in ids { _ = try reading.liveRecord(type, id: id) }
        if let anchor = spot.anchor, seen.contains(anchor) {
            throw TodoError(.usage, "A \(Entity.kind.word) cannot be put next to itself.", effect: .nothingChanged)
        }
        if let container = try container(type, destination, at: spot) { return ids.isEmpty ? [] : [(ids, container)] }
        var movements: [(ids: [String], container: OrderContainer)] = []
        for id in ids {
            let container: OrderContainer
            if destination == .root {
                container = try reading.listID(ofTodo: id).map { .list(.init(stored: $0)) } ?? .inbox
            } else {
                guard let own = try reading.container(type, of: id) else { continue }
                container = own
            }
            if let index = movements.firstIndex(where: { $0.container == container }) {
                movements[index].ids.append(id)
            } else {
                movements.append(([id], container))
            }
        }
        return movements
    }

    /// Writes the positions of records that are put into one gap, each with other registers under the same stamp.
    private func place<Entity: RecordEntity>(
        _ type: Entity.Type, _ ids: [String], at spot: OrderSpot, in container: OrderContainer,
        _ others: (String) -> [String: JSONValue]
    ) throws {
        let gap = try reading.gap(type, at: spot, in: container, without: ids)
        try part(type, gap, in: container)
        var keys = [gap.key]
        if ids.count > 1 {
            var generator = IDGenerator(environment)
            var run = try gap.run(using: &generator)
            keys = ids.map { _ in run.next() }
        }
        for (id, key) in zip(ids, keys) { try put(type, id, key, in: container, with: others(id)) }
    }

    private func part<Entity: RecordEntity>(
        _ type: Entity.Type, _ gap: OrderGap<String>, in container: OrderContainer
    ) throws {
        for neighbor in gap.parted { try put(type, neighbor.id, neighbor.key, in: container) }
    }

    private func put<Entity: RecordEntity>(
        _ type: Entity.Type, _ id: String, _ key: OrderKey, in container: OrderContainer,
        with others: [String: JSONValue] = [:]
    ) throws {
        guard let register = Entity.kind.orderRegister else { return }
        let position = [register: JSONValue.order(OrderPosition(key, in: container))]
        try edit(reading.liveRecord(type, id: id), registers: others.merging(position) { $1 })
    }
}

extension OrderContainer {
    /// The list and parent of to-dos at this destination.
    /// - Throws: `not-found` if its list or to-do does not exist.
    fileprivate func standing(in transaction: ReadTransaction) throws -> Standing {
        switch self {
        case .inbox, .top: return Standing()
        case .list(let id):
            _ = try transaction.liveRecord(ListEntity.self, id: id.rawValue)
            return Standing(list: id.rawValue)
        case .todo(let id):
            _ = try transaction.liveRecord(TodoEntity.self, id: id.rawValue)
            return Standing(parent: id.rawValue)
        }
    }
}

/// Random numbers made from the bytes of new ids, which tests determine.
private struct IDGenerator: RandomNumberGenerator {
    private let environment: TodoEnvironment

    init(_ environment: TodoEnvironment) { self.environment = environment }

    /// Taken from an id of version 4, without the bytes that contain its version and its variant.
    mutating func next() -> UInt64 {
        let bytes = environment.makeUUID().uuid
        return [bytes.15, bytes.14, bytes.13, bytes.12, bytes.3, bytes.2, bytes.1, bytes.0]
            .reduce(0) { $0 << 8 | UInt64($1) }
    }
}
