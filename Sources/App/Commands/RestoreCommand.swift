import ArgumentParser
import JSON
import TodoKit

struct RestoreCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "restore", abstract: "Replace everything by a backup.",
        discussion: """
            What was there is kept beside the database, in the folder that ends in -backups. The content of a backup \
            is as old as it is: what your other devices have edited since is merged into it at the next sync. With \
            --everywhere all that differs becomes a new edit, so that the backup's state wins on all devices; one undo \
            takes it back.

            EXAMPLES:
              todo restore ~/backups/todo.db
              todo restore todo.db-backups/20261121T100000.000Z-import.db
              todo restore ~/backups/todo.db --everywhere
            """)

    @Argument(help: ArgumentHelp("The backup.", valueName: "file"), completion: .file())
    var file: String

    @Flag(help: "Make the differences new edits, which win on all devices.")
    var everywhere = false

    @OptionGroup var global: GlobalOptions

    var isAlone: Bool { !everywhere }

    func run(in session: Session) async throws {
        let bar = SharedProgressBar("restoring", unit: .bytes, on: session.talk)
        defer { bar.finish() }
        let restoration =
            everywhere
            ? try await session.store.restoreEverywhere(from: file)
            : try await session.restore(from: file) { bar.update(to: $0.completed, of: $0.total) }
        bar.finish()
        guard session.isJSON else { return try await say(restoration, in: session) }
        try session.print(json: { writer in
            writer.beginObject()
            writer.member("file", file)
            writer.member("previous", restoration.previous)
            writer.count(restoration.todos)
            writer.key("changes")
            if let changes = restoration.changes {
                writer.beginObject()
                for (name, count) in [
                    ("added", changes.added), ("changed", changes.changed), ("deleted", changes.deleted),
                ] {
                    writer.member(name, count)
                }
                writer.endObject()
            } else {
                writer.null()
            }
            writer.endObject()
        })
    }

    private func say(_ restoration: Restoration, in session: Session) async throws {
        let kept = restoration.previous.map { "; what was there is in \($0)" } ?? ""
        if let changes = restoration.changes {
            session.say(
                "Restored by edits that win on all devices: \(changes.added) added, \(changes.changed) changed, "
                    + "\(changes.deleted) deleted\(kept).")
        } else {
            session.say("Restored \(restoration.todos.all.counted("to-do"))\(kept).")
        }
        if restoration.changes == nil, try await session.store.sync.remote != nil {
            session.say("Newer edits of other devices come at the next sync; --everywhere makes this state win.")
        }
    }
}
