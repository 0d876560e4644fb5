import Foundation
import TodoDomain

// To-dos as texts to edit.
extension TodoStore {
    /// The changes that a person made in the text of a to-do. A field changes if the new text has it with a value that
    /// differs from the old text. A value that is empty or `none` clears a field that can be empty. In a title or in notes,
    /// `none` is an ordinary word.
    ///
    /// Dates, repetitions and reminders are read as people type them, at the time and in the time zone of the environment.
    /// Lists and locations are read by ``placement(named:missing:)`` and ``place(named:)``. Tags and reminders that both texts
    /// have, or that neither has, stay as they are.
    /// - Parameters:
    ///   - todo: the to-do, as it is now or as it was shown.
    ///   - old: the text that was shown, such as `todo.formPart(in:)`. A missing field is taken from the to-do.
    ///   - new: the text as it was edited.
    ///   - settings: the person's settings for dates, reminders and missing lists.
    /// - Returns: the changes, for ``TodoService/edit(_:_:)``, and the errors by field. Fields with an error are not among the
    ///   changes.
    public func changes(
        of todo: Todo, from old: TodoForm.Part, to new: TodoForm.Part, settings: Settings
    ) async throws -> (changes: TodoChanges, problems: [TodoForm.Field: TodoError]) {
        let present = todo.formPart(in: stack.environment.timeZone)
        var (changes, problems) = (TodoChanges(), [TodoForm.Field: TodoError]())
        for field in TodoForm.Field.allCases {
            let before = old.values[field] ?? present.values[field] ?? ""
            guard let value = new.values[field], value != before else { continue }
            do {
                changes = try await changes.setting(
                    field, of: todo, from: before, to: value, in: self, settings: settings)
            } catch let error as TodoError {
                problems[field] = error
            }
        }
        return (changes, problems)
    }
}

extension TodoChanges {
    /// These changes, with the change of one more field.
    fileprivate func setting(
        _ field: TodoForm.Field, of todo: Todo, from old: String, to value: String, in store: TodoStore,
        settings: Settings
    ) async throws -> TodoChanges {
        let environment = store.stack.environment
        let isNone = ["", "none"].contains(value.trimmed.lowercased())
        var changes = self
        switch field {
        case .title, .notes, .due, .start, .repeat, .priority, .estimate:
            try changes.set(
                field, typed: value,
                in: TypingContext(now: environment.now(), timeZone: environment.timeZone, phrases: settings.phrases))
        case .tags:
            try changes.setTags(of: todo, from: TodoForm.list(old), to: isNone ? [] : TodoForm.list(value))
        case .reminders:
            try await changes.setReminders(
                of: todo, from: TodoForm.list(old), to: isNone ? [] : TodoForm.list(value), in: store, settings)
        case .list:
            changes.placement =
                isNone ? .inbox : try await store.placement(named: value.trimmed, missing: settings.missingLists)
        case .place: changes.place = isNone ? .clear : .set(try await store.place(named: value))
        }
        return changes
    }

    private mutating func setTags(of todo: Todo, from old: [String], to new: [String]) throws {
        let titles = try new.map(Validation.tagTitle)
        let (before, after) = (Set(old.map { TagName.folded($0) }), Set(titles.map { TagName.folded($0) }))
        addingTags = titles.filter { !before.contains(TagName.folded($0)) }
        removingTags = Set(
            todo.tags.filter { before.subtracting(after).contains(TagName.folded(TodoForm.shown($0.title))) }.map(\.id))
    }

    /// Removes the reminders whose words are gone, and adds the new ones. The others stay, with their acknowledgements.
    private mutating func setReminders(
        of todo: Todo, from old: [String], to new: [String], in store: TodoStore, _ settings: Settings
    ) async throws {
        let environment = store.stack.environment
        // A form has either the names of their locations or only the ids.
        var shown = todo.shownReminders(in: environment.timeZone, [:])
        shown += todo.shownReminders(in: environment.timeZone, try await store.placeNames(of: [todo]))
        for (alarm, words) in shown where old.contains(words) && !new.contains(words) {
            self.alarms[alarm.id] = .clear
        }
        for text in new where !old.contains(text) && !shown.contains(where: { $0.words == text }) {
            let phrase = try ReminderPhrase.parse(
                text, now: environment.now(), store.reminderSettings(allDayTime: settings.defaultTime),
                phrases: settings.phrases)
            guard phrase != .noReminders else {
                throw TodoError(.badReminder, "“none” stands alone: it takes off all reminders.")
            }
            // A location that does not exist is an error of this field.
            _ = try await store.triggers(of: [phrase])
            reminders.append(phrase)
        }
    }
}
