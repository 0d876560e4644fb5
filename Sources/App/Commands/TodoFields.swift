import ArgumentParser
import TodoDomain
import TodoKit

/// The options that describe a to-do, for add and edit.
struct TodoFields: ParsableArguments {
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp("Longer text; -: the standard input.", valueName: "text"))
    var notes: String?

    @Option(
        name: .customLong("notes-from"),
        help: ArgumentHelp("Longer text from a file; -: the standard input.", valueName: "file"), completion: .file())
    var notesFile: String?

    @Option(
        name: [.customLong("tag"), .customShort("t")], parsing: .singleValue,
        help: ArgumentHelp("Add a tag, which is created if missing. Repeat for several.", valueName: "title"),
        completion: Completer.tags)
    var tags: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "When it is due: 2026-12-24, tomorrow, \"friday 9am\", \"in 3 days\", eom.", valueName: "when"),
        completion: Completer.dates)
    var due: String?

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            "How it repeats: daily, \"every 2 weeks\", \"every last friday\", \"each 1st\", \"every! 10 days\", an RRULE.",
            valueName: "words"))
    var repetition: String?

    @Option(
        name: .customLong("remind"), parsing: .singleValue,
        help: ArgumentHelp(
            "When to remind of it: 10m (before it is due), 18:00, \"tomorrow 9am\", arriving, leaving:Home/300m. Repeat for several.",
            valueName: "when"))
    var reminders: [String] = []

    @Option(
        help: ArgumentHelp(
            "When it can be started, in the same forms as --due; until then it is waiting.", valueName: "when"),
        completion: Completer.dates)
    var start: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("high, medium or low; or p1, p2, p3.", valueName: "level"),
        completion: .list(["high", "medium", "low"]))
    var priority: String?

    @Option(help: ArgumentHelp("How long it takes: 45m, 1h30, 2h; a number alone is minutes.", valueName: "time"))
    var estimate: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Who is to do it: a member of its shared list, or me; none for nobody.", valueName: "member")
    )
    var assignee: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Where: a known place, or LATITUDE,LONGITUDE.", valueName: "place"),
        completion: Completer.places)
    var location: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Its list: a path such as Work/Reports; none for the inbox.", valueName: "list"),
        completion: Completer.lists)
    var list: String?

    @Flag(help: "Make the list if it is missing.")
    var create = false

    @Option(
        help: ArgumentHelp(
            "The to-do that it is a subtask of: the beginning of an id; none for no parent.", valueName: "id"),
        completion: Completer.ids)
    var parent: String?

    @Option(
        name: .customLong("depends"), parsing: .singleValue,
        help: ArgumentHelp(
            "A to-do that has to be done first: the beginning of its id. Repeat for several.", valueName: "id"),
        completion: Completer.ids)
    var dependencies: [String] = []
}

extension TodoFields {
    /// Whether none of them is given.
    var isBare: Bool {
        let values = [notes, notesFile, due, repetition, start, priority, estimate, assignee, location, list, parent]
        return values.allSatisfy { $0 == nil } && tags.isEmpty && reminders.isEmpty && dependencies.isEmpty
    }

    /// The texts that may be those of the standard input, as they were typed.
    var texts: [String?] { [notes, notesFile] }

    /// The changes that the options name and that do not need the store, so that a mistyped option is refused before it is opened.
    /// The place, the list, the parent, the member who is to do it and the dependencies need the store.
    /// - Parameter clears: whether `none` clears a field.
    func changes(in session: Session, clears: Bool) throws -> TodoChanges {
        if let location, !clears || location.lowercased() != "none" {
            _ = try Typed.value(location, of: "--location", Place.parse)
        }
        if let assignee, assignee.trimmed.isEmpty {
            throw TodoError(.usage, "--for takes the name of a member, me or none.")
        }
        guard list == nil || parent == nil else {
            throw TodoError(.usage, "Use either --list or --parent: a subtask is in the list of its parent.")
        }
        guard notes == nil || notesFile == nil else {
            throw TodoError(.usage, "Use either --notes or --notes-from.")
        }
        let longText =
            try notesFile.map { try StandardInput.text(from: $0, for: .notes) }
            ?? notes.map { try StandardInput.text(typed: $0, for: .notes) }
        var changes = TodoChanges()
        changes.notes = try longText.map(Validation.notes)
        changes.addingTags = try tags.map(Validation.tagTitle)
        for (field, text) in [
            (TodoForm.Field.due, due), (.start, start), (.repeat, repetition), (.priority, priority),
            (.estimate, estimate),
        ] {
            guard let text else { continue }
            // Nothing is typed by mistake, such as a variable that a script has not set.
            try Typed.value(text, of: "--\(field.rawValue)") { text in
                try changes.set(field, typed: text, in: session.typing, clears: clears && !text.trimmed.isEmpty)
            }
        }
        changes.reminders = try reminders.map { text in
            try Typed.value(text, of: "--remind") {
                let phrase = try ReminderPhrase.parse($0, now: session.now, session.reminders, phrases: session.phrases)
                guard clears || phrase != .noReminders else {
                    throw TodoError(.badReminder, "A to-do that is added has no reminders to remove.")
                }
                return phrase
            }
        }
        return changes
    }
}
