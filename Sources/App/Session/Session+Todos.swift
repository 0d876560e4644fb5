import JSON
import TodoDomain
import TodoFormats
import TodoKit

// Looks up to-dos by what a person typed, and prints them.
extension Session {
    /// The ids with these unique prefixes.
    /// - Throws: `not-found` or `ambiguous`, which names the candidates.
    func todoIDs(_ texts: [String]) async throws -> [Todo.ID] {
        var ids: [Todo.ID] = []
        var known = Set<Todo.ID>()
        let words = PackedWords.unpack(texts)
        for text in words {
            let id = try await todoID(text, among: words)
            if known.insert(id).inserted { ids.append(id) }
        }
        return ids
    }

    /// The id with this unique prefix.
    /// - Parameter words: all words that were typed, which may be a title.
    /// - Throws: `not-found` or `ambiguous`, which names the candidates.
    func todoID(
        _ text: String, includingDeleted: Bool = false, among words: [String] = []
    ) async throws -> Todo.ID {
        do {
            return try await recordID(
                text, in: store.todos, { RecordKey($0) }, noun: "to-do", includingDeleted: includingDeleted)
        } catch let error as TodoError where error.code == .notFound {
            let titles = [words.joined(separator: " "), text]
            guard let candidates = try await store.candidates(titled: titles) else { throw error }
            throw TodoError(.notFound, "\(error.reason) By the title it may be:", candidates: candidates)
        }
    }

    /// The same for a comment.
    func commentID(_ text: String) async throws -> Todo.Comment.ID {
        try await recordID(text, in: store.comments, { RecordKey(.comment, $0.rawValue) }, noun: "comment")
    }

    private func recordID<Model: Queryable>(
        _ text: String, in known: some Repository<Model>, _ key: (Identifier<Model>) -> RecordKey, noun: String,
        includingDeleted: Bool = false
    ) async throws -> Identifier<Model> where Model.ID == Identifier<Model> {
        let shown = 5
        // A filter is passed here only by commands that do not accept one.
        let hint = TodoSelection.isFilter(text) ? "; a filter cannot be given here" : ""
        let unknown = TodoError(
            .notFound, "There is no \(noun) whose id begins with \(Sanitized.quoted(text))\(hint).")
        guard !text.isEmpty else { throw TodoError(.usage, "An id cannot be empty.") }
        let candidates = try await known.findIDs(
            beginning: text, limit: shown + 1, includingDeleted: includingDeleted)
        if let exact = candidates.first(where: { $0.rawValue == text }) { return exact }
        guard let first = candidates.first else { throw unknown }
        if candidates.count == 1 { return first }
        let prefixes = try await known.shortestPrefixes(of: candidates)
        let titles = try await store.names(of: Set(candidates.map(key)))
        let items = candidates.prefix(shown).map { id in
            TodoError.Candidates.Item(id: prefixes[id] ?? id.rawValue, title: titles[key(id)] ?? "")
        }
        throw TodoError(
            .ambiguous, "Several \(noun)s begin with \(Sanitized.quoted(text)):",
            candidates: TodoError.Candidates(items, hasMore: candidates.count > shown))
    }

    /// Prints to-dos that a command has changed or that were requested: one as an object, several as a list.
    /// - Parameters:
    ///   - subtasks: the subtasks that were changed with each, for a command that includes subtasks.
    ///   - settled: the to-dos that settle their occurrences, for a command that does so.
    func print(
        _ todos: [Todo], asList: Bool, also subtasks: [Todo.ID: [Todo.ID]]? = nil, settled: [Todo.ID: Todo.ID]? = nil
    ) async throws {
        guard !isJSON else {
            return try print(json: { writer in
                if asList { writer.beginArray() }
                for todo in todos {
                    TodoJSON.write(todo, to: &writer) { writer in
                        if let subtasks {
                            writer.member("also", .array((subtasks[todo.id] ?? []).map { .string($0.rawValue) }))
                        }
                        if let settled { writer.member("settled", settled[todo.id]?.rawValue) }
                    }
                }
                if asList { writer.endArray() }
            })
        }
        try await printRows(todos)
    }

    /// Prints to-dos as a table, or as plain lines if the output is not a terminal.
    /// - Parameter places: the position of each in its tree; nil for a list.
    func printRows(_ todos: [Todo], in places: [TodoTable.TreePlace]? = nil) async throws {
        let prefixes = try await store.todos.shortestPrefixes(of: todos.map(\.id))
        let shortID = { (id: Todo.ID) in prefixes[id] ?? id.rawValue }
        if output.isInteractive {
            try print(
                TodoTable(dueText: DueText(now: now, timeZone: timeZone), look: look, shortID: shortID)
                    .lines(todos, in: places, on: output))
        } else {
            try print(todos.map { TodoLines.line($0, shortID: shortID) })
        }
    }

    /// Prints a page and how to continue.
    func print(_ page: Page<Todo>, command: [String]) async throws {
        guard !isJSON else { return try print(json: { TodoJSON.write(page, to: &$0) }) }
        try await printRows(page.items)
        if output.isInteractive { say(ListFooter.line(page, command: command), .dim) }
    }
}
