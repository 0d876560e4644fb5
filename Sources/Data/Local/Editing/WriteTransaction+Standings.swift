import GRDB
import JSON
import SQLite
import TodoDomain

// The lists and parents of to-dos.
extension WriteTransaction {
    /// The list and parent to write for a move, after the ignored edges on its way were settled.
    /// - Throws: `not-found`, `would-circle`, `too-deep`.
    func moving(_ id: String, to wanted: Standing) throws -> Standing {
        try moving([id], to: wanted)[id] ?? wanted
    }

    /// The lists and parents to write for a move, by id, after the ignored edges on its way were settled.
    /// - Throws: `not-found`, `would-circle`, `too-deep`.
    func moving(_ ids: [String], to wanted: Standing) throws -> [String: Standing] {
        try deriveStandings()
        if wanted.parent == nil, let list = wanted.list { try referred(ListEntity.self, id: list) }
        if let parent = wanted.parent { try refuseCrossing(TodoEntity.self, to: parent) }
        var derivation = StandingDerivation(TodoLookup(reading))
        let moved = Set(ids)
        var places: [String: Standing] = [:]
        do {
            let target = wanted.parent.map(StandingTarget.below) ?? .top(list: wanted.list)
            for write in try derivation.moving(ids, to: target) {
                if moved.contains(write.id) { places[write.id] = write.standing } else { try put(write) }
            }
            return places
        } catch StandingRefusal.circle(let path) {
            throw try circle(ofTodos: path)
        } catch StandingRefusal.tooDeep {
            throw TodoError(
                .tooDeep, "Subtasks are nested at most \(Limits.levels) levels deep.", effect: .nothingChanged)
        } catch StandingRefusal.missing(let id) {
            throw TodoError(.notFound, "There is no to-do with the id \(id).", effect: .nothingChanged)
        }
    }

    private func circle(ofTodos path: [String], _ remedies: [TodoError.Remedy] = []) throws -> TodoError {
        let titles = try path.map { "“\(try reading.record(TodoEntity.self, id: $0)?.title ?? $0)”" }
        return TodoError(
            .wouldCircle,
            titles.count == 1
                ? "A to-do cannot be a subtask of itself."
                : "A to-do cannot be below one of its own subtasks: \(titles.joined(separator: " is above ")).",
            effect: .nothingChanged, remedies: remedies)
    }

    /// Refuses an edit that has put to-dos back below one of their own subtasks.
    /// - Throws: `would-circle`, with the path in words.
    func refuseClosing(todos ids: Set<String>, _ remedies: [TodoError.Remedy] = []) throws {
        if let path = try StandingDerivation(TodoLookup(reading)).closedCircle(byOneOf: ids) {
            throw try circle(ofTodos: path, remedies)
        }
    }

    /// Deletes to-dos. Subtasks that are not deleted with them stay in the list in which they were shown.
    package func delete(todos ids: [String]) throws {
        _ = try inSpaces(of: TodoEntity.self, ids) { try deleteHere(todos: $0) }
    }

    private func deleteHere(todos ids: [String]) throws {
        try deriveStandings()
        var derivation = StandingDerivation(TodoLookup(reading))
        for write in try derivation.deleting(ids) { try put(write) }
        let wasPostponed = derived.standings.isPostponed
        derived.standings.isPostponed = true
        defer { derived.standings.isPostponed = wasPostponed }
        for id in ids {
            try edit(reading.ownRecord(TodoEntity.self, id: id), registers: [:], deletion: .delete(at: sharedNow))
        }
        if !wasPostponed, author == .user { try deriveStandings() }
    }

    private func put(_ write: StandingWrite) throws {
        guard let todo = try reading.record(TodoEntity.self, id: write.id) else { return }
        try edit(todo, registers: [TodoRegister.standing.rawValue: .standing(write.standing)])
    }
}
