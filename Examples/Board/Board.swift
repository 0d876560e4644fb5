import Foundation
import Observation
import OwnRemotes
import TodoKit
import TodoKitUI

/// A board with three columns, each a tag or what is done. It is always up to date, and no card is ever in two columns or in none.
/// With a folder it syncs through it, so that several of them, each with a database of its own, show one board.
/// ```sh
/// todo-board --todo-stack /tmp/laptop.db /tmp/shared
/// ```
/// Commands come from the standard input: `add TITLE`, `move N COLUMN`, `quit`. N counts through all columns.
@main
@MainActor
struct Board {
    private static let names = ["later", "now", "done"]

    static func main() async throws {
        let folder = CommandLine.arguments.dropFirst().last { $0.hasPrefix("/") && !$0.hasSuffix(".db") }
        let store: TodoStore
        if let folder {
            store = try TodoStore(.launch(), remote: FolderRemote(URL(fileURLWithPath: folder)))
            await store.sync.start(every: .seconds(1))
        } else {
            store = try TodoStore(.launch())
        }
        let board = TodoBoardModel(
            store.todos,
            [
                .all.open.excluding(.all.tagged("now")).ascending(\.createdAt),
                .all.open.tagged("now").ascending(\.createdAt), .all.done.ascending(\.createdAt),
            ])
        show(board)
        for await line in lines() {
            do {
                guard try await run(line, store, board) else { break }
            } catch let error as TodoError {
                output("! \(error.message)")
            }
        }
        await store.sync.stop()
    }

    /// Prints the board, and again whenever anything on it changes.
    private static func show(_ board: TodoBoardModel) {
        withObservationTracking {
            if let failure = board.failure { output("! The board is no longer followed: \(failure.message)") }
            guard !board.isLoading else { return }
            var number = 0
            for column in board.columns {
                output("== \(names[column.id]): \(column.total) ==")
                for card in column.items {
                    number += 1
                    output("\(number). \(card.title)")
                }
            }
            output("")
        } onChange: {
            Task { @MainActor in show(board) }
        }
    }

    /// Runs a command; false to end the program.
    private static func run(_ line: String, _ store: TodoStore, _ board: TodoBoardModel) async throws -> Bool {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "add": try await store.add(words.dropFirst().joined(separator: " "))
        case "move":
            let cards = board.columns.flatMap(\.items)
            guard words.count == 3, let number = Int(words[1]), cards.indices.contains(number - 1) else {
                output("! move N later|now|done, with a number from the board")
                break
            }
            let card = cards[number - 1]
            // One step each, so that an undo takes the whole move back.
            switch words[2] {
            case "now": try await store.write("move") { try move(card, to: true, in: $0) }
            case "later": try await store.write("move") { try move(card, to: false, in: $0) }
            case "done": try await store.complete([card.id])
            default: output("! There is no column “\(words[2])”; there are \(names.joined(separator: ", ")).")
            }
        case "quit": return false
        default: output("! add TITLE, move N COLUMN, quit")
        }
        return true
    }

    /// Puts an open card into a column, and opens one that is done.
    private nonisolated static func move(_ card: Todo, to isNow: Bool, in transaction: WriteTransaction) throws {
        let stored = try transaction.reading.find(card.id)
        var moved = stored
        moved.completedAt = nil
        moved.tags.removeAll { $0.title == "now" }
        if isNow {
            let known = try transaction.reading.first(Query<TodoKit.Tag>.titled("now"))
            moved.tags.append(known ?? TodoKit.Tag(title: "now"))
        }
        if moved != stored { try transaction.update(moved, from: stored) }
    }

    /// Prints a line at once, also to a pipe.
    private static func output(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    /// The lines of the standard input, read on a separate thread because reading blocks.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }
}
