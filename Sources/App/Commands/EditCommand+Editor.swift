import Foundation
import TodoKit

// `todo edit ID` without options: the to-dos as a text in the person's editor.
extension EditCommand {
    /// Lets a person edit to-dos as a text until all of it can be written or they give up.
    func runEditor(_ selected: TodoSelection.Selected, in session: Session) async throws {
        let todos = try await session.store.todos.fetch(.ids(selected.ids), source: .local).items
        let byID = Dictionary(todos.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let shown = selected.ids.compactMap { byID[$0] }
        let prefixes = try await session.store.todos.shortestPrefixes(of: shown.map(\.id))
        let form = TodoForm(shown.map { $0.part(id: prefixes[$0.id] ?? $0.id.rawValue, in: session.timeZone) })
        let editor = try Editor()
        var text = form.text(comments: Self.introduction)
        var marked = text
        while true {
            let edited = Self.unmarked(try editor.edit(marked))
            let (read, mistakes) = TodoForm.read(edited)
            var (edits, problems) = ([(id: Todo.ID, changes: TodoChanges)](), mistakes)
            for part in read.parts {
                guard let index = form.parts.firstIndex(where: { $0.id == part.id }) else {
                    if !part.id.isEmpty {
                        problems.append(.init(line: part.line, reason: "There was no to-do “\(part.id)” to edit."))
                    }
                    continue
                }
                let changes = try await changes(
                    of: shown[index], from: form.parts[index], to: part, in: session, &problems)
                if changes != TodoChanges() { edits.append((shown[index].id, changes)) }
            }
            guard let first = problems.min(by: { $0.line < $1.line }) else {
                return try await write(edits, selected, editor, in: session)
            }
            // Whoever leaves the text with its mistakes gives up.
            guard edited != text else {
                throw TodoError(
                    .badInput, "Line \(first.line): \(first.reason) The text is in \(editor.keep()).",
                    effect: .nothingChanged)
            }
            (text, marked) = (edited, Self.marked(edited, problems))
        }
    }

    private static let introduction = [
        "What you change here is written when you save and leave; what you delete stays as it is.",
        "An empty value takes it off. Dates as you type them: tomorrow, friday 9am, 2026-12-24.",
    ]

    private static let mark = "# ! "

    /// The text with what is wrong above the lines that are meant.
    private static func marked(_ text: String, _ problems: [TodoForm.Problem]) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            problems.filter { $0.line == index + 1 }.map { mark + $0.reason.replacing("\n", with: " ") } + [
                String(line)
            ]
        }.joined(separator: "\n")
    }

    /// The text without what was said before.
    private static func unmarked(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix(mark) }
            .joined(separator: "\n")
    }

    /// Writes what was edited. What was deleted meanwhile, as an editor may be open for long, is left out with a note.
    private func write(
        _ edits: [(id: Todo.ID, changes: TodoChanges)], _ selected: TodoSelection.Selected, _ editor: Editor,
        in session: Session
    ) async throws {
        guard !edits.isEmpty else { return session.say("Nothing was changed.") }
        let edit = try await TodoSelection.changing(edits.map(\.id), in: session, saying: "that you edited") { ids in
            let there = Set(ids)
            return try await session.store.editEach(edits.filter { there.contains($0.id) })
        }
        guard let edit else {
            throw TodoError(
                .notFound, "There is nothing left to edit. The text is in \(editor.keep()).", effect: .nothingChanged)
        }
        try await session.print(edit.result.todos, asList: selected.isList)
        session.say("Changed \(edit.ids.count.counted("to-do")).")
    }

    /// What was changed in a part; what is not understood is added to the problems.
    private func changes(
        of todo: Todo, from old: TodoForm.Part, to new: TodoForm.Part, in session: Session,
        _ problems: inout [TodoForm.Problem]
    ) async throws -> TodoChanges {
        var changes = TodoChanges()
        for field in TodoForm.Field.allCases {
            guard let value = new.values[field], value != old.values[field] ?? "" else { continue }
            do {
                try await set(field, of: todo, to: value, from: old.values[field] ?? "", in: session, &changes)
            } catch let error as TodoError {
                problems.append(.init(line: new.lines[field] ?? new.line, reason: error.reason))
            }
        }
        return changes
    }

    private func set(
        _ field: TodoForm.Field, of todo: Todo, to value: String, from old: String, in session: Session,
        _ changes: inout TodoChanges
    ) async throws {
        let isNone = value.isEmpty || value.lowercased() == "none"
        func date() throws -> Change<Due> {
            isNone
                ? .clear
                : .set(
                    try Validation.due(
                        DuePhrase.parse(
                            value, now: session.now, timeZone: session.timeZone, settings: session.phrases)))
        }
        switch field {
        case .title: changes.title = try Validation.title(value)
        case .notes: changes.notes = try Validation.notes(value)
        case .due: changes.due = try date()
        case .start: changes.start = try date()
        case .priority:
            guard isNone || Priority(rawValue: value.lowercased()) != nil else {
                throw TodoError(.usage, "A priority is high, medium or low.")
            }
            changes.priority = isNone ? .clear : Change(Priority(rawValue: value.lowercased()))
        case .repeat where value.lowercased() == RepeatWord.end: changes.endsRepeating = true
        case .repeat:
            changes.repetition =
                isNone
                ? .clear
                : .set(
                    try RepeatPhrase.parse(
                        value, now: session.now, timeZone: session.timeZone, settings: session.phrases))
        case .tags:
            let titles = try TodoForm.list(value).map(Validation.tagTitle)
            let before = Set(TodoForm.list(old).map { TagName.folded($0) })
            let after = Set(titles.map { TagName.folded($0) })
            changes.addingTags = titles.filter { !before.contains(TagName.folded($0)) }
            for title in TodoForm.list(old) where !after.contains(TagName.folded(title)) {
                changes.removingTags.formUnion(try await session.tags(titled: title).map(\.id))
            }
        case .reminders: try await setReminders(of: todo, to: isNone ? [] : TodoForm.list(value), in: session, &changes)
        case .list: changes.placement = try await session.placement(list: isNone ? "inbox" : value, parent: nil)
        case .place: changes.place = isNone ? .clear : .set(try await session.place(value))
        }
    }

    /// Takes off the reminders whose words are gone, and adds those that are new. The others stay, with what was
    /// acknowledged.
    private func setReminders(
        of todo: Todo, to phrases: [String], in session: Session, _ changes: inout TodoChanges
    ) async throws {
        let shown = todo.shownReminders(in: session.timeZone)
        for (alarm, words) in shown where !phrases.contains(words) { changes.alarms[alarm.id] = .clear }
        for text in phrases where !shown.contains(where: { $0.words == text }) {
            let phrase = try ReminderPhrase.parse(
                text, now: session.now, session.reminders, phrases: session.phrases)
            guard phrase != .noReminders else {
                throw TodoError(.badReminder, "“none” stands alone: it takes off all reminders.")
            }
            // A place that is not there is a mistake of this line.
            _ = try await session.store.triggers(of: [phrase])
            changes.reminders.append(phrase)
        }
    }
}

