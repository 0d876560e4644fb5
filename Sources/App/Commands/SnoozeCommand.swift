import ArgumentParser
import Foundation
import TodoDomain
import TodoKit

struct SnoozeCommand: IDsCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "snooze", abstract: "Make reminders ring later, or not again.",
        discussion: """
            What has rung rings again after --for; if nothing has, the next reminder comes at that later time instead. What \
            is snoozed counts as rung: a snooze that has not ended can be made shorter. On all devices. Until a day means \
            the time of day at which the to-do is due.

            EXAMPLES:
              todo snooze 3f2a
              todo snooze 3f2a 91bc --for 1h
              todo snooze 3f2a --until "tomorrow 9am"
              todo snooze 3f2a --dismiss
            """)

    @OptionGroup var todos: TodoArguments

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("For how long, such as 5m or 1h; 10m if not given.", valueName: "time"))
    var time: String?

    @Option(help: ArgumentHelp("Until when: \"tomorrow 9am\", 18:00, in the forms of --due.", valueName: "when"))
    var until: String?

    @Flag(help: "Do not remind of it again.")
    var dismiss = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        guard [time != nil, until != nil, dismiss].filter({ $0 }).count <= 1 else {
            throw TodoError(.usage, "Use one of --for, --until and --dismiss.")
        }
        let moment = try moment(in: session)
        // For a day alone, each to-do keeps its time of day.
        let entry = until.flatMap {
            try? DueEntry.parse($0, now: session.now, timeZone: session.timeZone, settings: session.phrases)
        }
        let ids = try await session.todoIDs(todos.ids)
        let (now, all) = (session.now, try await session.store.rings(session.reminders))
        var rings: [Date: [Ring]] = [:]
        for id in ids {
            let todo = try await session.store.todos.find(id)
            let found = all.atHand(of: RemindedTodo(todo), at: now)
            guard !found.isEmpty else { throw Self.nothingRings(of: todo) }
            let end = entry?.endOfSnooze(ofWhatIsDue: todo.due).flatMap { $0 > now ? $0 : nil }
            rings[end ?? moment, default: []] += found
        }
        if dismiss {
            try await session.store.acknowledge(rings.values.flatMap { $0 })
        } else {
            try await session.store.snooze(rings)
        }
        let edited = try await session.store.todos.fetch(.ids(ids), source: .local).items
        try await session.print(
            ids.compactMap { id in edited.first { $0.id == id } }, asList: todos.ids.count > 1)
    }

    /// The error for a to-do without a reminder that can ring, with the reason.
    private static func nothingRings(of todo: Todo) -> TodoError {
        let title = "“\(Sanitized.line(todo.title))”"
        let current = RemindedTodo(todo).occurrence
        let isDismissed = todo.alarms.contains { todo.alarmStates[AlarmState.Key($0.id, current)] != nil }
        let reason =
            if todo.isDone {
                "\(title) is done, so no reminder of it rings; `todo reopen` opens it again."
            } else if todo.alarms.isEmpty {
                "\(title) has no reminder that rings; `todo edit --remind` gives it one."
            } else if isDismissed {
                "The reminders of \(title) were dismissed; `todo edit --remind` gives it another one."
            } else {
                "No reminder of \(title) has a time at which it rings; `todo edit --remind` gives it one that has."
            }
        return TodoError(.usage, reason, effect: .nothingChanged)
    }

    private func moment(in session: Session) throws -> Date {
        func read(_ text: String) throws -> ReminderPhrase {
            try ReminderPhrase.parse(text, now: session.now, session.reminders, phrases: session.phrases)
        }
        /// Reminders can be more than a time. Here, only a time is accepted.
        func end(_ text: String, isLength: Bool, _ refusal: String) throws -> Date {
            let phrase: ReminderPhrase
            do {
                phrase = try read(text)
            } catch let error as TodoError where error.code == .badReminder {
                let isTooLong = isLength && error.underlying is ReminderPhrase.TooLong
                throw TodoError(error.code, isTooLong ? "It is too long: at most a hundred years." : refusal)
            }
            guard phrase.isLength == isLength, let end = phrase.endOfSnooze(from: session.now, session.reminders)
            else { throw TodoError(.usage, refusal) }
            return end
        }
        if let until {
            return try Typed.value(until, of: "--until") {
                try end($0, isLength: false, "It is a time to come, such as 18:00 or \"tomorrow 9am\".")
            }
        }
        return try Typed.value(time ?? "10m", of: "--for") {
            try end($0, isLength: true, "It is a length of time such as 5m, 1h or 2 days.")
        }
    }
}

extension ReminderPhrase {
    /// Whether the text is a length of time, such as `10m`.
    fileprivate var isLength: Bool {
        if case .trigger(.before) = self { true } else { false }
    }
}
