import GRDB
import JSON
import SQLite
import TodoDomain

extension Schema.Migration {
    /// Reminders.
    ///
    /// - `reminders` has the registers of a to-do's alarms and of what was done about them (`ReminderRegister`), by name, as a
    ///   JSON object, including those that newer versions have sent before.
    /// - `reminderDelivery` has what this device knows of the delivery of reminders. It is never synced.
    static let reminders = Schema.Migration(name: "reminders") { database in
        try database.execute(
            sql: """
                ALTER TABLE todo ADD COLUMN reminders TEXT;
                CREATE TABLE reminderDelivery (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
                CREATE INDEX todo_reminding ON todo (updatedAt DESC, id)
                    WHERE isDeleted = 0 AND completedAt IS NULL AND reminders IS NOT NULL;
                """)
        let rows = try Row.fetchAll(
            database, sql: "SELECT rowID, unknown FROM todo WHERE unknown LIKE '%\"alarm%'")
        for row in rows {
            guard let text = try row.optionalValue(at: 1) as String?,
                var unknown = (try? JSONValue(parsing: text))?.members
            else { continue }
            let found = unknown.filter { name, _ in
                let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
                return parts.count == 2 && ["alarms", "alarmStates"].contains(parts[0])
                    && Identifier<Todo>(String(parts[1])) != nil
            }
            guard !found.isEmpty else { continue }
            for name in found.keys { unknown[name] = nil }
            try database.execute(
                sql: "UPDATE todo SET reminders = ?, unknown = ? WHERE rowID = ?",
                arguments: [
                    JSONValue.object(found).canonicalJSON,
                    unknown.isEmpty ? nil : JSONValue.object(unknown).canonicalJSON, try row.value(at: 0) as Int64,
                ])
        }
    }
}
