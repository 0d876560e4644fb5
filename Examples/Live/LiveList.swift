import Observation
import TodoKit
import TodoKitUI

/// Performs the commands. One list is shown at a time; a number stands for the to-do in that line.
@MainActor
final class LiveList {
    private let store: TodoStore
    private let list: TodoListModel
    private let undo: UndoModel

    init(_ store: TodoStore) {
        self.store = store
        list = TodoListModel(store.todos, .all.open, pageSize: 20)
        undo = UndoModel(store)
        show()
    }

    /// Prints the list, and again whenever anything in it changes.
    private func show() {
        withObservationTracking {
            if !list.isLoading { output(frame(list)) }
            if let failure = list.failure { output("! The list is no longer followed: \(failure.message)\n") }
        } onChange: { [weak self] in
            // What changes is told before it has changed.
            Task { @MainActor in self?.show() }
        }
    }

    /// Runs a command; false to end the program.
    func run(_ line: String) async throws -> Bool {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let argument = words.count > 1 ? words[1] : ""
        switch words.first {
        case nil: break
        case "list": list.query = .all.open
        case "all": list.query = .all
        case "find":
            await list.show(argument, in: store)
            try check(list.problem)
        case "tag":
            let tags = try await store.tags.fetch(.titled(argument)).items
            list.query = .all.open.tagged(tags.map(\.id))
        case "add": try await store.add(argument)
        case "edit": try await edit(argument)
        case "done": try await store.complete([try todo(argument).id])
        case "delete": try await store.todos.delete(try todo(argument).id)
        case "undo":
            await undo.undo()
            try check(undo.failure)
        case "quit": return false
        default: output("! list, all, find FILTER, tag TAG, add TITLE, edit N TITLE, done N, delete N, undo, quit\n")
        }
        return true
    }

    /// Edits a draft: a mistake is reported and nothing is stored, and what somebody else changed stays.
    private func edit(_ argument: String) async throws {
        let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
        let model = TodoModel(try todo(words.first ?? ""), in: store)
        model.draft.title = words.count > 1 ? words[1] : ""
        await model.save()
        try check(model.failure)
    }

    private func todo(_ number: String) throws -> Todo {
        guard let number = Int(number), list.items.indices.contains(number - 1) else {
            throw TodoError(.notFound, "There is no line \(number) in the list.")
        }
        return list.items[number - 1]
    }

    private func check(_ failure: TodoError?) throws { if let failure { throw failure } }
}
