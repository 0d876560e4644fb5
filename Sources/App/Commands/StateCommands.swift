import ArgumentParser
import JSON
import TodoDomain
import TodoKit

/// Whether a command includes the subtasks of its to-dos.
struct TreeOptions: ParsableArguments {
    @Flag(help: "Leave their open subtasks as they are.")
    var only = false

    var reach: TreeReach { only ? .only : .subtasks }
}

/// The arguments of commands that do the same to several to-dos.
struct TodoArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Beginnings of ids.", valueName: "id"), completion: Completer.ids)
    var ids: [String]
}

/// A command that does the same to several to-dos, and prints them.
protocol StateCommand: IDsCommand, FilteredCommand {
    var selection: TodoSelection { get }
    /// Whether a filter means open or done to-dos if it does not say which.
    static var usual: Todo.Condition { get }
    var action: TodoAction { get }
}

extension StateCommand {
    static var usual: Todo.Condition { .isDone(false) }

    func validate() throws { try selection.requireSomething() }

    func run(in session: Session) async throws {
        try await session.perform(action, on: selection, byDefault: Self.usual)
    }
}

extension Session {
    /// Changes the selected to-dos, and prints them.
    /// - Parameter verb: the first word of the note on how many to-dos a filter has selected.
    func perform(
        _ action: TodoAction, on selection: TodoSelection, byDefault usual: Todo.Condition = .isDone(false),
        _ verb: String = "Changed"
    ) async throws {
        let (selected, edit) = try await selection.change(in: self, byDefault: usual, nothing: TreeEdit([])) {
            try await store.perform(action, on: $0)
        }
        try await print(edit.todos, asList: selected.isList)
        sayChanged(selected, verb)
    }
}

struct DoneCommand: IDsCommand, FilteredCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "done", abstract: "Mark to-dos as done.",
        discussion: """
            Their open subtasks are done with them. If one repeats, its current occurrence is done, and the next one \
            appears. With --date, it is the occurrence on that day; a weekday, or a date without its year or month, is the \
            last such day until today, unless that is before the current occurrence; `fri 20 nov` is the last or next \
            one, whichever is a Friday. Without ids and without a filter, it lists what was done today.

            EXAMPLES:
              todo done
              todo done 3f2a
              todo done 3f2a 91bc
              todo done 3f2a --only
              todo done 3f2a --date 2026-12-01
              todo done 3f2a --date monday
              todo done tag:shop due:..today
              todo done --where '-tag:home list:Errands'
            """)

    @OptionGroup var selection: TodoSelection
    @OptionGroup var tree: TreeOptions
    @OptionGroup var occurrence: OccurrenceOptions
    @OptionGroup var global: GlobalOptions

    /// Whether to list the to-dos that were done today.
    var isList: Bool { selection.isEmpty }
    var onlyReads: Bool { isList }

    func validate() throws {
        if tree.only || selection.yes || occurrence.date != nil { try selection.requireSomething() }
    }

    func run(in session: Session) async throws {
        guard !isList else { return try await session.listDoneToday() }
        let day = try occurrence.phrase(in: session)
        let (selected, edit) = try await selection.change(in: session, nothing: TreeEdit?.none) { ids in
            if let day { try await session.sayWhatComesBefore(day, .done, of: ids) }
            return try await session.store.perform(.complete(tree.reach, day.map { .on($0) } ?? .current), on: ids)
        }
        if let edit { try await session.saySettled(edit) }
        let subtasks = edit?.subtasks ?? [:]
        try await session.print(edit?.todos ?? [], asList: selected.isList, also: subtasks, settled: edit?.settled)
        session.sayChanged(selected, "Done:")
        session.sayDoneWith(subtasks, of: edit?.todos ?? [])
    }
}

extension Session {
    /// Reports how many subtasks were done together with their to-dos. The subtasks of a to-do that repeats are open again.
    fileprivate func sayDoneWith(_ subtasks: [Todo.ID: [Todo.ID]], of todos: [Todo]) {
        let count = subtasks.values.reduce(0) { $0 + $1.count }
        guard count > 0 else { return }
        let comingAgain = Set(todos.filter { !$0.isDone }.map(\.id))
        let again = subtasks.reduce(0) { $0 + (comingAgain.contains($1.key) ? $1.value.count : 0) }
        let which = again < count ? "\(again) of them " : ""
        let open = again > 0 ? ", \(which)open again for the next occurrence" : ""
        say("Done with \(todos.count == 1 ? "it" : "them"): \(count.counted("subtask"))\(open).")
    }
}

/// Which occurrence a command means if a to-do repeats.
struct OccurrenceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The occurrence on this day, of to-dos that repeat.", valueName: "day"))
    var date: String?

    func phrase(in session: Session) throws -> OccurrencePhrase? {
        try date.map {
            try Typed.value($0, of: "--date") {
                try OccurrencePhrase.parse(
                    $0, now: session.now, timeZone: session.timeZone, settings: session.phrases)
            }
        }
    }
}

