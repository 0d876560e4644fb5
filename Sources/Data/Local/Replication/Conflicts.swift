import GRDB
package import JSON
import SQLite
package import TodoDomain

/// A conflict as this device stores it.
package struct StoredConflict: Hashable, Sendable {
    /// Its number on this device.
    package let number: Int64
    /// Its identifier on all devices.
    package let id: String
    /// The conflict as a record: the register that was written twice, and when that was noticed.
    package let record: ConflictRecord
    /// The title of the record; empty if it has none or does not exist.
    package let title: String
    /// The id of the to-do that it is on, if the record is a comment.
    package let todo: String?
    /// The current value of the register, and its stamp. nil if the record is gone or deleted, unless the register is
    /// the deletion. Also nil if the record is a comment and its to-do is gone or deleted.
    package let now: (value: JSONValue, stamp: Stamp)?

    package static func == (left: Self, right: Self) -> Bool {
        (left.number, left.id, left.record) == (right.number, right.id, right.record)
            && left.now?.value == right.now?.value && left.now?.stamp == right.now?.stamp
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// Whether the value is still the one that was kept when the conflict was noticed.
    package var isAsNoticed: Bool { now?.stamp == record.conflict.keptStamp }
}

extension ReplicationDAO {
    /// The open conflicts of all spaces, newest first, without those that only a newer version understands.
    /// - Throws: `corrupt` if one is damaged.
    package func conflicts(limit: Int) async throws -> [StoredConflict] {
        try await read { try $0.conflicts("TRUE", suffix: "ORDER BY rowID DESC LIMIT \(limit)") }
    }

    /// Writes the lost values of conflicts again, as a new edit. This closes the conflicts on all devices.
    /// - Parameter isForced: whether to overwrite later values, and to revive deleted records.
    /// - Throws: `not-found`; `ambiguous` if the register was written since, or the record or the to-do of a comment
    ///   was deleted since. Only a person knows what the value should be.
    package func takeBack(_ ids: [String], isForced: Bool) async throws {
        try await write("take back") { transaction in
            for id in ids {
                let conflict = try transaction.reading.openConflict(id)
                try transaction.within(conflict.record.key.space) {
                    try transaction.takeBack(conflict, in: conflict.record.key.kind.entity, isForced: isForced)
                }
            }
        }
    }

    /// Closes conflicts on all devices; the current values stay.
    /// - Throws: `not-found`.
    package func dismiss(_ ids: [String]) async throws {
        try await write("dismiss") { transaction in
            for id in ids {
                let conflict = try transaction.reading.openConflict(id)
                try transaction.within(conflict.record.key.space) { try transaction.close(conflict) }
            }
        }
    }
}

extension ReadTransaction {
    /// The rows of conflicts whose registers are objects that cannot be read; for the doctor.
    package func damagedConflicts() throws -> [Int64] {
        var damaged: [Int64] = []
        let sql = "SELECT rowID, about, lost, notice FROM conflict"
        try database.makeStatement(sql: sql).forEachRow(toleratingDamage: true) { row in
            let rowID = row.integer()
            var content = ConflictRecord.Content()
            for register in [ConflictRegister.about, .lost, .notice] {
                content.set(register.rawValue, to: row.parsed(JSONValue.members).map(JSONValue.object) ?? .null)
            }
            if !row.isDamaged, content.isDamaged { damaged.append(rowID) }
        }
        return damaged
    }

    /// Open conflicts that meet a condition.
    /// - Throws: `corrupt` if one is damaged.
    fileprivate func conflicts(_ condition: SQLFragment, suffix: String) throws -> [StoredConflict] {
        let found = try entities(
            ConflictEntity.self, where: "isDeleted = 0 AND closedAt IS NULL AND \(condition)", suffix: suffix
        ).compactMap { entity in
            guard !entity.content.isDamaged else {
                throw TodoError(.corrupt, "A conflict in the database cannot be read.", remedies: [.repair])
            }
            return ConflictRecord(entity.content, in: entity.record.space).map { (entity.record, $0) }
        }
        let keys = Set(found.map(\.1.key))
        let (names, rows) = (try names(of: keys), try records(keys))
        let todos = try live(todosOf: rows.values.compactMap { $0 as? CommentEntity })
        return found.map { columns, record in
            let (field, row) = (RegisterName(record.conflict.register), rows[record.key])
            let todo = (row as? CommentEntity)?.content.todoID
            // A comment is not shown without its to-do.
            let isSeen = todo.map { todos.contains(RecordKey(.todo, $0, in: columns.space)) } ?? true
            let isThere = isSeen && row.map { field == .deletion || !$0.record.isDeleted } ?? false
            return StoredConflict(
                number: columns.rowID, id: columns.id, record: record, title: names[record.key] ?? "",
                todo: todo,
                now: isThere ? row.map { (value: $0.value(of: field), stamp: $0.stamp(of: field)) } : nil)
        }
    }

    /// The conflicts that were stored here after a number and that nobody has dealt with, newest first.
    func openConflicts(after number: Int64) throws -> [StoredConflict] {
        try conflicts("rowID > \(.integer(number))", suffix: "ORDER BY rowID DESC")
    }

    /// The conflict with an id. The own space comes first.
    fileprivate func openConflict(_ id: String) throws -> StoredConflict {
        guard let found = try conflicts("id = \(.text(id))", suffix: "ORDER BY space LIMIT 1").first else {
            throw TodoError(.notFound, "There is no open conflict \(id).")
        }
        return found
    }

    /// The to-dos of comments that are there and not deleted.
    private func live(todosOf comments: [CommentEntity]) throws -> Set<RecordKey> {
        let ids = comments.compactMap(\.content.todoID)
        guard !ids.isEmpty else { return [] }
        let query: SQLFragment =
            "SELECT id, space FROM todo WHERE isDeleted = 0 AND id IN (\(list: ids.map { .text($0) }))"
        var found: Set<RecordKey> = []
        try database.bound(query.sql, query.arguments).forEachRow { row in
            found.insert(RecordKey(.todo, row.text(), in: SpaceID(rawValue: row.integer())))
        }
        return found
    }

    /// The rows of records, deleted or not; one query for each kind.
    private func records(_ keys: Set<RecordKey>) throws -> [RecordKey: any RecordEntity] {
        func rows<Entity: RecordEntity>(_ type: Entity.Type, _ keys: [RecordKey]) throws -> [any RecordEntity] {
            try entities(type, where: "id IN (\(list: keys.map { .text($0.id) }))")
        }
        var records: [RecordKey: any RecordEntity] = [:]
        for (kind, keys) in Dictionary(grouping: keys, by: \.kind) {
            for row in try rows(kind.entity, keys) { records[row.record.key(kind)] = row }
        }
        return records
    }
}

extension WriteTransaction {
    /// Stores a conflict of the space for all devices; returns whether it is new. Another device may have noticed it before.
    package func note(_ conflict: RecordConflict, of key: RecordKey) throws -> Bool {
        let record = ConflictRecord(conflict, of: key, noticedAt: sharedNow)
        guard try reading.record(ConflictEntity.self, id: record.id) == nil else { return false }
        let origin = conflict.identity
        var columns = RecordColumns(id: record.id, in: space, createdAt: origin.milliseconds, stamp: origin)
        // Its own stamp for the register that two devices may write differently.
        let noticed = try stamp(after: origin)
        columns.stamps[ConflictRegister.notice.rawValue] = noticed
        columns.updatedAt = noticed.milliseconds
        return try insert(ConflictEntity(columns, record.content)) != nil
    }

    fileprivate func close(_ conflict: StoredConflict) throws {
        let current = try reading.liveRecord(ConflictEntity.self, id: conflict.id)
        try edit(current, registers: [ConflictRegister.closed.rawValue: .integer(now)])
    }

    fileprivate func takeBack<Entity: RecordEntity>(
        _ stored: StoredConflict, in type: Entity.Type, isForced: Bool
    ) throws {
        let (conflict, key) = (stored.record.conflict, stored.record.key)
        guard let current = try reading.record(type, id: key.id) else {
            throw TodoError(.notFound, "The \(key.kind.word) of this conflict is gone.")
        }
        let commented = try commented(by: current)
        let isHidden = commented?.record.isDeleted ?? false
        guard isForced || stored.now != nil else {
            throw TodoError(
                .ambiguous,
                "The \(isHidden ? "to-do of this comment" : "\(key.kind.word) of this conflict") was deleted since.",
                remedies: [.force("it is brought back, with the value that lost")])
        }
        guard isForced || stored.isAsNoticed || stored.now?.value == conflict.lost else {
            throw TodoError(
                .ambiguous, "It was edited again since this conflict.",
                remedies: [.force("the value that lost overwrites that edit too")])
        }
        if let stored = stored.now, stored.value == conflict.lost, stored.stamp == conflict.lostStamp {
            try refuseIgnored(conflict.register, of: key)
        }
        let register = RegisterName(conflict.register)
        switch register {
        case .deletion:
            // The deletion is new, and is kept as long as any other.
            let isLive = conflict.lost == .null
            if isLive == current.record.isDeleted {
                try edit(current, registers: [:], deletion: isLive ? .revive : .delete(at: sharedNow))
            }
        case .element(let id):
            try edit(
                current, registers: [:], elements: [id: conflict.lost.bool ?? false], deletion: current.record.revival)
        case .register(let name):
            try checkTakingBack(conflict.lost, in: name, of: current)
            // A lost start is the value of a register, and not a date of the current occurrence.
            try edit(
                current, registers: [name: conflict.lost], deletion: current.record.revival,
                asWritten: name == TodoRegister.start.rawValue)
        }
        if let commented, isHidden, register != .deletion || conflict.lost == .null {
            try edit(commented, registers: [:], deletion: .revive)
        }
        try close(stored)
    }

    /// Refuses a value that cannot be written here, such as an empty title. Another program may have sent one.
    private func checkTakingBack<Entity: RecordEntity>(_ value: JSONValue, in name: String, of record: Entity) throws {
        guard let field = Entity.Content.fields[name] else { return }
        var content = record.content
        field.value.set(value, in: &content)
        do {
            try field.check(&content)
        } catch let error as TodoError {
            throw TodoError(
                error.code, "The lost value cannot be written again: \(error.reason)", effect: .nothingChanged,
                underlying: error)
        }
    }

    /// The to-do of a comment, deleted or not; nil for records of other kinds.
    /// - Throws: `not-found` if the to-do is gone.
    private func commented<Entity: RecordEntity>(by record: Entity) throws -> TodoEntity? {
        guard let id = (record as? CommentEntity)?.content.todoID else { return nil }
        guard let todo = try reading.record(TodoEntity.self, id: id) else {
            throw TodoError(.notFound, "The to-do of this comment is gone.")
        }
        return todo
    }

    /// Refuses to write a value that the register already has and that does not count, because it closes a cycle.
    /// - Throws: `would-circle`, with the path in words.
    private func refuseIgnored(_ register: String, of key: RecordKey) throws {
        switch (key.kind, RegisterName(register)) {
        case (.todo, .register(TodoRegister.standing.rawValue)): try refuseClosing(todos: [key.id])
        case (.list, .register(ListRegister.parent.rawValue)): try refuseClosing(lists: [key.id])
        case (.todo, .element(let element)):
            if case .dependency(let target) = TodoElement(element) { try refuseCircle(from: key.id, to: target) }
        default: break
        }
    }
}
