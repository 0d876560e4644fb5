import GRDB
import JSON
import TodoDomain
package import TodoLocal

extension LocalStack {
    /// Describes what derived data disagrees with the rows it is derived from; nil if all agrees.
    package func inconsistency() throws -> String? {
        if let problem = try database.read({ try Self.inconsistency(in: $0) }) { return problem }
        do {
            // With rank 1 it also compares with the content table, and throws if they differ.
            try database.writeWithoutTransaction {
                for index in SearchIndex.tables {
                    try $0.execute(sql: "INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
                }
            }
            return nil
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return "the search index"
        }
    }

    private static func inconsistency(in connection: Database) throws -> String? {
        guard try String.fetchAll(connection, sql: "PRAGMA integrity_check") == ["ok"] else { return "the file" }
        guard try Row.fetchAll(connection, sql: "PRAGMA foreign_key_check").isEmpty else { return "a foreign key" }
        // The index contains the text of each row, including deleted ones.
        for row in try Row.fetchAll(connection, sql: "SELECT title, notes, foldedTitle, foldedNotes FROM todo") {
            guard row[2] == SearchText.folded(row[0]), row[3] == SearchText.folded(row[1]) else { return "folded text" }
        }
        // Only the values: column names may differ.
        func values(_ sql: String) throws -> [[DatabaseValue]] {
            try Row.fetchAll(connection, sql: sql).map { Array($0.databaseValues) }
        }
        if let problem = try aliasInconsistency(in: connection) { return problem }
        if let problem = try listInconsistency(in: connection) { return problem }
        if let problem = try standingInconsistency(in: connection) { return problem }
        if let problem = try dependencyInconsistency(in: connection) { return problem }
        if let problem = try orderInconsistency(in: connection) { return problem }
        if let problem = try seriesInconsistency(in: connection) { return problem }
        return try derived.first { _, left, right in try values(left) != values(right) }?.name
    }

    /// Defines, independently of the code, which record stands for which: along the merges to a living record, then to
    /// the first of its name.
    private static func aliasInconsistency(in connection: Database) throws -> String? {
        for (table, name) in [("tag", "foldedName"), ("location", "id")] {
            let rows = try Row.fetchAll(
                connection,
                sql: "SELECT id, isDeleted, mergedInto, \(name), createdAt, rowID, effectiveID FROM \(table)")
            let byID = Dictionary(rows.map { ($0[0] as String, $0) }, uniquingKeysWith: { first, _ in first })
            for row in rows {
                var (current, seen): (Row?, Set<String>) = (row, [])
                while let found = current, found[1] as Bool {
                    guard seen.insert(found[0]).inserted, let next = found[2] as String? else {
                        current = nil
                        break
                    }
                    current = byID[next]
                }
                let mates = current.map { found in
                    rows.filter { !($0[1] as Bool) && $0[3] as String == found[3] as String }
                }
                let speaker = mates?.min { ($0[4] as Int64, $0[0] as String) < ($1[4] as Int64, $1[0] as String) }
                guard row[6] as Int64? == speaker.map({ $0[5] as Int64 }) else {
                    return "which \(table) is seen in the place of \(row[0] as String)"
                }
            }
        }
        return nil
    }

    /// Where to-dos are seen, by words of its own: the one above is the parent unless the edge is the last of a circle, and
    /// the list that of the topmost one.
    private static func standingInconsistency(in connection: Database) throws -> String? {
        let rows = try Row.fetchAll(
            connection,
            sql: """
                SELECT id, standingList, standingParent, ifnull(stamps ->> 'standing', stamp), isDeleted, rowID,
                (SELECT listID FROM todoList WHERE todoID = todo.rowID),
                (SELECT parentID FROM todoParent WHERE todoID = todo.rowID) FROM todo
                """)
        let lists = try Row.fetchAll(connection, sql: "SELECT id, rowID FROM list WHERE isDeleted = 0").reduce(
            into: [String: Int64]()
        ) { $0[$1[0] as String] = $1[1] as Int64 }
        let live = Dictionary(
            rows.filter { !($0[4] as Bool) }.map { ($0[0] as String, $0) }, uniquingKeysWith: { first, _ in first })
        func parent(_ id: String) -> String? { (live[id]?[2] as String?).flatMap { live[$0] == nil ? nil : $0 } }
        func above(_ id: String) -> String? {
            var (circle, next) = ([id], parent(id))
            while let current = next, !circle.contains(current) {
                circle.append(current)
                next = parent(current)
            }
            guard next == id else { return parent(id) }
            let last = circle.max { one, other in
                let (left, right) = (live[one]?[3] as String? ?? "", live[other]?[3] as String? ?? "")
                return (left, one) < (right, other)
            }
            return last == id ? nil : parent(id)
        }
        for row in rows {
            let (id, isDeleted) = (row[0] as String, row[4] as Bool)
            let found = (list: row[6] as Int64?, parent: row[7] as Int64?)
            guard !isDeleted else {
                guard found.list == nil, found.parent == nil else { return "where the deleted to-do \(id) stands" }
                continue
            }
            guard found.parent == above(id).flatMap({ live[$0]?[5] as Int64? }) else {
                return "the parent of \(id)"
            }
            var root = id
            while let next = above(root) { root = next }
            guard found.list == (live[root]?[1] as String?).flatMap({ lists[$0] }) else { return "the list of \(id)" }
        }
        return nil
    }

    /// What to-dos that repeat show, from all that settle one of their occurrences, deleted ones included.
    private static func seriesInconsistency(in connection: Database) throws -> String? {
        let rows = try Row.fetchAll(
            connection,
            sql: """
                SELECT rowID, id, recurrence, ifnull(hidden ->> '$.due', 'null'), dueAt, completedAt, series, occurrence,
                ifnull(stamps ->> 'recurrence', stamp), ifnull(stamps ->> 'due', stamp),
                ifnull(stamps ->> 'occurrence', stamp) FROM todo
                """)
        func value(_ text: String?) -> JSONValue { text.flatMap { try? JSONValue(parsing: $0) } ?? .null }
        var (settled, stamps, expected): ([String: [Occurrence]], [String: String], Set<String>) = ([:], [:], [])
        for row in rows {
            guard let series = row[6] as String?, let occurrence = value(row[7]).asOccurrence else { continue }
            settled[series, default: []].append(occurrence)
            stamps[series] = max(stamps[series] ?? "", row[10] as String)
            let key = occurrence.key.daysSince1970
            expected.insert("\(series) \(occurrence.stretch) \(key) \(row[0] as Int64) \(row[10] as String)")
        }
        let found = try String.fetchSet(
            connection,
            sql: "SELECT seriesID || ' ' || stretch || ' ' || key || ' ' || todoID || ' ' || stamp FROM todoOccurrence")
        guard found == expected else { return "which occurrences are settled" }
        for row in rows {
            let (id, written) = (row[1] as String, row[8] as String)
            guard let recurrence = value(row[2]).asRecurrence else { continue }
            let due = written < row[9] as String ? value(row[3]).asDue : nil
            let current = Series(recurrence, dueIfLater: due, settled: SettledSet(settled[id] ?? [])).current
            guard row[4] as Int64? == current?.due.sortKey else { return "when \(id) is due" }
            let end = Stamp(max(written, stamps[id] ?? ""))?.milliseconds
            guard row[5] as Int64? == (current == nil ? end : nil) else { return "whether \(id) has ended" }
        }
        return try restartInconsistency(in: connection)
    }

    /// When each to-do that repeats was last settled; by the settlings that meet a condition.
    private static func latestSettlings(in connection: Database, where condition: String) throws -> [String: String] {
        try Row.fetchAll(
            connection,
            sql: """
                SELECT id, max(at) FROM (SELECT whole.id, whole.completedAt, ifnull(part.stamps ->> 'occurrence', part.stamp) AS at,
                max(ifnull(part.stamps ->> 'occurrence', part.stamp)) OVER (PARTITION BY whole.id) AS last
                FROM todo AS part JOIN todo AS whole ON whole.id = part.series
                WHERE part.occurrence IS NOT NULL AND whole.recurrence IS NOT NULL) WHERE \(condition) GROUP BY id
                """
        ).reduce(into: [:]) { $0[$1[0] as String] = $1[1] as String }
    }

    /// Whether the subtasks of what repeats are open again if they were done before it was settled and came again.
    private static func restartInconsistency(in connection: Database) throws -> String? {
        let settled = try latestSettlings(in: connection, where: "completedAt IS NULL OR at < last")
        let rows = try Row.fetchAll(
            connection,
            sql: """
                SELECT id, (SELECT above.id FROM todoParent JOIN todo AS above ON above.rowID = parentID
                    WHERE todoID = todo.rowID),
                ifnull(stamps ->> 'completion', stamp), occurrence IS NULL, completedAt IS NOT NULL,
                hidden ->> '$.completion.done' IS NOT NULL, hidden IS NOT NULL FROM todo WHERE recurrence IS NULL
                """)
        let parents = Dictionary(
            try Row.fetchAll(
                connection,
                sql: """
                    SELECT part.id, above.id FROM todoParent JOIN todo AS part ON part.rowID = todoID
                    JOIN todo AS above ON above.rowID = parentID
                    """
            ).map { ($0[0] as String, $0[1] as String) }
        ) { first, _ in first }
        for row in rows {
            var above: String? = row[1]
            var latest = ""
            while let id = above { (latest, above) = (max(latest, settled[id] ?? ""), parents[id]) }
            let isDone = row[4] as Bool || row[5] as Bool
            let isRestarted = isDone && (row[3] as Bool) && (row[2] as String) <= latest
            guard (row[6] as Bool) == isRestarted, !isRestarted || !(row[4] as Bool) else {
                return "whether \(row[0] as String) is open again"
            }
        }
        return nil
    }

    /// What to-dos wait for, by words of its own: in the order in which they were written, each dependency counts unless its
    /// target already waits for the to-do; and it blocks while its target is there and open.
    private static func dependencyInconsistency(in connection: Database) throws -> String? {
        let rows = try Row.fetchAll(
            connection,
            sql: "SELECT id, rowID, isDeleted = 0 AND completedAt IS NULL, openBlockers FROM todo ORDER BY id")
        let open = Set(rows.filter { $0[2] }.map { $0[0] as String })
        let edges = try Row.fetchAll(
            connection,
            sql: """
                SELECT todo.id, substr(key, 7), value FROM todo, json_each(todo.tagStamps)
                WHERE key LIKE 'after.%' AND value NOT LIKE '-%' ORDER BY value, todo.id, key
                """)
        var waits: [String: Set<String>] = [:]
        func waitsFor(_ id: String, _ target: String) -> Bool {
            var (seen, next): (Set<String>, [String]) = ([], [id])
            while let node = next.popLast() {
                if node == target { return true }
                if seen.insert(node).inserted { next += waits[node] ?? [] }
            }
            return false
        }
        var wanted: Set<[String]> = []
        for edge in edges {
            let (from, to) = (edge[0] as String, edge[1] as String)
            let isIgnored = waitsFor(to, from)
            if !isIgnored { waits[from, default: []].insert(to) }
            wanted.insert([from, to, edge[2], isIgnored ? "ignored" : "counts"])
        }
        let found = try Row.fetchAll(
            connection,
            sql: """
                SELECT id, targetID, todoDependency.stamp, iif(isIgnored, 'ignored', 'counts')
                FROM todoDependency JOIN todo ON todo.rowID = todoID
                """)
        if Set(found.map { [$0[0], $0[1], $0[2], $0[3]] }) != wanted { return "which dependencies count" }
        // A repeating to-do blocks others until it is settled the next time after the edge was made and after the waiting to-do
        // itself was settled.
        let settled = try latestSettlings(in: connection, where: "1")
        let stamps = Dictionary(edges.map { ([$0[0] as String, $0[1] as String], $0[2] as String) }) { first, _ in first
        }
        func holdsUp(_ target: String, _ id: String) -> Bool {
            guard open.contains(target) else { return false }
            guard let settling = settled[target] else { return true }
            return settling < max(stamps[[id, target]] ?? "", settled[id] ?? "")
        }
        for row in rows
        where row[3] as Int != (waits[row[0] as String] ?? []).count(where: { holdsUp($0, row[0]) }) {
            return "how many open to-dos \(row[0] as String) waits for"
        }
        return nil
    }

    /// The text by which to-dos and lists are sorted, by words of its own: a position counts where it names what the item
    /// is shown in.
    private static func orderInconsistency(in connection: Database) throws -> String? {
        let todos = """
            SELECT id, isDeleted, createdAt, positionIn, positionKey, manualOrder, coalesce(
                (SELECT 'todo:' || above.id FROM todoParent JOIN todo AS above ON above.rowID = parentID WHERE todoID = todo.rowID),
                (SELECT 'list:' || list.id FROM todoList JOIN list ON list.rowID = listID WHERE todoID = todo.rowID),
                'inbox') FROM todo
            """
        let lists = """
            SELECT id, isDeleted, createdAt, positionIn, positionKey, manualOrder,
            ifnull((SELECT 'list:' || above.id FROM list AS above WHERE above.rowID = list.parentRow), 'top') FROM list
            """
        for row in try Row.fetchAll(connection, sql: todos) + Row.fetchAll(connection, sql: lists) {
            let (container, position) = (row[6] as String, row[3] as String?)
            let placed = position == container ? (row[4] as String?).flatMap { OrderKey($0) } : nil
            let key = placed ?? OrderKey(createdAt: .init(milliseconds: row[2] as Int64))
            let wanted = row[1] as Bool ? nil : "\(container) \(key)"
            guard row[5] as String? == wanted else { return "the order of \(row[0] as String)" }
        }
        return nil
    }

    /// Which list stands in which, by words of its own: whoever comes back to a list on the way up is in a circle, of which
    /// the last edge does not count.
    private static func listInconsistency(in connection: Database) throws -> String? {
        let rows = try Row.fetchAll(
            connection,
            sql:
                "SELECT id, parentID, ifnull(stamps ->> 'parent', stamp), isArchived, rowID, parentRow, isHidden, isDeleted FROM list"
        )
        let live = Dictionary(
            rows.filter { !($0[7] as Bool) }.map { ($0[0] as String, $0) }, uniquingKeysWith: { first, _ in first })
        func above(_ id: String) -> String? { (live[id]?[1] as String?).flatMap { live[$0] == nil ? nil : $0 } }
        func isIgnored(_ id: String) -> Bool {
            var (circle, next) = ([id], above(id))
            while let current = next, !circle.contains(current) {
                circle.append(current)
                next = above(current)
            }
            guard next == id else { return false }
            let last = circle.max { one, other in
                let (left, right) = (live[one]?[2] as String? ?? "", live[other]?[2] as String? ?? "")
                return (left, one) < (right, other)
            }
            return last == id
        }
        for row in rows {
            let (id, isDeleted) = (row[0] as String, row[7] as Bool)
            let parent = isDeleted || isIgnored(id) ? nil : above(id)
            guard row[5] as Int64? == parent.flatMap({ live[$0]?[4] as Int64? }) else {
                return "where list \(id) stands"
            }
            var (isHidden, next) = (false, isDeleted ? nil : id)
            while let current = next {
                isHidden = isHidden || live[current]?[3] as Bool? ?? false
                next = isIgnored(current) ? nil : above(current)
            }
            guard row[6] as Bool == isHidden else { return "whether list \(id) is archived" }
        }
        return nil
    }

    /// Pairs of queries that must give the same rows. The join tables are the registers of live to-dos: joined if the
    /// other end is live, pending if not.
    private static let derived: [(name: String, String, String)] = {
        let bearing = """
            SELECT todo.rowID AS todoID, key AS tagID FROM todo, json_each(todo.tagStamps)
            WHERE todo.isDeleted = 0 AND value NOT LIKE '-%' AND key NOT LIKE 'after.%'
            """
        let live = "SELECT id FROM tag WHERE effectiveID IS NOT NULL"
        return [
            (
                "the counters", "SELECT open, done FROM todoCount",
                "SELECT count(*) FILTER (WHERE completedAt IS NULL), count(completedAt) FROM todo WHERE isDeleted = 0"
            ),
            (
                "the tags", "SELECT todoID, id AS tagID FROM todoTag JOIN tag ON tag.rowID = tagID ORDER BY 1, 2",
                "SELECT * FROM (\(bearing)) WHERE tagID IN (\(live)) ORDER BY 1, 2"
            ),
            (
                "the pending tags", "SELECT todoID, tagID FROM todoTagPending ORDER BY 1, 2",
                "SELECT * FROM (\(bearing)) WHERE tagID NOT IN (\(live)) ORDER BY 1, 2"
            ),
            (
                "the places", "SELECT todoID, locationID FROM todoLocation ORDER BY 1",
                """
                SELECT todo.rowID AS todoID, location.rowID AS locationID FROM todo
                JOIN location ON location.id = todo.locationID
                WHERE todo.isDeleted = 0 AND location.effectiveID IS NOT NULL ORDER BY 1
                """
            ),
        ]
    }()
}

extension LocalStack {
    /// Limits the file to this many pages; below its present size, to that size.
    ///
    /// Source: <https://sqlite.org/pragma.html#pragma_max_page_count>
    package func limitPages(to count: Int) throws {
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(count)") }
    }
}
