import Foundation
import TodoKit

/// A list of to-dos that is always right: it shows what this program, the `todo` command and any other program write to
/// the same database. Commands come on the standard input, a line each; what is shown goes to the standard output.
@main
struct Live {
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
        await list.end()
        try store.stack.close()
    }

    /// The lines of the standard input, read on a thread of its own: reading waits.
    private static func standardInput() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }
}
