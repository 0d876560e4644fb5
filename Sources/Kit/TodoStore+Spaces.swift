public import TodoDomain
import TodoLocal

// The people with whom lists are shared.
extension TodoStore {
    /// The shared spaces that this device knows, active or not, by name.
    public func spaces() async throws -> [Space] {
        let stored = try await stack.read { try $0.sharedSpaces() }
        return stored.values.map(Space.init).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// The shared space that a list is in; nil for the own one.
    /// - Throws: `not-found`.
    public func space(of list: TodoList.ID) async throws -> Space? {
        let id = try await lists.find(list).space
        return try await spaces().first { $0.id == id }
    }

    /// Moves a list into a shared space, with all that is in it and below it, as one step of the history. The tags and places of
    /// its to-dos are copied there. Reminders stay those of this person.
    ///
    /// Everything gets other ids there. The originals are deleted; an undo brings them back, and takes the list out of the space.
    /// - Parameters:
    ///   - list: the list, which may be below another one.
    ///   - space: a space that is active.
    /// - Returns: the list there, and what went along.
    /// - Throws: ``TodoError``: `not-found`; `usage` if the list is there already; `not-allowed` for a viewer, and `removed` or
    ///   `ended` for an inactive space, on either side.
    @discardableResult
    public func move(list: TodoList.ID, into space: Space.ID) async throws -> SpaceMove {
        try await stack.write("share list") { transaction in
            guard let target = try transaction.reading.space(sid: space.rawValue) else {
                throw TodoError(.notFound, "There is no shared list with the id \(space).")
            }
            return try transaction.move(list: list, into: target)
        }
    }

    /// Makes the copy of a list that is no longer shared with this person an own list, with edits that were never sent. It gets
    /// other ids, and the copy is then gone.
    /// - Returns: the own list, and what it has.
    /// - Throws: ``TodoError``: `not-found`; `usage` for a list that is not such a copy.
    @discardableResult
    public func keep(list: TodoList.ID) async throws -> SpaceMove {
        try await stack.write("keep list") { try $0.keep(list: list) }
    }

    /// Deletes the copy of a list that is no longer shared with this person, on this device alone. An undo brings it back.
    /// - Throws: ``TodoError``: `not-found`; `usage` for a list that is not such a copy.
    public func forget(list: TodoList.ID) async throws {
        try await stack.write("forget list") { try $0.forget(list: list) }
    }

    /// The id of the member whom a person means by a name, for ``Todo/assignee`` of some to-dos.
    /// - Parameters:
    ///   - name: the name or the id of a member of the space of each of the to-dos, or `me`.
    ///   - ids: the to-dos.
    /// - Throws: ``TodoError``: `not-found` if one of the to-dos is not shared, or its space has no such member, or for an
    ///   unknown to-do; `ambiguous` if several members have the name.
    public func assignee(named name: String, of ids: [Todo.ID]) async throws -> String {
        try await stack.read { reading in
            var members: Set<String> = []
            for id in ids {
                let todo = try reading.namedRecord(TodoEntity.self, id: id.rawValue)
                members.insert(try reading.member(named: name, of: todo.record.space, for: todo.content.todo.title))
            }
            return try Self.only(members, name)
        }
    }

    /// The id of the member whom a person means by a name, for a new to-do.
    /// - Parameters:
    ///   - name: the name or the id of a member of the space in which the to-do will be, or `me`.
    ///   - title: the title of the to-do.
    ///   - placement: where it is put; nil for the inbox.
    /// - Throws: ``TodoError``: `not-found` if the place is not shared, or its space has no such member; `ambiguous` if several
    ///   members have the name.
    public func assignee(named name: String, ofNew title: String, at placement: Placement?) async throws -> String {
        try await stack.read { reading in
            try reading.member(named: name, of: reading.space(of: placement), for: title)
        }
    }

    private static func only(_ members: Set<String>, _ name: String) throws -> String {
        guard let member = members.first, members.count == 1 else {
            throw TodoError(
                .ambiguous, "“\(name.excerpt)” is another member in each of the lists; assign their to-dos one by one.")
        }
        return member
    }
}

extension ReadTransaction {
    /// The space of what is put somewhere.
    func space(of placement: Placement?) throws -> SpaceID {
        switch placement {
        case .list(let id): try namedRecord(ListEntity.self, id: id.rawValue).record.space
        case .below(let id): try namedRecord(TodoEntity.self, id: id.rawValue).record.space
        case .inbox, .path, .root, nil: .own
        }
    }

    /// The id of the member of a space whom a person means by a name, or by `me`.
    fileprivate func member(named name: String, of space: SpaceID, for title: String) throws -> String {
        guard let shared = try sharedSpaces()[space].map(Space.init) else {
            throw TodoError(
                .notFound, "“\(title.excerpt)” is in no shared list, so there is nobody else who could do it.")
        }
        return try shared.member(named: name).id
    }
}
