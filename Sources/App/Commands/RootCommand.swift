import ArgumentParser
import Basics
import TodoKit

/// `todo` itself, which shows the agenda.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo",
        abstract: "To-dos on your own machine: instant, searchable, scriptable.",
        discussion: """
            EXAMPLES:
              todo                             what is due, and what was started
              todo add "Buy milk" --tag shop --due tomorrow --priority high
              todo quick Call Bob tomorrow 5pm +work p1
              todo list                        what is open, what was edited last first
              todo list tag:shop due:week      a filter; --tag and --due do the same
              todo search creme                finds "Crème brûlée"
              todo done 3f2a                   any unique beginning of an id will do
              todo import tasks.json           Taskwarrior, todo.txt, iCalendar, CSV, JSON
              todo backup ~/backups/todo.db    the whole database, while others write
              todo list --json | jq .items     for scripts

            `todo help filters`, `todo help dates` and `todo help quick` explain what can be typed.

            Every command takes --db PATH (or TODO_DB), --json, --quiet, --no-color (or NO_COLOR) and
            --color=always|auto|never.
            """,
        version: Version.described,
        subcommands: [],
        groupedSubcommands: [
            CommandGroup(
                name: "To-dos",
                subcommands: [
                    AgendaCommand.self, NextCommand.self, AddCommand.self, QuickCommand.self, ListCommand.self,
                    SearchCommand.self, TreeCommand.self,
                    ShowCommand.self,
                ] + TodoAction.Verb.allCases.map(\.command) + [
                    OrderCommand.self, SnoozeCommand.self, CommentCommand.self,
                ]),
            CommandGroup(
                name: "History", subcommands: [UndoCommand.self, RedoCommand.self, HistoryCommand.self]),
            CommandGroup(
                name: "Lists, tags, places and views",
                subcommands: [
                    ListsCommand.self, TagCommand.self, LocationCommand.self, ViewCommand.self,
                ]),
            CommandGroup(
                name: "Lists shared with others",
                subcommands: [ShareCommand.self, JoinCommand.self, MembersCommand.self, LeaveCommand.self]),
            CommandGroup(
                name: "Looking back and ahead",
                subcommands: [RemindCommand.self, CalendarCommand.self, ReportCommand.self]),
            CommandGroup(
                name: "Other devices and programs",
                subcommands: [
                    SyncCommand.self, RemoteCommand.self, ServeCommand.self, MCPCommand.self, WebCommand.self,
                    DavCommand.self,
                ]),
            CommandGroup(
                name: "Data",
                subcommands: [
                    ImportCommand.self, ExportCommand.self, BackupCommand.self, RestoreCommand.self, DoctorCommand.self,
                    StatsCommand.self, ConfigCommand.self, CompletionsCommand.self,
                ]),
        ],
        defaultSubcommand: AgendaCommand.self)

    @Flag(help: "Show the licences of everything that is part of this program.")
    var licenses = false

    func validate() throws {
        if licenses { throw CleanExit.message(String(decoding: PackageResources.licenses_txt, as: UTF8.self)) }
    }
}

extension TodoAction.Verb {
    /// The command for a verb.
    fileprivate var command: any ParsableCommand.Type {
        switch self {
        case .edit: EditCommand.self
        case .move: MoveCommand.self
        case .done: DoneCommand.self
        case .skip: SkipCommand.self
        case .reopen: ReopenCommand.self
        case .start: StartCommand.self
        case .stop: StopCommand.self
        case .defer: DeferCommand.self
        case .delete: DeleteCommand.self
        }
    }
}
