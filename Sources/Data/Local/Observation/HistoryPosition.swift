import GRDB
import JSON
import SQLite
import TodoDomain

/// How far an observer has followed the writes to a database.
struct HistoryPosition: Equatable {
    /// Changes with every commit: by other connections (`PRAGMA data_version`), or by this connection if it is the only
    /// one (`total_changes`, which does not count the rows that a restore replaces).
    let version: Int64
    /// Changes with the schema, and when a restored backup replaces the whole content.
    let schema: Int64
    /// The last step of the history.
    let step: Int64

    /// The current position of the database.
    /// - Parameter isOnlyConnection: whether the connection is the only one to its database.
    init(_ transaction: ReadTransaction, isOnlyConnection: Bool) throws {
        version = try transaction.integer(isOnlyConnection ? "SELECT total_changes()" : "PRAGMA data_version")
        schema = try transaction.integer("PRAGMA schema_version")
        step = try transaction.integer("SELECT seq FROM sqlite_sequence WHERE name = 'historyTransaction'")
    }

    /// The number of changes beyond which they are no longer listed one by one.
    static let limit = 200

    func changes(since earlier: HistoryPosition, in transaction: ReadTransaction) throws -> StoreChanges {
        guard version != earlier.version || schema != earlier.schema else { return .nothing }
        guard schema == earlier.schema, step >= earlier.step else { return .everything }
        let steps = try transaction.integer(
            "SELECT count(*) FROM historyTransaction WHERE id > \(.integer(earlier.step))")
        // Steps that were pruned before they were seen could have changed anything.
        guard steps == step &- earlier.step else { return .everything }
        guard let listed = try transaction.listedChanges(after: earlier.step, limit: Self.limit) else {
            let kinds = try transaction.texts(
                "SELECT DISTINCT kind FROM historyChange WHERE transactionID > \(.integer(earlier.step))")
            return StoreChanges(unlisted: Set(kinds.compactMap(RecordKind.init(rawValue:))))
        }
        return try transaction.changes(listed)
    }
}

/// The changes of a store between two positions.
struct StoreChanges {
    /// The kinds whose changes are not listed: any of their records may have changed.
    var unlisted: Set<RecordKind> = []
    /// The changes of records of other kinds.
    var records: [RecordChange] = []
    /// The changed records as they are now, if they exist.
    var models: [RecordKey: any Sendable] = [:]
    /// Whether anything was written at all, including to tables that the history does not cover.
    var isAnything = true

    static let nothing = StoreChanges(isAnything: false)
    static let everything = StoreChanges(unlisted: Set(RecordKind.allCases))
}

/// The changed rows according to the history.
private typealias ListedChanges = [RecordKind: [Int64: ListedChange]]

/// The changes of one row according to the history.
private struct ListedChange {
    var registers: Set<String> = []
    var isNew = false
    /// Its previous titles.
    var titles: [String] = []
    /// Its previous parents.
    var parents: [String] = []
}

extension ReadTransaction {
    /// The changes of the steps after one; nil if there are more than `limit`, or if one cannot be read.
    fileprivate func listedChanges(after step: Int64, limit: Int) throws -> ListedChanges? {
        let rows = try database.bound(
            """
            SELECT kind, recordID, before, after FROM historyChange WHERE transactionID > ?
            ORDER BY transactionID, ordinal LIMIT ?
            """, [.integer(step), .integer(Int64(limit) + 1)])
        var (listed, count, isSound): (ListedChanges, Int, Bool) = ([:], 0, true)
        try rows.forEachRow(toleratingDamage: true) { row in
            count += 1
            guard let kind = RecordKind(rawValue: row.text()) else { return }
            let rowID = row.integer()
            let (before, after) = (row.parsed(JSONValue.members), row.parsed(JSONValue.members))
            isSound = isSound && !row.isDamaged
            var change = listed[kind]?[rowID] ?? ListedChange()
            for members in [before, after] { change.registers.formUnion(members?.keys ?? [:].keys) }
            if let title = before?[TagRegister.title.rawValue]?.string { change.titles.append(title) }
            if let parent = before?[TodoRegister.standing.rawValue]?.asStanding.parent { change.parents.append(parent) }
            if before == nil, after == nil { change.isNew = true }
            listed[kind, default: [:]][rowID] = change
        }
        return count <= limit && isSound ? listed : nil
    }

