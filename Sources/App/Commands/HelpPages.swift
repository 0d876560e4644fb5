import ArgumentParser
import TodoDomain
import TodoKit

/// A page of `todo help` about something that many commands take, such as filters.
struct HelpTopicCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "help", abstract: "Explain filters, dates or quick add.", shouldDisplay: false)

    @Argument var topic: String
    @OptionGroup var global: GlobalOptions

    /// The words after `help` in a line that asks for such a page.
    static func words(of arguments: [String]) -> [String]? {
        guard arguments.count > 1, arguments[0] == "help", HelpTopic(rawValue: arguments[1]) != nil else { return nil }
        return Array(arguments.dropFirst())
    }

    func run(in session: Session) throws {
        guard let topic = HelpTopic(rawValue: topic) else { throw CleanExit.helpRequest(RootCommand.self) }
        let sections = topic.sections(now: session.now, timeZone: session.timeZone, settings: session.phrases)
        guard session.isJSON else { return try session.print(HelpText.page(topic, sections)) }
        try session.print(json: { writer in
            writer.beginObject()
            writer.member("topic", topic.rawValue)
            writer.member("summary", topic.summary)
            writer.key("sections")
            writer.beginArray()
            for section in sections {
                writer.beginObject()
                writer.member("title", section.title)
                writer.key("rows")
                writer.beginArray()
                for row in section.rows {
                    writer.beginObject()
                    writer.member("typed", row.typed)
                    writer.member("meaning", row.meaning)
                    writer.endObject()
                }
                writer.endArray()
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        })
    }
}

/// The help of all commands, as it is shown.
package enum HelpPages {
    /// Each command: the words that call it, and its help.
    package static var all: [(path: [String], text: String)] { pages(of: RootCommand.self, at: []) }

    private static func pages(
        of command: any ParsableCommand.Type, at path: [String]
    ) -> [(path: [String], text: String)] {
        let text = HelpText.fitted(RootCommand.helpMessage(for: command, columns: HelpText.width))
        return [(path, text)] + command.children.flatMap { pages(of: $0, at: path + [$0._commandName]) }
    }
}
