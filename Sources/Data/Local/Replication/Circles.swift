import JSON
import SQLite
import TodoDomain

// Cycles that a sync closes: an edge of the page closes a cycle with an edge that was never sent from here. The device
// that sends the last edge of a cycle has received the others before, so at least one device notices each cycle.
extension WriteTransaction {
    /// Notes the edges that are ignored now as conflicts; returns the number of new ones.
    func noteCircles() throws -> Int {
        try deriveLists()
        try deriveStandings()
        try deriveDependencies()
        var count = 0
        for (key, conflict) in try conflictsOfCircles(
            TodoEntity.self, TodoLookup(reading), through: derived.standings.written, TodoRegister.standing.rawValue)
            + conflictsOfCircles(
                ListEntity.self, ListLookup(reading), through: derived.lists.written, ListRegister.parent.rawValue)
            + conflictsOfDependencies()
        where try note(conflict, of: key) { count += 1 }
        return count
    }

    /// The edges that are ignored in cycles through some records, and that a person here did not write.
    private func conflictsOfCircles<Entity: RecordEntity>(
        _ type: Entity.Type, _ lookup: some StandingLookup, through ids: Set<String>, _ register: String
    ) throws -> [(RecordKey, RecordConflict)] {
        try StandingDerivation(lookup).circles(above: ids).compactMap { circle in
            guard let root = circle.first, circle.contains(where: { ids.contains($0.id) }),
                try circle.contains(where: { try isUnsent(type, $0.id) { $0.stamp(of: register) } }),
                let entity = try reading.record(type, id: root.id)
            else { return nil }
            let shown: JSONValue = Entity.kind == .todo ? .standing(Standing(list: root.standing.list)) : .null
            return (
                RecordKey(Entity.kind, root.id, in: space),
                RecordConflict(
                    register: register, lost: entity.value(of: .register(register)), lostStamp: root.stamp,
                    kept: shown, keptStamp: circle.dropFirst().map(\.stamp).max() ?? root.stamp)
            )
        }
    }

    /// The dependencies that are ignored since this transaction, in cycles with a dependency that was never sent.
    private func conflictsOfDependencies() throws -> [(RecordKey, RecordConflict)] {
        guard !derived.dependencies.ignored.isEmpty else { return [] }
        let (all, counting) = (
            DependencyTable(transaction: reading), DependencyTable(transaction: reading, onlyCounting: true)
        )
        var unsent: [DependencyEdge] = []
        for todo in try reading.entities(
            TodoEntity.self,
            where: "isDirty = 1 AND space = \(space.value) AND rowID IN (SELECT todoID FROM todoDependency)")
        {
            unsent += try all.dependencies(of: [todo.record.id]).filter { edge in
                try isUnsent(TodoEntity.self, edge.from) { $0.elements[TodoElement.dependency(edge.to).key] }
            }
        }
        return try derived.dependencies.ignored.sorted().compactMap { edge in
            func isInCircle(with other: DependencyEdge) throws -> Bool {
                try other == edge
                    || all.path(from: edge.to, to: other.from) != nil && all.path(from: other.to, to: edge.from) != nil
            }
            guard try unsent.contains(where: isInCircle) else { return nil }
            let way = try counting.path(from: edge.to, to: edge.from) ?? []
            let others = try zip(way, way.dropFirst()).flatMap { from, to in
                try counting.dependencies(of: [from]).filter { $0.to == to }
            }
            let name = RegisterName.element(TodoElement.dependency(edge.to).key).text
            return (
                RecordKey(.todo, edge.from, in: space),
                RecordConflict(
                    register: name, lost: true, lostStamp: edge.stamp, kept: false,
                    keptStamp: others.map(\.stamp).max() ?? edge.stamp)
            )
        }
    }

    /// Whether the remote was never known to have the present value of one register of a record.
    private func isUnsent<Entity: RecordEntity>(
        _ type: Entity.Type, _ id: String, _ stamp: (RecordBase) -> Stamp?
    ) throws -> Bool {
        guard let entity = try reading.record(type, id: id), entity.record.isDirty else { return false }
        guard let base = try reading.base(Entity.kind, rowID: entity.record.rowID), !base.isDeleted else { return true }
        let own = RecordBase(entity.asRecord, sequence: 0)
        return stamp(base) != stamp(own)
    }
}