extension Session {
    /// Reports the earlier occurrences that are settled together with the one on a day.
    fileprivate func sayWhatComesBefore(
        _ phrase: OccurrencePhrase, _ kind: Settlement.Kind, of ids: [Todo.ID]
    ) async throws {
        for todo in try await store.todos.fetch(.ids(ids), source: .local).items {
            guard let recurrence = todo.recurrence, recurrence.mode == .every, let current = todo.current?.key,
                let rule = try? RecurrenceRule(recurrence.rule)
            else { continue }
            let day = phrase.day(kind, recurrence.mode, from: todo.current)
            let dates = rule.dates(from: recurrence.base)
            // The command refuses anything else.
            guard current < day, dates.contains(day) else { continue }
            let count = 1 + dates.count(after: current, through: day.adding(days: -1))
            say(
                """
                Before that, \(count.counted("occurrence")) of “\(Sanitized.line(todo.title))” from \(current) on will not come \
                again either.
                """)
        }
    }
}

struct SkipCommand: IDsCommand, FilteredCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "skip", abstract: "Skip the current occurrence of to-dos that repeat.",
        discussion: """
            What is skipped does not come again, but was not done. `todo undo` takes it back. With --date, which is read \
            as for `todo done`, what comes before that day does not come again either, unless each single one is owed \
            (`each 1st`).

            EXAMPLES:
              todo skip 3f2a
              todo skip 3f2a --date 2026-12-01
              todo skip 3f2a --date "next friday"
            """)

    @OptionGroup var selection: TodoSelection
    @OptionGroup var occurrence: OccurrenceOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try selection.requireSomething() }

    func run(in session: Session) async throws {
        let day = try occurrence.phrase(in: session)
        let (selected, edit) = try await selection.change(in: session, nothing: TreeEdit?.none) { ids in
            if let day { try await session.sayWhatComesBefore(day, .skipped, of: ids) }
            return try await session.store.perform(.skip(day.map { .on($0) } ?? .current), on: ids)
        }
        try await session.print(edit?.todos ?? [], asList: selected.isList, settled: edit?.settled ?? [:])
        session.sayChanged(selected, "Skipped:")
    }
}

struct ReopenCommand: StateCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "reopen", abstract: "Reopen to-dos that were done.",
        discussion: """
            What repeats no more cannot be reopened; `todo edit --repeat` makes it come again.

            EXAMPLES:
              todo reopen 3f2a
              todo reopen completed:today tag:shop
            """)

    @OptionGroup var selection: TodoSelection
    @OptionGroup var global: GlobalOptions

    static var usual: Todo.Condition { .isDone(true) }

    var action: TodoAction { .reopen }
}

struct StartCommand: StateCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "start", abstract: "Note that you have started to-dos.",
        discussion: """
            `todo list --started` shows them.

            EXAMPLES:
              todo start 3f2a
            """)

    @OptionGroup var selection: TodoSelection
    @OptionGroup var global: GlobalOptions

    var action: TodoAction { .start }
}

struct StopCommand: StateCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "stop", abstract: "Note that you have stopped working on to-dos.",
        discussion: """
            EXAMPLES:
              todo stop 3f2a
            """)

    @OptionGroup var selection: TodoSelection
    @OptionGroup var global: GlobalOptions

    var action: TodoAction { .stop }
}

struct DeleteCommand: IDsCommand, FilteredCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "delete", abstract: "Delete to-dos.",
        discussion: """
            Their open subtasks are deleted with them. Other subtasks, and with --only all of them, stay in their \
            list.

            EXAMPLES:
              todo delete 3f2a
              todo delete tag:junk
              todo list --tag junk --json | jq -r '.items[].id' | xargs todo delete
            """)

    @OptionGroup var selection: TodoSelection
    @OptionGroup var tree: TreeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try selection.requireSomething() }

    func run(in session: Session) async throws {
        let (selected, deleted) = try await selection.change(in: session, nothing: []) {
            try await session.store.delete($0, tree.reach)
        }
        let ids = selected.ids
        try session.reportDeleted(deleted.map(\.rawValue), noun: "to-do", subtasks: deleted.count - ids.count)
    }
}

extension Session {
    /// Reports what was deleted: `{"deleted":[…]}` for programs, a count for people.
    /// - Parameters:
    ///   - subtasks: how many were deleted because they are subtasks of the others.
    ///   - todos: the to-dos that were deleted together with their lists.
    func reportDeleted(_ ids: [String], noun: String, subtasks: Int = 0, todos: [Todo.ID]? = nil) throws {
        guard isJSON else {
            let others = subtasks > 0 ? subtasks.counted("subtask") : todos.map { $0.count.counted("to-do") }
            let both = others.map { " and \($0)" } ?? ""
            return say("Deleted \((ids.count - subtasks).counted(noun))\(both).")
        }
        try print(json: { writer in
            writer.beginObject()
            writer.member("deleted", .array(ids.map(JSONValue.string)))
            if let todos { writer.member("todos", .array(todos.map { .string($0.rawValue) })) }
            writer.endObject()
        })
    }
}