    /// The changed records, each with its current state.
    fileprivate func changes(_ listed: ListedChanges) throws -> StoreChanges {
        var changes = StoreChanges()
        let listed = try addingParents(
            addingDependents(addingSeries(addingCommented(listed)), to: &changes), to: &changes)
        let todos = TodoMapping()
        try add(TodoEntity.self, listed, to: &changes) {
            try todos.models(from: $0, in: self)
        } isHeld: { _ in
            false
        }
        let changed = listed[.todo].map { $0.keys.map(StoredValue.integer) } ?? []
        try add(TagEntity.self, listed, to: &changes) {
            $0.map(TagMapping().model(from:))
        } isHeld: { row in
            try integer(
                """
                SELECT EXISTS (SELECT 1 FROM todoTag WHERE tagID = \(.integer(row)) AND todoID NOT IN (\(list: changed)))
                """) != 0
        }
        try forgetShared(TagEntity.self, listed, in: &changes)
        try add(LocationEntity.self, listed, to: &changes) {
            try $0.map(LocationMapping().model(from:))
        } isHeld: { row in
            try integer(
                """
                SELECT EXISTS (SELECT 1 FROM todoLocation WHERE locationID = \(.integer(row)) \
                AND todoID NOT IN (\(list: changed)))
                """) != 0
        }
        try forgetShared(LocationEntity.self, listed, in: &changes)
        try addLists(listed, to: &changes)
        try add(CommentEntity.self, listed, to: &changes) {
            try CommentMapping().models(from: $0, in: self)
        } isHeld: { _ in
            false
        }
        try add(ViewEntity.self, listed, to: &changes) {
            try ViewMapping().models(from: $0, in: self)
        } isHeld: { _ in
            false
        }
        try add(AppEntity.self, listed, to: &changes) {
            try AppMapping().models(from: $0, in: self)
        } isHeld: { _ in
            false
        }
        return changes
    }

    /// The changes, with the to-dos that wait for changed ones. If a dependency was changed, it is unknown which other
    /// dependencies in a cycle count now.
    private func addingDependents(_ listed: ListedChanges, to changes: inout StoreChanges) throws -> ListedChanges {
        guard let changed = listed[.todo] else { return listed }
        let deciding: Set = [TodoRegister.completion.rawValue, RecordColumns.deletion]
        if changed.contains(where: { $0.value.registers.contains { RegisterName($0).todoElement?.isTag == false } }) {
            changes.unlisted.insert(.todo)
        }
        guard try integer("SELECT EXISTS (SELECT 1 FROM todoDependency)") != 0 else { return listed }
        let decided = changed.filter { $0.value.isNew || !$0.value.registers.isDisjoint(with: deciding) }
        let dependents = try integers(
            """
            SELECT DISTINCT todoID FROM todo JOIN todoDependency ON targetID = todo.id \
            JOIN todo AS waiting ON waiting.rowID = todoID AND waiting.space = todo.space \
            WHERE todo.rowID IN (\(list: decided.keys.map(StoredValue.integer))) \
            LIMIT \(.integer(Int64(HistoryPosition.limit) + 1))
            """)
        // A new to-do that others wait for may close a cycle.
        guard dependents.count <= HistoryPosition.limit,
            dependents.isEmpty || !decided.contains(where: \.value.isNew)
        else {
            changes.unlisted.insert(.todo)
            return listed
        }
        var listed = listed
        for row in dependents where listed[.todo]?[row] == nil { listed[.todo]?[row] = ListedChange() }
        return listed
    }

    /// The changes, with the to-dos whose comments have changed.
    private func addingCommented(_ listed: ListedChanges) throws -> ListedChanges {
        guard let changed = listed[.comment] else { return listed }
        var listed = listed
        for row in try integers(
            """
            SELECT DISTINCT todo.rowID FROM comment JOIN todo ON todo.id = comment.todoID AND todo.space = comment.space \
            WHERE comment.rowID IN (\(list: changed.keys.map(StoredValue.integer)))
            """)
        {
            listed[.todo, default: [:]][row, default: ListedChange()].registers.insert(RecordChange.comments)
        }
        return listed
    }

    /// The changes, with the repeating to-dos of which an occurrence was settled or came back: they show another date,
    /// or that they have ended.
    private func addingSeries(_ listed: ListedChanges) throws -> ListedChanges {
        guard let changed = listed[.todo] else { return listed }
        let derived = [TodoRegister.due, .start, .completion].map(\.rawValue)
        var listed = listed
        for row in try integers(
            """
            SELECT whole.rowID FROM todo JOIN todo AS whole ON whole.id = todo.series AND whole.space = todo.space \
            WHERE todo.rowID IN (\(list: changed.keys.map(StoredValue.integer))) AND todo.series IS NOT NULL
            """)
        {
            listed[.todo]?[row, default: ListedChange()].registers.formUnion(derived)
        }
        for (row, change) in changed where change.registers.contains(TodoRegister.recurrence.rawValue) {
            listed[.todo]?[row]?.registers.formUnion(derived)
        }
        return listed
    }

