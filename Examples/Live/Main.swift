import Foundation
import TodoKit

/// A list of to-dos that is always up to date: it shows what this program, the `todo` command and any other program
/// write to the same database. Commands are read from the standard input, one per line; frames go to the standard
/// output.
@main
struct Live {
    @MainActor
    static func main() async throws {
        // TODO_DB, or the user's own data; `--todo-stack preview` shows examples in memory.
        let store = try TodoStore(.launch())
        let list = LiveList(store)
        for await line in standardInput() {
            do {
                guard try await list.run(line) else { break }
            } catch let error as TodoError {
                output("! \(error.message)\n")
            }
        }
        try store.stack.close()
    }

    /// The lines of the standard input, read on a separate thread because reading blocks.
    private static func standardInput() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }
}
