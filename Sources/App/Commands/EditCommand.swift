import ArgumentParser
import Foundation
import TodoDomain
import TodoKit

struct EditCommand: IDsCommand, FilteredCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "edit", abstract: "Change to-dos.",
        discussion: """
            What is not named stays as it is, and so does the time of day of a date that gets another day; `--due \
            "friday, all day"` takes it off. `none` empties a due date, a start date, a priority, an estimate, a \
            place, who is to do it, the reminders or what it depends on. Another due date of a to-do that repeats moves its rule too; \
            with --once, only the current occurrence. `--repeat end` ends what repeats before its current occurrence, \
            `--repeat none` leaves an ordinary to-do. On a terminal and without options, $VISUAL or $EDITOR opens the to-dos as a text; it \
            is checked as a whole before anything is written. Without ids it opens an empty text, for new to-dos: a line \
            for each, as `todo quick` reads it, and below it, indented, its subtasks.

            EXAMPLES:
              todo edit 3f2a --title "Buy oat milk" --due friday
              todo edit 3f2a 91bc --tag errand --untag home
              todo edit tag:errand due:..today --due tomorrow
              todo edit 3f2a --due none --notes ""
              todo edit 3f2a --for Bob
              todo edit 3f2a
              todo edit                        new to-dos, in an editor
              todo edit 3f2a --append "Called, nobody answered"
              git log -3 | todo edit 3f2a --append -
              todo edit 3f2a --due friday --once
              todo edit 3f2a --repeat "every 2 weeks"
              todo edit 3f2a --repeat end
              todo edit 3f2a --remind none --remind "18:00 1 day before"
            """,
        aliases: ["e"])

    @OptionGroup var selection: TodoSelection

    @Option(
        name: [.long, .customShort("T")],
        help: ArgumentHelp("What it is called; -: the standard input.", valueName: "title"))
    var title: String?

    @OptionGroup var fields: TodoFields

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Add a line below the notes; -: the standard input.", valueName: "text"))
    var append: String?

    @Flag(help: "Move only the current occurrence of what repeats to --due.")
    var once = false

    @Option(
        name: .customLong("untag"), parsing: .singleValue,
        help: ArgumentHelp("Remove a tag. Repeat for several.", valueName: "title"), completion: Completer.tags)
    var removedTags: [String] = []

    @Flag(name: .customLong("no-tags"), help: "Remove all tags except those that are added.")
    var removesTags = false

    @Option(
        name: .customLong("undepend"), parsing: .singleValue,
        help: ArgumentHelp("A to-do that no longer has to be done first. Repeat for several.", valueName: "id"),
        completion: Completer.ids)
    var removedDependencies: [String] = []

    @OptionGroup var global: GlobalOptions

    /// Whether there is no option that changes something.
    private var isBare: Bool {
        title == nil && append == nil && fields.isBare && !once && !removesTags && removedTags.isEmpty
            && removedDependencies.isEmpty
    }

    func validate() throws {
        // Opens an editor for new to-dos.
        if selection.isEmpty, isBare, isOnTerminal { return }
        try selection.requireSomething()
    }

    func run(in session: Session) async throws {
        guard !isBare else {
            guard isOnTerminal else {
                throw TodoError(
                    .usage, "Say what to change, for example --title or --due; `todo edit --help` lists it.")
            }
            guard !selection.isEmpty else { return try await runEditor(in: session) }
            return try await runEditor(try await selection.selected(in: session), in: session)
        }
        try StandardInput.checkOne(of: [title, append] + fields.texts)
        let typed = try fields.changes(in: session, clears: true)
        var changes = typed
        changes.title = try title.map { try Validation.title(StandardInput.text(typed: $0, for: .title)) }
        changes.removesOtherTags = removesTags
        if once {
            guard let due = changes.due.value, fields.repetition == nil else {
                throw TodoError(.usage, "--once is used with --due, and without --repeat.")
            }
            changes.due = .keep
            changes.dueOnce = due
        }
        if let append {
            guard typed.notes == nil else { throw TodoError(.usage, "Use either --notes or --append.") }
            changes.appendedNotes = try Validation.notes(StandardInput.text(typed: append, for: .notes))
        }
        // A tag that the same command adds may not exist yet. Removing a tag wins over adding it.
        changes.addingTags.removeAll { title in removedTags.contains { TagName.folded($0) == TagName.folded(title) } }
        for title in removedTags {
            changes.removingTags.formUnion(try await session.tags(titled: title).map(\.id))
        }
        if let location = fields.location {
            changes.place = location.lowercased() == "none" ? .clear : .set(try await session.place(location))
        }
        changes.placement = try await session.placement(
            list: fields.list, parent: fields.parent, create: fields.create)
        let named = fields.dependencies.filter { $0.lowercased() != "none" }
        let added = Set(try await session.todoIDs(named))
        let (selected, edit) = try await selection.change(in: session, nothing: DependencyEdit?.none) { ids in
            var changes = changes
            let dependencies = Todo.DependencyChange(
                add: added, remove: Set(try await dependencies(removedDependencies, of: ids, in: session)),
                removesOthers: named.count < fields.dependencies.count)
            if dependencies != Todo.DependencyChange() { changes.dependencies = dependencies }
            if let name = fields.assignee, !ids.isEmpty {
                changes.assignee =
                    name.lowercased() == "none"
                    ? .clear : .set(try await session.store.assignee(named: name, of: ids))
            }
            return try await session.store.editDependencies(ids, changes, keepingTrees: selection.isByFilter)
        }
        let todos = edit?.todos ?? []
        try await session.sayWoken(edit?.woken ?? [])
        if let first = todos.first { try await session.sayMerged(typed.addingTags, unlessAmong: first.tags) }
        try await session.print(todos, asList: selected.isList)
        session.sayChanged(selected)
        if !todos.isEmpty { session.sayMade([changes.placement]) }
        if let due = changes.due.value, fields.repetition == nil { session.sayKeptRules(of: todos, movedTo: due.day) }
        if !fields.reminders.isEmpty { session.sayUndated(todos) }
        let triggers = typed.reminders.compactMap { if case .trigger(let trigger) = $0 { trigger } else { nil } }
        for todo in todos { session.sayPast(triggers, of: todo) }
    }

    /// The ids with these beginnings among the dependencies of the to-dos. A dependency may be deleted, or unknown on this
    /// device.
    private func dependencies(_ texts: [String], of ids: [Todo.ID], in session: Session) async throws -> [Todo.ID] {
        guard !texts.isEmpty else { return [] }
        let todos = try await session.store.todos.fetch(.ids(ids), source: .local).items
        let known = Set(todos.flatMap(\.dependsOn))
        var found: [Todo.ID] = []
        for text in PackedWords.unpack(texts) {
            let candidates = known.filter { $0.rawValue.hasPrefix(text) && !text.isEmpty }
            if let only = candidates.first, candidates.count == 1 {
                found.append(only)
            } else {
                let id = try await session.todoID(text)
                found.append(id)
                guard !known.contains(id) else { continue }
                let title = Sanitized.line(try await session.store.todos.find(id).title)
                let which =
                    todos.count == 1 ? "“\(Sanitized.line(todos[0].title))” does not depend" : "none of them depends"
                session.say("Nothing to take back: \(which) on “\(title)”.")
            }
        }
        return found
    }
}

extension Session {
    /// Reports the moved to-dos whose rule does not include the new day.
    fileprivate func sayKeptRules(of todos: [Todo], movedTo day: Day) {
        for todo in todos {
            guard let recurrence = todo.recurrence, recurrence.mode != .everyFromCompletion, recurrence.base == day,
                todo.current?.key == day, let rule = try? RecurrenceRule(recurrence.rule),
                !rule.withoutEnd.dates(from: day).contains(day)
            else { continue }
            say("After \(day), “\(Sanitized.line(todo.title))” goes on \(recurrence.words), as before.")
        }
    }
}
