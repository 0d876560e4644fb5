import Foundation
import Observation
import TodoKit
import TodoKitUI

@main
struct Shopping {
    @MainActor
    static func main() async throws {
        let screen = Screen(try TodoStore.inMemory())
        // On a thread of its own, since reading waits.
        let lines = AsyncStream<String> { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
        for await line in lines { await screen.run(line) }
    }
}

@MainActor
final class Screen {
    private let list: TodoListModel
    private let actions: TodoActions

    init(_ store: TodoStore) {
        list = TodoListModel(store.todos, .all.open.ascending(\.title))
        actions = TodoActions(store)
        draw()
    }

    /// Shows everything, and again whenever anything of it changes.
    private func draw() {
        withObservationTracking {
            print(list.items.map(\.title))
        } onChange: { [weak self] in
            Task { @MainActor in self?.draw() }
        }
    }

    func run(_ line: String) async { await actions.add(line) }

    private func print(_ rows: [String]) {
        FileHandle.standardOutput.write(Data((rows + ["", ""]).joined(separator: "\n").utf8))
    }
}
