import Foundation
import TestSupport
import Testing

@Suite("Hostile numbers in the database")
struct HostileNumberTests {
    /// How a command may end: successfully, or with an error that it explains. A trap ends with a signal, which is
    /// neither.
    private static let statuses: Set<Int32> = [0, 1, 64, 65, 69, 74, 75, 77, 78]
    private static let commands = [
        "list --all --json", "list --all --sort due --page-size 1", "show ID --json", "edit ID --notes x", "done ID",
        "undo", "history --json", "stats", "sync status --json", "export --format json", "export --format ics",
        "export --format taskwarrior", "delete ID", "doctor --repair",
    ]

    /// The commands that are tried with one table; in the small dose one of them, another with each table.
    private static func tried(inTurn turn: Int) -> [String] {
        Dose.isWhole ? commands : [commands[turn % commands.count]]
    }

    /// A database with everything in it, and a remote that does not exist.
    private static func store() throws -> TodoProcess {
        var todo = try TodoProcess()
        todo.environment["TOKEN"] = "x"
        for command in [
            "add t --due 2026-11-22T18:00 --tag home --priority high --location here", "add closed --due 2026-11-23",
            "done \(Self.id("closed"))", "add gone --tag away", "delete \(Self.id("gone"))",
            "remote set http://127.0.0.1:1 --user ada --token-variable TOKEN",
        ] {
            let location = "todo location add here --latitude 47.3 --longitude 8.5"
            let result = try todo.shell("test -e todo.db || \(location); todo \(command)")
            try #require(result.status == 0, "\(command): \(result.error)")
        }
        return todo
    }

    /// What the shell substitutes for the id of a to-do.
    private static func id(_ title: String) -> String {
        "$(sqlite3 todo.db \"SELECT id FROM todo WHERE title = '\(title)'\")"
    }

    @Test(
        "no number in any column ends the command", .serialized,
        arguments: ["9223372036854775807", "-9223372036854775808"])
    func columns(number: String) async throws {
        let original = try Self.store()
        let columns = try original.shell(
            """
            sqlite3 -separator ' ' todo.db "SELECT m.name, group_concat(quote(p.name)) FROM sqlite_schema AS m, \
            pragma_table_info(m.name) AS p WHERE m.type = 'table' AND p.type = 'INTEGER' AND p.pk = 0 GROUP BY m.name"
            """
        ).lines.map { $0.split(separator: " ").map(String.init) }
        try #require(columns.count > 8, "\(columns)")
        for (turn, table) in columns.enumerated() {
            var copy = try TodoProcess()
            copy.environment["TOKEN"] = "x"
            try copy.shell("cp '\(original.folder.path)'/todo.db* .")
            // One at a time: if a check refuses one, the others are still tried.
            for column in table[1].split(separator: ",") {
                let name = column.replacing("'", with: "\"")
                try copy.shell("sqlite3 todo.db 'UPDATE OR IGNORE \(table[0]) SET \(name) = \(number)'")
            }
            try copy.shell("cp todo.db kept.db; cp todo.db-wal kept.db-wal")
            let id = try original.shell("echo \(Self.id("t"))").lines[0]
            for command in Self.tried(inTurn: turn) {
                // Others want to run, too.
                await Task.yield()
                try copy.shell("rm -f todo.db-*; cp kept.db todo.db; cp kept.db-wal todo.db-wal")
                let result = try copy.run(
                    command.replacing("ID", with: id).split(separator: " ").map(String.init))
                #expect(
                    Self.statuses.contains(result.status) && !result.error.contains("Fatal error"),
                    "\(table[0]): \(command): \(result.status) \(result.error.prefix(500))")
            }
        }
    }
}
