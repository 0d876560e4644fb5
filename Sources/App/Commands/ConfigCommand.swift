import ArgumentParser
import JSON
import TodoDomain
import TodoKit

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "config", abstract: "Show and change settings.",
        discussion: """
            They are in a file that can be edited by hand (TODO_CONFIG, or todo/config in the configuration folder). They change how \
            typed dates are read and what a terminal shows; a pipe and --json get the usual order.

            EXAMPLES:
              todo config
              todo config set list.sort due,-priority
              todo config set dates.slashes day-first
              todo config set list.view @today-work
              todo config set colors.bold-red is:overdue
              todo config set aliases.shopping "list tag:shop"
            """,
        subcommands: [List.self, Get.self, Set.self, Unset.self],
        defaultSubcommand: List.self)

    struct List: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "list", abstract: "List all settings with their values.",
            discussion: """
                EXAMPLES:
                  todo config list
                  todo config list --json
                """)

        @OptionGroup var global: GlobalOptions

        func run(in session: Session) throws {
            let (settings, problems) = try session.readSettings()
            let usual = Settings()
            let single = Settings.Key.all.map {
                (
                    name: $0.name, value: $0.value(in: settings) ?? "",
                    isSet: $0.value(in: settings) != $0.value(in: usual)
                )
            }
            let named = settings.texts.filter { $0.name.hasPrefix("aliases.") || $0.name.hasPrefix("colors.") }.map {
                ($0.name, $0.value, true)
            }
            let all = single + named
            guard session.isJSON else {
                try session.print(
                    session.output.isInteractive
                        ? Table(
                            columns: [.init("setting"), .init("value", minimumWidth: 8)],
                            rows: all.map { [.init($0.name, .cyan), .init($0.value, $0.isSet ? .bold : .plain)] }
                        ).lines(width: session.output.width, styles: session.output.styles)
                        : all.map { "\($0.name)\t\($0.value)" })
                return session.sayProblems(problems)
            }
            try session.print(json: { writer in
                writer.beginObject()
                writer.member("file", UserSettings().path)
                writer.key("settings")
                writer.beginObject()
                for item in all { writer.member(item.name, item.value.isEmpty ? nil : item.value) }
                writer.endObject()
                writer.key("problems")
                writer.beginArray()
                for problem in problems {
                    writer.beginObject()
                    writer.member("line", problem.line)
                    writer.member("message", problem.reason)
                    writer.endObject()
                }
                writer.endArray()
                writer.endObject()
            })
        }
    }

    struct Get: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "get", abstract: "Print the value of a setting.",
            discussion: """
                Nothing is printed for a setting without a value.

                EXAMPLES:
                  todo config get list.sort
                """)

        @Argument(help: "Its name, such as list.sort.", completion: Completer.settings)
        var name: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) throws {
            let (settings, _) = try session.readSettings()
            let known = Settings.Key.all.first { $0.name == name }
            guard known != nil || name.hasPrefix("aliases.") || name.hasPrefix("colors.") else {
                throw ConfigCommand.unknown(name)
            }
            let value = known.map { $0.value(in: settings) } ?? settings.texts.first { $0.name == name }?.value
            guard session.isJSON else { return try session.print(value.map { [Sanitized.line($0)] } ?? []) }
            try session.print(json: { writer in
                writer.beginObject()
                writer.member("name", name)
                writer.member("value", value)
                writer.endObject()
            })
        }
    }

    struct Set: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "set", abstract: "Change a setting.",
            discussion: """
                EXAMPLES:
                  todo config set dates.week-starts sunday
                  todo config set dates.morning 8:30
                """)

        @Argument(help: "Its name, such as list.sort.", completion: Completer.settings)
        var name: String
        // The text of an order may begin with a minus.
        @Argument(parsing: .allUnrecognized, help: "Its value.")
        var value: [String]
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let text = await session.settingText(of: name, from: value)
            try UserSettings().set(name, to: text, commands: RootCommand.names, environment: session.environment)
            await session.sayMissing(in: name)
        }
    }

    struct Unset: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "unset", abstract: "Put a setting back to its default.",
            discussion: """
                EXAMPLES:
                  todo config unset list.sort
                """)

        @Argument(help: "Its name, such as list.sort.", completion: Completer.settings)
        var name: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) throws {
            let settings = UserSettings()
            let isKnown = Settings.Key.all.contains { $0.name == name }
            guard try isKnown || settings.file()[name] != nil else { throw ConfigCommand.unknown(name) }
            try settings.set(name, to: nil, commands: RootCommand.names, environment: session.environment)
        }
    }

    fileprivate static func unknown(_ name: String) -> TodoError {
        let hint = NearestWord.to(name, among: Settings.Key.all.map(\.name)).map { "; perhaps “\($0)” is meant" } ?? ""
        return TodoError(.badSetting, "There is no setting \(Sanitized.quoted(name))\(hint).")
    }
}
