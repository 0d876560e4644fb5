import ArgumentParser
import Basics
import Foundation
import JSON
import TodoKit

struct BackupCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "backup", abstract: "Write the whole database, history and all, to a file.",
        discussion: """
            The backup is of one moment, though other programs go on writing, and is checked before it appears under its \
            name. An older backup of that name is replaced; any other file is left alone.

            EXAMPLES:
              todo backup ~/backups/todo.db
              todo backup "todo-$(date +%F).db"
            """)

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        guard file != "-" else {
            throw TodoError(.usage, "A backup goes to a file; `todo export` writes to the standard output.")
        }
        try session.requireDatabase()
        let bar = SharedProgressBar("backing up", unit: .bytes, on: session.talk)
        defer { bar.finish() }
        let backup = try await session.store.backUp(to: file) { bar.update(to: $0.completed, of: $0.total) }
        bar.finish()
        guard session.isJSON else {
            return session.say(
                "Backed up \(backup.todos.all.counted("to-do")) to \(file) (\(ByteCount.text(Int(backup.bytes)))).")
        }
        try session.print(json: { writer in
            writer.beginObject()
            writer.key("file")
            writer.string(backup.path)
            writer.key("bytes")
            writer.integer(backup.bytes)
            writer.count(backup.todos)
            writer.endObject()
        })
    }
}

extension JSONWriter {
    /// Writes the members `open` and `done`.
    mutating func count(_ todos: TodoCount) {
        key("open")
        integer(todos.open)
        key("done")
        integer(todos.done)
    }
}
