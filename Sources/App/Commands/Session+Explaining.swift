import JSON
import TodoKit

// What a filter was understood as, and hints where it finds nothing.
extension Session {
    /// Prints the canonical text of filters and how the store answers the query, instead of its result.
    func explain(_ query: Query<Todo>, _ filters: [TodoFilter]) async throws {
        let texts = filters.map(\.description)
        // The past is computed in memory.
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

    /// Says that there is a list or a tag with the name that filters looked for as text, or a condition, and how to mean it.
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
