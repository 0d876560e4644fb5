import Foundation
package import GRDB
import JSON
import SQLite
import TodoDomain

/// The required content of the table `todoOccurrence` and the required shown states, derived from the rows of all
/// to-dos.
package struct SeriesTable {
    private struct Key: Hashable {
        let series: RecordKey
        let occurrence: Occurrence
        let row: Int64
    }

    private var occurrences: [Key: String] = [:]
    /// The to-dos whose shown state is wrong, with the correct state.
    private var changes: [TodoEntity] = []

    package init(_ database: Database) throws {
        var settled: [RecordKey: [(occurrence: Occurrence, stamp: Stamp)]] = [:]
        var restarts: [RecordKey: Stamp] = [:]
        for todo in try Self.todos(where: "occurrence IS NOT NULL AND series IS NOT NULL", in: database) {
            guard let (id, occurrence) = todo.settled else { continue }
            let series = RecordKey(.todo, id, in: todo.record.space)
            let stamp = todo.record.stamp(of: TodoRegister.occurrence.rawValue)
            occurrences[Key(series: series, occurrence: occurrence, row: todo.record.rowID)] = stamp.description
            settled[series, default: []].append((occurrence, stamp))
        }
        for todo in try Self.todos(where: "recurrence IS NOT NULL", in: database) {
            let taken = settled[todo.key] ?? []
            let series = Series(todo, settled: SettledSet(taken.map(\.occurrence)))
            let latest = taken.map(\.stamp).max()
            let shown = series.map { ShownState($0, latest: latest, written: todo) }
            note(todo, shown)
            // After the last settling of an ended series there is no occurrence.
            let hasNext = shown.map { $0.current != nil } ?? (todo.content.todo.completedAt == nil)
            restarts[todo.key] = hasNext ? latest : taken.map(\.stamp).filter { $0 != latest }.max()
        }
        try examineRestarts(restarts, in: database)
    }

    private mutating func note(_ todo: TodoEntity, _ shown: ShownState?) {
        guard shown != todo.content.shown else { return }
        var todo = todo
        todo.content.shown = shown
        changes.append(todo)
    }

    /// The subtasks that were done before the last settling of the to-do above them.
    /// - Parameter restarts: by series, the settling after which they have to be done again.
    private mutating func examineRestarts(_ restarts: [RecordKey: Stamp], in database: Database) throws {
        var latest: [Int64: Stamp] = [:]
        let sql = """
            WITH RECURSIVE below (series, space, row) AS (
                SELECT id, space, todoID FROM todo JOIN todoParent ON parentID = rowID WHERE recurrence IS NOT NULL
                UNION SELECT series, space, todoID FROM todoParent JOIN below ON parentID = row)
            SELECT series, space, row FROM below
            """
        try database.bound(sql, []).forEachRow { row in
            let series = RecordKey(.todo, row.text(), in: SpaceID(rawValue: row.integer()))
            let rowID = row.integer()
            if let stamp = restarts[series] { latest[rowID] = max(latest[rowID] ?? stamp, stamp) }
        }
        let done = try Self.todos(
            where: """
                recurrence IS NULL AND (hidden IS NOT NULL OR completedAt IS NOT NULL
                AND rowID IN (SELECT todoID FROM todoParent))
                """, in: database)
        for todo in done {
            let stamp = todo.record.stamp(of: TodoRegister.completion.rawValue)
            let isRestarted =
                todo.content.todo.completedAt != nil && todo.settled == nil
                && latest[todo.record.rowID].map { stamp <= $0 } ?? false
            note(todo, isRestarted ? .restarted : nil)
        }
    }

    /// The number of rows that are missing or wrong, and the number of rows that should not be there.
    package func difference(in database: Database) throws -> (missing: Int, excess: Int) {
        var found: [Key: String] = [:]
        let sql = "SELECT seriesID, space, stretch, key, todoID, stamp FROM todoOccurrence"
        try database.bound(sql, []).forEachRow { row in
            let series = RecordKey(.todo, row.text(), in: SpaceID(rawValue: row.integer()))
            let (stretch, key) = (row.integer(), row.integer())
            let occurrence = Occurrence(
                stretch: Int(clamping: stretch), key: Day(daysSince1970: Int(clamping: key)))
            found[Key(series: series, occurrence: occurrence, row: row.integer())] = row.text()
        }
        return (
            occurrences.count { found[$0.key] != $0.value } + changes.count,
            found.count { occurrences[$0.key] == nil }
        )
    }

    /// Brings the table and the rows up to date.
    package func write(to database: Database) throws {
        try database.run("DELETE FROM todoOccurrence", [])
        for (key, stamp) in occurrences {
            try database.run(
                "INSERT INTO todoOccurrence VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .text(key.series.id), key.series.space.value, .integer(Int64(key.occurrence.stretch)),
                    .integer(Int64(key.occurrence.key.daysSince1970)), .integer(key.row), .text(stamp),
                ])
        }
        for todo in changes {
            let shown = todo.content.hidden?.content.todo ?? todo.content.todo
            try database.run(
                """
                UPDATE todo SET dueAt = ?, dueZone = ?, startAt = ?, startZone = ?, completedAt = ?, hidden = ?
                WHERE rowID = ?
                """,
                Self.columns(shown.due) + Self.columns(shown.start) + [
                    StoredValue(shown.completedAt?.milliseconds),
                    StoredValue(todo.content.hidden?.registers.canonicalJSON), .integer(todo.record.rowID),
                ])
        }
    }

    private static func columns(_ due: Due?) -> [StoredValue] {
        guard case .instant(_, let zone) = due else { return [StoredValue(due?.sortKey), .null] }
        return [StoredValue(due?.sortKey), .text(zone)]
    }

    /// To-dos with only the columns from which series are derived. These columns exist since there are series: a
    /// migration reads them before later columns are added.
    private static func todos(where condition: String, in database: Database) throws -> [TodoEntity] {
        var todos: [TodoEntity] = []
        let sql = """
            SELECT rowID, id, space, stamp, stamps, dueAt, dueZone, startAt, startZone, completedAt, recurrence, series, occurrence,
            hidden FROM todo WHERE \(condition)
            """
        try database.bound(sql, []).forEachRow { row in
            let rowID = row.integer()
            var record = RecordColumns(
                id: row.text(), in: SpaceID(rawValue: row.integer()), createdAt: 0,
                stamp: row.parsed(Stamp.init) ?? .unknown)
            record.rowID = rowID
            record.stamps = row.parsed(StampMap.parse) ?? [:]
            var content = Todo.Content()
            content.todo.due = Due(milliseconds: row.optionalInteger(), zone: row.optionalText())
            content.todo.start = Due(milliseconds: row.optionalInteger(), zone: row.optionalText())
            content.todo.completedAt = row.optionalInteger().map(Date.init(milliseconds:))
            content.todo.recurrence = row.parsed { try? JSONValue(parsing: $0) }?.asRecurrence
            content.series = row.optionalText()
            content.todo.occurrence = row.parsed { try? JSONValue(parsing: $0) }?.asOccurrence
            if let registers = row.parsed({ try? JSONValue(parsing: $0) }) { content.uncover(registers) }
            todos.append(TodoEntity(record, content))
        }
        return todos
    }
}
