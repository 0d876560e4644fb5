import Foundation
import TodoKit

extension Acts {
    static let states: [String: Act] = [
        "done": { form, context in
            let id: Todo.ID = try form.id()
            let edit = try await context.store.complete([id], .subtasks, shown: shown(form, id))
            guard let todo = edit.todos.first else { return Outcome() }
            let also = edit.subtasks[id]?.count ?? 0
            var text = "Done: \(todo.quoted)"
            if also > 0 { text += ", and \(also == 1 ? "its open subtask" : "its \(also) open subtasks")" }
            if todo.isRepeating, let due = todo.due { text += "; next \(context.dueText.short(due))" }
            return Outcome(text: text + ".")
        },
        "reopen": { form, context in
            let todos = try await context.store.reopen([try form.id()])
            return Outcome(text: todos.first.map { "Open again: \($0.quoted)." })
        },
        "skip": { form, context in
            let id: Todo.ID = try form.id()
            let edit = try await context.store.skip([id], shown: shown(form, id))
            return Outcome(text: edit.todos.first.map { "Skipped: \($0.quoted)." })
        },
        "start": { form, context in
            _ = try await context.store.start([try form.id()])
            return Outcome()
        },
        "stop": { form, context in
            _ = try await context.store.stop([try form.id()])
            return Outcome()
        },
        "delete": { form, context in
            let id: Todo.ID = try form.id()
            let todo = try await context.store.todos.find(id)
            let deleted = try await context.store.delete([id], .subtasks)
            let also = deleted.count - 1
            return Outcome(
                text: "Deleted \(todo.quoted)\(also > 0 ? " and \(also) below it" : "").", goTo: form.text("then"))
        },
        "priority": { form, context in
            let text = form["value"] ?? ""
            guard text.isEmpty || Priority(rawValue: text) != nil else {
                throw TodoError(.usage, "A priority is high, medium or low, not “\(text.prefix(40))”.")
            }
            _ = try await context.store.edit(
                [try form.id()], TodoChanges(priority: Priority(rawValue: text).map { .set($0) } ?? .clear))
            return Outcome()
        },
        "due": { form, context in
            let due = try context.due(form.required("value"))
            var changes = TodoChanges()
            changes.setDue(due.map { .set($0) } ?? .clear)
            let todos = try await context.store.edit([try form.id()], changes)
            return Outcome(
                text: todos.first.map { todo in
                    "\(todo.quoted) is due \(todo.due.map(context.dueText.short) ?? "at no time")."
                })
        },
        "snooze": { form, context in
            let rings = try await context.ringsAtHand(of: form.id())
            let now = context.store.stack.environment.now()
            let value = form["value"] ?? ""
            let phrase = try ReminderPhrase.parse(
                value, now: now, context.reminders, phrases: context.settings.phrases)
            let due = try await context.store.todos.find(form.id()).due
            let end = (try? context.due(value))?.endOfSnooze(ofWhatIsDue: due).flatMap { $0 > now ? $0 : nil }
            guard let moment = end ?? phrase.endOfSnooze(from: now, context.reminders) else {
                throw TodoError(.usage, "Say until when: 10m, 18:00, tomorrow 9am.")
            }
            _ = try await context.store.snooze(rings, until: moment)
            return Outcome(text: "Reminds again \(context.dueText.short(moment)).")
        },
        "acknowledge": { form, context in
            _ = try await context.store.acknowledge(try await context.ringsAtHand(of: form.id()))
            return Outcome()
        },
    ]

    /// The occurrence that was on the screen: a double tap settles one.
    private static func shown(_ form: FormFields, _ id: Todo.ID) -> [Todo.ID: Day] {
        form.text("key").flatMap { Day($0) }.map { [id: $0] } ?? [:]
    }
}

extension ActContext {
    /// How reminders are set.
    fileprivate var reminders: ReminderSettings { store.reminderSettings(settings) }

    /// The reminders of a to-do that a form is about.
    fileprivate func ringsAtHand(of id: Todo.ID) async throws -> [Ring] {
        let todo = try await store.todos.find(id)
        let rings = try await store.rings(reminders).atHand(of: RemindedTodo(todo), at: store.stack.environment.now())
        guard !rings.isEmpty else { throw TodoError(.usage, "\(todo.quoted) has no reminder that rings.") }
        return rings
    }
}
