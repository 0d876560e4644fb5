import Foundation
import GRDB
import JSON
import TestSupport
import TodoDomain
import TodoLocal
import TodoMaintenance

/// A database with two spaces that have records of the same ids: what a member of a shared list can bring about.
struct TwinStore {
    let store: TestStore
    /// The other space.
    let shared: SpaceID

    init(_ kind: StoreKind = .serial) async throws {
        store = try TestStore(kind)
        for space in [nil, "shared"] as [String?] {
            store.clock.advance(by: 10)
            guard let space else {
                try await store.stack.write("add") { try Self.fill($0, "mine") }
                continue
            }
            try await store.stack.write("join") { transaction in
                let id = try transaction.add(
                    StoredSpace(sid: space, path: "spaces/\(space)", role: .editor, name: "Groceries"))
                try transaction.within(id) { try Self.fill(transaction, "theirs") }
            }
        }
        shared = SpaceID(rawValue: 1)
    }

    var stack: LocalStack { store.stack }

    /// Adds records of all kinds that a space shares, with the same ids in each; `word` is in their texts.
    private static func fill(_ transaction: WriteTransaction, _ word: String) throws {
        let (home, work) = (Tag.sample("home", "Home \(word)"), Tag.sample("work", "Work \(word)"))
        try transaction.create(home)
        try transaction.create(work)
        try transaction.create(Location.sample("place", "Place \(word)"))
        try transaction.create(TodoList.sample("L", "List \(word)"))
        try transaction.create(TodoList.sample("M", "Inner \(word)", parent: "L"))
        var first = Todo.sample("a", "First \(word)", notes: "milk", tags: [home])
        first.list = .sample("L", "List \(word)")
        first.location = try .sample("place", "Place \(word)")
        try transaction.create(first)
        var part = Todo.sample("b", "Part \(word)", tags: [home, work])
        part.parent = first.id
        try transaction.create(part)
        var later = Todo.sample("c", "Later \(word)")
        later.dependsOn = [first.id]
        later.list = .sample("L", "List \(word)")
        try transaction.create(later)
        var rent = Todo.sample("rent", "Rent \(word)")
        let day = Day(daysSince1970: 20_778)
        rent.recurrence = Recurrence(
            rule: "FREQ=WEEKLY", mode: .every, zone: "Europe/Zurich", base: day, key: day, due: .day(day))
        try transaction.create(rent)
        try transaction.create(
            Todo.Comment(id: .init(stored: "k"), on: first.id, text: "Said \(word)", createdAt: transaction.date))
        try transaction.create(
            AppRecord(
                id: .init(stored: "r"), type: "x", registers: ["note": .string(word)], createdAt: transaction.date))
    }

    /// All that is stored of a space, row by row and relation by relation, without the numbers of rows.
    func picture(of space: SpaceID) throws -> [String] {
        try stack.database.read { try Self.records(of: space, in: $0) + Self.relations(of: space, in: $0) }
    }

    /// The part of it that can be seen: without deleted records, stamps and the state of syncs.
    func view(of space: SpaceID) throws -> [String] {
        let hidden: Set = [
            "stamp", "stamps", "tagStamps", "updatedAt", "revision", "isDirty", "deletedAt", "usedAt", "positionIn",
            "positionKey", "unknown",
        ]
        return try stack.database.read {
            try Self.records(of: space, in: $0, without: hidden, where: "isDeleted = 0")
                + Self.relations(of: space, in: $0)
        }
    }

    private static func records(
        of space: SpaceID, in database: Database, without hidden: Set<String> = [], where condition: String = "1"
    ) throws -> [String] {
        let own: Set = ["rowID", "effectiveID", "parentRow"]
        return try ["todo", "tag", "location", "list", "comment", "appRecord", "conflict"].flatMap { table in
            let sql = "SELECT * FROM \(table) WHERE space = ? AND \(condition) ORDER BY id"
            return try Row.fetchAll(database, sql: sql, arguments: [space.rawValue]).map { row in
                let values = row.filter { !own.contains($0.0) && !hidden.contains($0.0) }
                return "\(table): " + values.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
            }
        }
    }

    /// The derived relations, which name both ends with their spaces.
    private static func relations(of space: SpaceID, in database: Database) throws -> [String] {
        let pairs = [
            ("todoTag", "tagID", "tag"), ("todoLocation", "locationID", "location"), ("todoList", "listID", "list"),
            ("todoParent", "parentID", "todo"),
        ]
        var queries = pairs.map { join, column, table in
            """
            SELECT '\(join) ' || todo.id || ' ' || other.id || ' ' || other.space FROM \(join)
            JOIN todo ON todo.rowID = todoID JOIN \(table) AS other ON other.rowID = \(join).\(column)
            WHERE todo.space = ? ORDER BY 1
            """
        }
        queries += [
            """
            SELECT 'pending ' || todo.id || ' ' || tagID FROM todoTagPending JOIN todo ON todo.rowID = todoID
            WHERE todo.space = ? ORDER BY 1
            """,
            """
            SELECT 'waits ' || todo.id || ' ' || targetID || ' ' || isIgnored FROM todoDependency
            JOIN todo ON todo.rowID = todoID WHERE todo.space = ? ORDER BY 1
            """,
            """
            SELECT 'settled ' || seriesID || ' ' || key || ' ' || todo.id || ' ' || todo.space FROM todoOccurrence
            JOIN todo ON todo.rowID = todoID WHERE todoOccurrence.space = ? AND todo.isDeleted = 0 ORDER BY 1
            """,
            """
            SELECT 'tag ' || tag.id || ' ' || seen.id || ' ' || seen.space FROM tag
            JOIN tag AS seen ON seen.rowID = tag.effectiveID WHERE tag.space = ? ORDER BY 1
            """,
            """
            SELECT 'list ' || list.id || ' ' || above.id || ' ' || above.space FROM list
            JOIN list AS above ON above.rowID = list.parentRow WHERE list.space = ? ORDER BY 1
            """,
        ]
        return try queries.flatMap { try String.fetchAll(database, sql: $0, arguments: [space.rawValue]) }
    }

    /// The codes of the findings of the doctor.
    func findings() throws -> [String] {
        let doctor = Doctor(path: stack.path ?? "", environment: .testing(clock: store.clock))
        return try doctor.examine().checks.flatMap(\.findings).map(\.code)
    }
}
