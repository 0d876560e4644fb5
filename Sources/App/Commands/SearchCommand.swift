import ArgumentParser
import JSON
import TodoDomain
import TodoKit

struct SearchCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "search", abstract: "Find to-dos by their title, notes and tags.",
        discussion: """
            Every word must occur somewhere; case and accents do not matter, in any script, nor which quotation marks, \
            hyphens and dashes are written. Nothing in the text is syntax. A terminal gets a page of 20, a pipe \
            everything, unless --page, --page-size or --after ask for a part.

            EXAMPLES:
              todo search creme brulee
              todo search 牛乳 --all
              todo search milk --tag shop --json
              todo search milk --where 'due:..today or priority:high'
              todo search --recent
            """)

    @Argument(help: ArgumentHelp("What to look for.", valueName: "text"))
    var text: [String] = []

    @OptionGroup var options: ListOptions

    @Flag(help: "The last searches.")
    var recent = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let text = text.joined(separator: " ")
        guard !recent else { return try await listRecent(in: session, text) }
        guard !SearchText.words(of: text).isEmpty else { throw TodoError(.usage, "Say what to look for.") }
        try await session.list(options, matching: text, command: ["todo", "search", text] + options.words)
        session.finishLater(try session.store.recents.noteSearch(text))
    }

    private func listRecent(in session: Session, _ text: String) async throws {
        guard text.isEmpty, options.words.isEmpty else { throw TodoError(.usage, "--recent stands alone.") }
        let searches: [RecentSearch] = try await session.store.recents.searches.fetchAll()
        guard session.isJSON else { return try session.print(searches.map { Sanitized.line($0.id) }) }
        try session.print(json: { writer in
            writer.beginObject()
            writer.key("items")
            writer.beginArray()
            for search in searches { writer.string(search.id) }
            writer.endArray()
            writer.endObject()
        })
    }
}
