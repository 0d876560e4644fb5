import TodoKit

/// Performs the commands. One list is shown at a time; a number stands for the to-do in that line.
actor LiveList {
    private let store: TodoStore
    private var query = Query<Todo>.all.open
    private var shown: [Todo] = []
    private var watching: Task<Void, Never>?

    init(_ store: TodoStore) {
        self.store = store
    }

    /// Runs a command; false to end the program.
    func run(_ line: String) async throws -> Bool {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let argument = words.count > 1 ? words[1] : ""
        switch words.first {
        case nil: break
        case "list": show(.all.open)
        case "all": show(.all)
        case "find": show(query.matching(argument))
        case "tag":
            let tags = try await store.tags.fetch(.titled(argument)).items
            show(query.tagged(tags.map(\.id)))
        case "add": try await store.add(argument)
        case "edit": try await edit(argument)
        case "done": try await store.complete([try todo(argument).id])
        case "delete": try await store.todos.delete(try todo(argument).id)
        case "undo": try await store.undo()
        case "quit": return false
        default: output("! list, all, find TEXT, tag TAG, add TITLE, edit N TITLE, done N, delete N, undo, quit\n")
        }
        return true
    }

    /// Shows the result of a query from now on.
    private func show(_ query: Query<Todo>) {
        self.query = query
        watching?.cancel()
        // Not waited for: the list follows while commands are typed.
        watching = Task { await watch(query) }
    }

    private func watch(_ query: Query<Todo>) async {
        do {
            for try await change in store.todos.observeChanges(query.page(0, size: 20).countingTotal()) {
                guard query == self.query else { return }
                shown = change.page.items
                output(frame(change))
            }
        } catch {
            output("! The list is no longer followed: \(error)\n")
        }
    }

    /// Edits in a scratch: mistakes are reported before anything is stored, and what somebody else changed stays.
    private func edit(_ argument: String) async throws {
        let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
        let original = try todo(words.first ?? "")
        var edited = original
        edited.title = words.count > 1 ? words[1] : ""
        let scratch = store.scratch()
        try scratch.todos.update(edited, from: original)
        try await scratch.save()
    }

    private func todo(_ number: String) throws -> Todo {
        guard let number = Int(number), shown.indices.contains(number - 1) else {
            throw TodoError(.notFound, "There is no line \(number) in the list.")
        }
        return shown[number - 1]
    }

    func end() {
        watching?.cancel()
    }
}
