import JSON
import TodoKit

// How a filter was understood, and hints if it finds nothing.
extension Session {
    /// Prints the canonical text of the filters and how the store answers the query, in place of the result.
    func explain(_ query: Query<Todo>, _ filters: [TodoFilter]) async throws {
        let texts = filters.map(\.description)
        // The past is computed in memory, so there is no plan to show.
        let plan = past == nil ? try await store.plan(of: query) : nil
        guard isJSON else {
            let lines = texts.map { "filter  " + Sanitized.line($0) }
            return try print(
                lines + ["plan    " + (plan.map(PlanText.line) ?? "looks at the state of that time, in memory")])
        }
        try print(json: { writer in
            writer.beginObject()
            writer.member("filters", .array(texts.map(JSONValue.string)))
            writer.member("plan", plan.map(PlanText.line))
            writer.member("steps", plan.map { .array($0.steps.map(JSONValue.string)) } ?? .null)
            writer.endObject()
        })
    }

    /// Prints a hint if a word that was searched as text is also a list, a tag or a condition, and how to type that.
    func sayWhatIsMeant(by filters: [TypedFilter]) async throws {
        let texts = filters.flatMap(\.filter.texts)
        let name = texts.joined(separator: " ")
        guard !name.isEmpty, past == nil else { return }
        let text = "Nothing was found with the text “\(Sanitized.line(name))”"
        let found = try await store.lists.find(path: name).first
        let lists = try await store.lists.fetch(.called(name).page(0, size: 1), source: .local).items
        if let list = found ?? lists.first {
            let option = ShellWord.quoted(list.path)
            say("\(text), but there is a list “\(list.path)”: todo list --list \(option)")
        } else if let tag = try await store.tags.find(titled: name) {
            say("\(text), but there is a tag: todo list --tag \(ShellWord.quoted(tag.title))")
        } else if let sign = texts.first(where: { TodoFilter.word(for: $0) != nil }),
            let word = TodoFilter.word(for: sign)
        {
            let other = word == "not" ? ", or a minus" : ""
            say("\(text), in which “\(sign)” is text too; in filters that is the word “\(word)”\(other).")
        } else if let meant = name.split(separator: " ").lazy.compactMap({ TodoFilter.meant(by: String($0)) }).first {
            say("\(text), but there is a filter: todo list \(ShellWord.quoted(meant))")
        }
    }
}