extension Todo {
    /// Its reminders as the form shows them; those of a later version stay as they are.
    fileprivate func shownReminders(in timeZone: TimeZone) -> [(alarm: Alarm, words: String)] {
        alarms.compactMap { alarm in
            if case .unknown = alarm.trigger { return nil }
            // As the list is read again.
            return (alarm, TodoForm.list(TodoForm.text(ofList: [words(for: alarm, in: timeZone)])).joined())
        }
    }

    /// The to-do as a part of a form.
    fileprivate func part(id: String, in timeZone: TimeZone) -> TodoForm.Part {
        func text(_ due: Due?) -> String {
            switch due {
            case .day(let day): day.description
            case .instant(let date, _):
                "\(LocalTime(date, in: timeZone).day) \(LocalTime(date, in: timeZone).clock)"
            case nil: ""
            }
        }
        return TodoForm.Part(
            id: id,
            values: [
                .title: title, .due: text(due), .start: text(start), .repeat: recurrence?.words ?? "",
                .reminders: TodoForm.text(ofList: shownReminders(in: timeZone).map(\.words)),
                .priority: priority?.rawValue ?? "", .tags: TodoForm.text(ofList: tags.map(\.title)),
                .list: list?.path ?? "", .place: location.map { TodoTable.name(of: $0) } ?? "",
                .notes: notes.trimmingSuffix(while: { $0.isNewline || $0 == " " }),
            ])
    }
}

extension String {
    fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isLeftOut(last) { text.removeLast() }
        return String(text)
    }
}