    /// The changes, with the parents of changed to-dos, which show how many of their subtasks are done. If a to-do with
    /// subtasks was moved, created, deleted or revived, it is unknown which of the subtasks have changed.
    private func addingParents(_ listed: ListedChanges, to changes: inout StoreChanges) throws -> ListedChanges {
        guard let changed = listed[.todo],
            try integer("SELECT EXISTS (SELECT 1 FROM todo WHERE standingParent IS NOT NULL)") != 0
                || changed.contains(where: { !$0.value.parents.isEmpty })
        else { return listed }
        let rows = changed.keys.map(StoredValue.integer)
        let former = changed.values.flatMap(\.parents).map(StoredValue.text)
        var listed = listed
        for row in try integers(
            """
            SELECT rowID FROM todo WHERE id IN (\(list: former)) OR rowID IN (SELECT parent.rowID FROM todo AS part \
            JOIN todo AS parent ON parent.id = part.standingParent AND parent.space = part.space WHERE part.rowID IN (\(list: rows)))
            """) where listed[.todo]?[row] == nil
        {
            listed[.todo]?[row] = ListedChange()
        }
        // A blocked or waiting to-do holds up everything below it.
        let moving = [
            TodoRegister.standing.rawValue, RecordColumns.deletion, TodoRegister.start.rawValue,
            TodoRegister.completion.rawValue,
        ]
        let moved = changed.filter {
            $0.value.isNew || $0.value.registers.isEmpty || !$0.value.registers.isDisjoint(with: moving)
        }
        let hasParts = try integer(
            """
            SELECT EXISTS (SELECT 1 FROM todo JOIN todo AS part ON part.standingParent = todo.id AND part.space = todo.space \
            WHERE todo.rowID IN (\(list: moved.keys.map(StoredValue.integer))))
            """)
        if hasParts != 0 { changes.unlisted.insert(.todo) }
        return listed
    }

    /// Changed lists. If a list comes, goes, moves or is archived, everything below it is shown differently; these
    /// to-dos are not listed.
    private func addLists(_ listed: ListedChanges, to changes: inout StoreChanges) throws {
        try add(ListEntity.self, listed, to: &changes) {
            try ListMapping().models(from: $0, in: self)
        } isHeld: { _ in
            true
        }
        let moving = Set([ListRegister.parent.rawValue, ListRegister.archived.rawValue])
        let isMoved = changes.records.contains {
            $0.key.kind == .list && ($0.comesOrGoes || !$0.registers.isDisjoint(with: moving))
        }
        if isMoved { changes.unlisted.insert(.list) }
    }

    /// Gives up on single changes of a kind if one of them may affect which records represent others. That is so after
    /// a merge, and if other records share the record's present or former name or were merged into it.
    private func forgetShared<Entity: AliasedEntity>(
        _ type: Entity.Type, _ listed: ListedChanges, in changes: inout StoreChanges
    ) throws {
        guard let listed = listed[Entity.kind], !changes.unlisted.contains(Entity.kind) else { return }
        for entity in try entities(type, where: "rowID IN (\(list: listed.keys.map(StoredValue.integer)))") {
            guard let change = listed[entity.record.rowID] else { continue }
            if try !change.registers.isDisjoint(with: [TagRegister.mergedInto.rawValue, TagRegister.used.rawValue])
                || isShared(entity, formerNames: change.titles.map(TagName.folded))
            {
                changes.unlisted.insert(Entity.kind)
                return
            }
        }
    }

    private func add<Entity: RecordEntity, Model: RecordModel>(
        _ type: Entity.Type, _ listed: ListedChanges, to changes: inout StoreChanges,
        models: ([Entity]) throws -> [Model], isHeld: (Int64) throws -> Bool
    ) throws {
        guard let listed = listed[Entity.kind] else { return }
        let entities = try entities(type, where: "rowID IN (\(list: listed.keys.map(StoredValue.integer)))")
        // The id of a removed row is no longer known. Queries compare records by their ids, and two spaces may have one.
        guard Set(entities.map(\.record.id)).count == listed.count else {
            changes.unlisted.insert(Entity.kind)
            return
        }
        for entity in entities {
            let (registers, isNew) = listed[entity.record.rowID].map { ($0.registers, $0.isNew) } ?? ([], false)
            // Whether a record with a deletion register exists depends on its stamps, which the history does not
            // contain.
            let comesOrGoes =
                isNew || registers.contains(RecordColumns.deletion) || entity.record.deletedAt != nil
            changes.records.append(
                RecordChange(
                    RecordKey(Entity.kind, entity.record.id), registers: registers, isNew: isNew,
                    comesOrGoes: comesOrGoes, isHeldByOthers: try comesOrGoes && isHeld(entity.record.rowID)))
        }
        for model in try models(entities.filter { !$0.record.isDeleted }) {
            changes.models[RecordKey(Entity.kind, "\(model.id)")] = model
        }
    }
}
