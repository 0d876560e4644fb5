import ArgumentParser
import JSON
import TodoDomain
import TodoKit

struct UndoCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "undo", abstract: "Undo the last things that were done here.",
        discussion: """
            Edits, deletions, whole imports, tags and places: one step is what one command did, even if it was synced \
            since. What another device has changed since is not overwritten: the step is refused, or with --force the \
            rest of it is undone.

            EXAMPLES:
              todo undo
              todo undo 3
              todo undo --show 5               what would be undone
              todo undo --by claude --since "1 hour ago"
            """)

    @OptionGroup var arguments: UndoArguments

    @Option(
        help: ArgumentHelp("All that a program did whose name begins so, with --since, as one step.", valueName: "name")
    )
    var by: String?

    @Option(
        help: ArgumentHelp("The time from which on: \"1 hour ago\", today, 2026-11-21T09:00.", valueName: "when"))
    var since: String?

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        if by != nil || since != nil { return try await undoProgram(in: session) }
        let count = try arguments.checkedCount
        guard !arguments.show else {
            return try await session.print(steps: session.store.undoableSteps(limit: count), pageSize: count)
        }
        let report = try await session.store.undo(count, isForced: arguments.force)
        try await session.print(report, member: "undone", word: "Undone")
    }
}

extension UndoCommand {
    /// Takes back the steps of a program. Fields that were changed since stay.
    private func undoProgram(in session: Session) async throws {
        guard let by, let since, !by.trimmed.isEmpty else {
            throw TodoError(.usage, "Use --by NAME together with --since WHEN.")
        }
        guard arguments.count == 1, !arguments.force else {
            throw TodoError(
                .usage,
                "With --by all steps since then are undone, and what was changed since stays: leave out the number and --force."
            )
        }
        let date = try Typed.value(since, of: "--since") {
            try PastPhrase.parseBeginning($0, now: session.now, timeZone: session.timeZone, settings: session.phrases)
        }
        let report = try await session.store.undo(by: by, since: date, isTrial: arguments.show)
        try await session.print(report, member: "undone", word: arguments.show ? "Would be undone" : "Undone")
    }
}

struct RedoCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "redo", abstract: "Do again what was undone.",
        discussion: """
            This works as long as nothing new was done after the undo.

            EXAMPLES:
              todo redo
              todo redo --show 5               what would be done again
            """)

    @OptionGroup var arguments: UndoArguments
    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let count = try arguments.checkedCount
        guard !arguments.show else {
            return try await session.print(steps: session.store.redoableSteps(limit: count), pageSize: count)
        }
        let report = try await session.store.redo(count, isForced: arguments.force)
        try await session.print(report, member: "redone", word: "Redone")
    }
}

/// The arguments of undo and redo.
struct UndoArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("How many steps.", valueName: "n"))
    var count = 1

    @Flag(help: "Only show the steps, the next one first.")
    var show = false

    @Flag(help: "Leave what was changed since as it is, and take back the rest.")
    var force = false

    var checkedCount: Int {
        get throws {
            guard count > 0 else {
                throw TodoError(.usage, "Say how many steps with one number from 1.")
            }
            return count
        }
    }
}

extension Session {
    /// Reports what was undone or redone, with a line for each step, and what was left as it is. With `--json` it is one
    /// document.
    func print(_ report: UndoReport, member: String, word: String) async throws {
        guard !isJSON else {
            return try print(json: { writer in
                writer.beginObject()
                writer.key(member)
                HistoryJSON.write(report.steps, to: &writer)
                writer.key("passed")
                HistoryJSON.write(report.passed, to: &writer)
                writer.key("left")
                HistoryJSON.write(report.left, to: &writer)
                writer.endObject()
            })
        }
        let keys = (report.steps + report.passed).reduce(into: Set(report.left.map(\.key))) {
            $0.formUnion($1.mentioned)
        }
        let text = try await store.historyText(naming: keys)
        let words =
            report.steps.map { (word, $0) }
            + report.passed.map { ("Not \(member), as all of it was changed since", $0) }
        for (word, step) in words {
            say("\(word): " + Sanitized.line("\(text.action(step)), \(text.dueText.short(step.date))") + ".")
        }
        for conflict in report.left { say(Sanitized.line("Left as it is: \(text.conflict(conflict)).")) }
    }
}
