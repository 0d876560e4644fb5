import GRDB
import JSON
import SQLite
import TodoDomain

// The lists and parents of to-dos.
extension WriteTransaction {
    /// The standing to write for a move, after the ignored edges on its way were settled.
    /// - Throws: `not-found`, `would-circle`, `too-deep`.
    func moving(_ id: String, to wanted: Standing) throws -> Standing {
        try moving([id], to: wanted)[id] ?? wanted
    }

    /// The standings to write for a move, by id, after the ignored edges on its way were settled.
    /// - Throws: `not-found`, `would-circle`, `too-deep`.
    func moving(_ ids: [String], to wanted: Standing) throws -> [String: Standing] {
        try settleStandings()
        if wanted.parent == nil, let list = wanted.list { _ = try reading.liveRecord(ListEntity.self, id: list) }
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

    /// Deletes to-dos. Their subtasks that are not deleted with them stay in the list in which they were shown.
    package func delete(todos ids: [String]) throws {
        try settleStandings()
        var derivation = StandingDerivation(TodoLookup(reading))
        for write in try derivation.deleting(ids) { try put(write) }
        let wasDeferring = defersStandings
        defersStandings = true
        defer { defersStandings = wasDeferring }
        for id in ids {
            try edit(reading.ownRecord(TodoEntity.self, id: id), registers: [:], deletion: .delete(at: sharedNow))
        }
        defersStandings = wasDeferring
        if !wasDeferring, author == .user { try settleStandings() }
    }

    private func put(_ write: StandingWrite) throws {
        guard let todo = try reading.record(TodoEntity.self, id: write.id) else { return }
        try edit(todo, registers: [TodoRegister.standing.rawValue: .standing(write.standing)])
    }

    // MARK: Derived tables

    /// Notes what has to be derived again after a to-do has changed.
    func didChangeStanding(_ old: TodoEntity?, _ new: TodoEntity) throws {
        let name = TodoRegister.standing.rawValue
        if let old, old.record.isDeleted == new.record.isDeleted, old.content.standing == new.content.standing,
            old.record.stamp(of: name) == new.record.stamp(of: name) || new.content.standing.parent == nil
        {
            return
        }
        if new.content.standing.parent != nil { knowsParents = true }
        // Most have neither list nor parent nor subtasks.
        guard
            try new.content.standing != Standing() || old.map({ $0.content.standing != Standing() }) ?? false
                || hasParents() && reading.isParent(new.record.id)
        else { return }
        staleStandings.insert(new.record.id)
        if author == .sync || author == .user && old?.content.standing != new.content.standing {
            writtenStandings.insert(new.record.id)
        }
    }

    /// Whether any to-do stands below another one; many databases have none.
    private func hasParents() throws -> Bool {
        if let knowsParents { return knowsParents }
        let isAny = try reading.integer("SELECT EXISTS (SELECT 1 FROM todo WHERE standingParent IS NOT NULL)") != 0
        knowsParents = isAny
        return isAny
    }

    /// Notes the to-dos of a list that was created, deleted or revived.
    func didChangePresence(of list: ListEntity) throws {
        let ids = try reading.texts(
            "SELECT id FROM todo WHERE standingList = \(.text(list.record.id)) AND isDeleted = 0")
        guard !ids.isEmpty else { return }
        staleStandings.formUnion(ids)
        if author == .user { try settleStandings() }
    }

    /// Updates the derived tables for all to-dos that the changes can have moved.
    func settleStandings() throws {
        guard !staleStandings.isEmpty || !staleOrders.isEmpty else { return }
        let stale = staleStandings
        var ordered = staleOrders
        (staleStandings, staleOrders) = ([], [])
        var derivation = StandingDerivation(TodoLookup(reading))
        var (todoRows, listRows): ([String: Int64], [String: Int64?]) = ([:], [:])
        for (id, standing) in try derivation.affected(by: stale) {
            ordered.insert(id)
            guard let (row, isThere) = try reading.presence(ofTodo: id) else { continue }
            todoRows[id] = row
            if try hasSeries() { staleRestarts.insert(id) }
            var (list, parent): (Int64?, Int64?)
            if isThere, let id = standing.list {
                if listRows[id] == nil {
                    listRows[id] = try reading.integers(
                        "SELECT rowID FROM list WHERE id = \(.text(id)) AND isDeleted = 0"
                    ).first
                }
                list = listRows[id] ?? nil
            }
            if isThere, let id = standing.parent {
                parent = try todoRows[id] ?? reading.presence(ofTodo: id)?.row
                todoRows[id] = parent
            }
            try relate(row, to: list, in: "todoList", "listID")
            try relate(row, to: parent, in: "todoParent", "parentID")
        }
        try OrderColumn.settle(ordered, in: database)
    }

    private func relate(_ row: Int64, to other: Int64?, in table: String, _ column: String) throws {
        guard let other else { return try database.run("DELETE FROM \(table) WHERE todoID = ?", [.integer(row)]) }
        try database.run(
            """
            INSERT INTO \(table) VALUES (?, ?)
            ON CONFLICT (todoID) DO UPDATE SET \(column) = excluded.\(column) WHERE \(column) <> excluded.\(column)
            """, [.integer(row), .integer(other)])
    }
}

extension ReadTransaction {
    /// Whether any to-do was put below this one.
    fileprivate func isParent(_ id: String) throws -> Bool {
        try integer("SELECT EXISTS (SELECT 1 FROM todo WHERE standingParent = \(.text(id)))") != 0
    }

    /// The row of a to-do, and whether it is not deleted; nil where there is none.
    fileprivate func presence(ofTodo id: String) throws -> (row: Int64, isThere: Bool)? {
        var found: (row: Int64, isThere: Bool)?
        try database.bound("SELECT rowID, isDeleted FROM todo WHERE id = ?", [.text(id)]).forEachRow { row in
            found = (row.integer(), !row.bool())
        }
        return found
    }
}
