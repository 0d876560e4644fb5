import JSON
import SQLite
package import TodoDomain

// Lists that change their space: the only edits that write into two.
extension WriteTransaction {
    /// Moves a list into a space, with all that is in it and below it. The tags and places of its to-dos are copied there, and
    /// stay where they were too. Reminders stay those of this person.
    ///
    /// The originals are deleted, and say where their copies are.
    /// - Throws: `not-found`; `usage` if it is in that space already; `not-allowed`, `removed` or `ended` if this person may not
    ///   edit one of the two spaces.
    package func move(list id: TodoList.ID, into target: SpaceID) throws -> SpaceMove {
        let list = try reading.namedRecord(ListEntity.self, id: id.rawValue)
        let source = list.record.space
        guard source != target else {
            throw TodoError(.usage, "The list “\(list.content.list.title.excerpt)” is there already.")
        }
        try refuseClosed(source)
        try refuseClosed(target)
        let name = try reading.sharedSpaces()[target]?.sid ?? ""
        let content = try content(of: list)
        let copy = SpaceCopy(of: list, content, into: target, named: name, in: self)
        let move = try copy.write()
        try within(source) {
            try delete(content) { kind, id in
                (kind == .list ? copy.lists : copy.todos)[id].map { RecordAddress(space: name, id: $0) }
            }
        }
        return move
    }

    /// The place of the space that an id names. An own place is copied into the shared space in which it is used, because the
    /// other members do not have it.
    /// - Throws: `not-found`; `ambiguous-id`.
    package func placeOfSpace(named id: Location.ID) throws -> LocationEntity {
        do { return try reading.namedRecord(LocationEntity.self, id: id.rawValue) } catch let error as TodoError
            where error.code == .notFound && space != .own
        {
            let own = try reading.within(.own).liveRecord(LocationEntity.self, id: id.rawValue).content.location
            if let known = try reading.place(alike: own) { return known }
            return try create(
                Location(
                    id: environment.makeID(), coordinate: own.coordinate, altitude: own.altitude,
                    placeName: own.placeName, createdAt: date), isNew: true)
        }
    }

    /// Makes the copy of a list of an inactive space an own list, with edits that were never sent. The copy is then gone.
    /// - Throws: `not-found`; `usage` for a list of a space that is active or the own one.
    package func keep(list id: TodoList.ID) throws -> SpaceMove {
        let (list, space) = try inactiveList(id)
        let content = try content(of: list)
        let move = try SpaceCopy(of: list, content, into: .own, named: "keep \(space.sid)", in: self).write()
        try forget(content, in: list.record.space)
        return move
    }

    /// The register that says where a record was moved. Of a list, no column shows it.
    private static func moved(to address: RecordAddress?) -> [String: JSONValue] {
        address.map { [TodoRegister.movedTo.rawValue: .address($0)] } ?? [:]
    }

    /// Deletes the copy of a list of an inactive space on this device alone.
    /// - Throws: as ``keep(list:)`` does.
    package func forget(list id: TodoList.ID) throws {
        let (list, _) = try inactiveList(id)
        try forget(content(of: list), in: list.record.space)
    }

    private func inactiveList(_ id: TodoList.ID) throws -> (ListEntity, StoredSpace) {
        let list = try reading.namedRecord(ListEntity.self, id: id.rawValue)
        guard let space = try reading.sharedSpaces()[list.record.space], space.state != .active else {
            throw TodoError(
                .usage,
                "Only the copy of a list that is no longer shared with you can be kept or forgotten; “\(list.content.list.title.excerpt)” is not one."
            )
        }
        return (list, space)
    }

    private func content(of list: ListEntity) throws -> SpaceContent {
        try within(list.record.space) {
            try deriveAll()
            return try SpaceContent(of: list, in: reading)
        }
    }

    /// Deletes what belongs to a list, in the space of the transaction.
    private func delete(_ content: SpaceContent, _ address: (RecordKind, String) -> RecordAddress?) throws {
        try postponingStandings {
            for todo in content.liveTodos {
                try edit(
                    reading.ownRecord(TodoEntity.self, id: todo.record.id),
                    registers: Self.moved(to: address(.todo, todo.record.id)),
                    deletion: .delete(at: sharedNow))
            }
            for list in content.lists.reversed() {
                try edit(
                    reading.ownRecord(ListEntity.self, id: list.record.id),
                    registers: Self.moved(to: address(.list, list.record.id)), deletion: .delete(at: sharedNow))
            }
        }
    }

    /// Deletes what belongs to a list of an inactive space. Nobody else hears of it: if this person is back in the space some
    /// day, everything comes again.
    private func forget(_ content: SpaceContent, in space: SpaceID) throws {
        isChangingCopies = true
        defer { isChangingCopies = false }
        try within(space) { try delete(content) { _, _ in nil } }
    }

    /// Calls `body` in a space into which it copies records with their stamps.
    func copying<T>(into space: SpaceID, _ body: () throws -> T) throws -> T {
        let wasCopying = isCopying
        isCopying = true
        defer { isCopying = wasCopying }
        return try within(space) { try postponingStandings(body) }
    }

    /// Calls `body`, during which the lists and parents of to-dos are not derived after each edit.
    private func postponingStandings<T>(_ body: () throws -> T) throws -> T {
        let standings = derived.standings
        let wasPostponed = standings.isPostponed
        standings.isPostponed = true
        defer { standings.isPostponed = wasPostponed }
        return try body()
    }
}
