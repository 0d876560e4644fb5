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

@MainActor @Observable
final class Screen {
    private let store: TodoStore
    private let list: TodoListModel
    private let actions: TodoActions
    private var editor: TodoModel?

    init(_ store: TodoStore) {
        self.store = store
        list = TodoListModel(store.todos, .all.open.ascending(\.title))
        actions = TodoActions(store)
        draw()
    }

    /// Shows everything, and again whenever anything of it changes.
    private func draw() {
        withObservationTracking {
            let rows = list.items.enumerated().map { "\($0.offset + 1). \($0.element.title)" }
            let problems = [list.problem, actions.failure, editor?.failure].compactMap { $0.map { "! \($0.reason)" } }
            print(rows + problems)
        } onChange: { [weak self] in
            Task { @MainActor in self?.draw() }
        }
    }

    /// `find creme`, `done 1`, `edit 1 Oat milk`, or something to buy.
    func run(_ line: String) async {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, words.count > 1 ? words[1] : "") {
        case ("find", let filter): await list.show(filter, in: store)
        case ("done", let number): if let todo = todo(number) { await actions.complete([todo.id]) }
        case ("edit", let rest): await edit(rest)
        default: await actions.add(line)
        }
    }

    /// Keeps what somebody else changes meanwhile, and writes only what differs.
    private func edit(_ text: String) async {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, let todo = todo(words[0]) else { return }
        let editor = TodoModel(todo, in: store)
        editor.draft.title = words[1]
        self.editor = editor
        await editor.save()
    }

    private func todo(_ number: String) -> Todo? {
        guard let number = Int(number), list.items.indices.contains(number - 1) else { return nil }
        return list.items[number - 1]
    }

    private func print(_ rows: [String]) {
        FileHandle.standardOutput.write(Data((rows + ["", ""]).joined(separator: "\n").utf8))
    }
}
