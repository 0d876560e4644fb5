import ArgumentParser
import JSON
import TodoFormats
import TodoKit

struct AgendaCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "agenda", abstract: "Show what is overdue, due today and soon, and what was started.",
        discussion: """
            This is what `todo` alone shows. A terminal gets as much as fits on its screen, with a fair share for each \
            section; a pipe and --json get everything.

            EXAMPLES:
              todo
              todo agenda --days 14
              todo agenda --all-people         also what others of shared lists are to do
              todo --json
            """)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How many days after today are shown (7).", valueName: "n"))
    var days: Int?

    @Flag(name: .customLong("all-people"), help: "Include what other members of shared lists are to do.")
    var allPeople = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let days = days ?? Agenda.usualDays
        guard 0...366 ~= days else { throw TodoError(.usage, "--days is a number of days from 0 to 366, not \(days).") }
        let isShown = session.output.isInteractive && !session.isJSON
        // Leaves room for the counts and the next prompt.
        let rows = isShown ? max(session.output.height - 3, 8) : nil
        let agenda = try await session.store.agenda(days: days, rows: rows, ofEverybody: allPeople)
        let open = try await session.store.todos.count(.all.open)
        guard !session.isJSON else {
            return try session.print(json: { AgendaJSON.write(agenda, open: open, to: &$0) })
        }
        try await session.printLines(agenda)
        if isShown || agenda.isEmpty { try await session.sayCounts(agenda, open: open, days: days) }
        if isShown {
            try await session.sayUnsynced()
            try await session.sayConflicts()
        }
    }
}

extension Session {
    fileprivate func printLines(_ agenda: Agenda) async throws {
        try await prepareLook()
        let prefixes = try await store.todos.shortestPrefixes(of: agenda.ids)
        let text = AgendaText(dueText: DueText(now: now, timeZone: timeZone), look: look) {
            prefixes[$0] ?? $0.rawValue
        }
        try print(output.isInteractive ? text.table(agenda, on: output) : text.lines(agenda))
    }

    /// Reports that edits are waiting because syncing fails. A sync in the background cannot report that.
    fileprivate func sayUnsynced() async throws {
        let status = try await store.sync.status
        guard let failure = status.failure, status.pending > 0 else { return }
        let since = status.lastSynced.map { " since \(DueText(now: now, timeZone: timeZone).short($0))" } ?? " yet"
        let reason = await sentence(failure)
        say("Not synced\(since): \(reason)", .dim)
    }

    /// Reports that other edits replaced some of this person's. A sync in the background cannot report that.
    fileprivate func sayConflicts() async throws {
        let count = try await store.sync.conflictCount
        guard count > 0 else { return }
        say("\(count.counted("edit")) gave way to a later one on another device: todo sync conflicts", .dim)
    }

    /// Prints how many to-dos there are in all, or how to begin if there are none.
    fileprivate func sayCounts(_ agenda: Agenda, open: Int, days: Int) async throws {
        guard agenda.isEmpty else { return say(AgendaText.counts(agenda.counts, open: open), .dim) }
        guard open == 0 else {
            let span = days == 0 ? "today" : "within \(days.counted("day"))"
            return say("Nothing is due \(span); \(open.counted("to-do")) open: todo next, todo list")
        }
        let done = try await store.todos.count(.all.done)
        say(
            done > 0
                ? "Everything is done. Add something: todo add \"Buy milk\" --due tomorrow"
                : """
                There is nothing to do yet.

                  todo add "Buy milk" --due tomorrow    adds something
                  todo import tasks.json                takes over what you have in another program
                  todo web                              shows your to-dos in a browser

                `todo --help` shows everything else.
                """)
    }
}
