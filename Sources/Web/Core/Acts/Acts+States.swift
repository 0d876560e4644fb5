import Foundation
import TodoKit

extension Acts {
    static let states = verbs.merging(values) { $1 }.merging(reminders) { $1 }

    /// The acts that are verbs of to-dos, by their names.
    private static let verbs = [String: Act](
        uniqueKeysWithValues: TodoAction.Verb.allCases.compactMap { verb in act(verb).map { (verb.rawValue, $0) } })

    private static func act(_ verb: TodoAction.Verb) -> Act? {
        switch verb {
        // They have forms of their own.
        case .edit, .move: nil
        case .done:
            performing({ form, _ in .complete(.subtasks, try shown(form)) }) { todo, edit, context in
                let also = edit.subtasks[todo.id]?.count ?? 0
                var text = "Done: \(todo.quoted)"
                if also > 0 { text += ", and \(also == 1 ? "its open subtask" : "its \(also) open subtasks")" }
                if todo.isRepeating, let due = todo.due { text += "; next \(context.dueText.short(due))" }
                return text + "."
            }
        case .skip:
            performing({ form, _ in .skip(try shown(form)) }) { todo, _, _ in "Skipped: \(todo.quoted)." }
        case .reopen: performing({ _, _ in .reopen }) { todo, _, _ in "Open again: \(todo.quoted)." }
        case .start: performing({ _, _ in .start }) { todo, _, _ in "Started: \(todo.quoted)." }
        case .stop: performing({ _, _ in .stop }) { todo, _, _ in "Stopped: \(todo.quoted)." }
        case .defer:
            performing({ form, context in .defer(try context.deferral(form.text("value"))) }) { todo, _, context in
                let date = todo.due.map { "due \(context.dueText.short($0))" }
                let start = todo.start.map { "to start \(context.dueText.short($0))" }
                return "Put off: \(todo.quoted)\((date ?? start).map { " is \($0)" } ?? "")."
            }
        case .delete: delete
        }
    }

    /// An act that does something to the to-do of a form.
    /// - Parameter text: what is said of the to-do as it is now; nil where the page shows it.
    private static func performing(
        _ action: @escaping @Sendable (FormFields, ActContext) throws -> TodoAction,
        saying text: @escaping @Sendable (Todo, TreeEdit, ActContext) -> String? = { _, _, _ in nil }
    ) -> Act {
        { form, context in
            let edit = try await context.store.perform(action(form, context), on: [form.id()])
            return Outcome(text: edit.todos.first.flatMap { text($0, edit, context) })
        }
    }

    private static let delete: Act = { form, context in
        let id: Todo.ID = try form.id()
        let todo = try await context.store.todos.find(id)
        let also = try await context.store.delete([id]).count - 1
        return Outcome(
            text: "Deleted \(todo.quoted)\(also > 0 ? " and \(also) below it" : "").", goTo: form.text("then"))
    }

    /// The occurrence that was on the screen: a double tap settles one.
    private static func shown(_ form: FormFields) throws -> TodoAction.Occurrence {
        let id: Todo.ID = try form.id()
        return .shown(form.text("key").flatMap { Day($0) }.map { [id: $0] } ?? [:])
    }

    private static let values: [String: Act] = [
        "priority": { form, context in
            let text = form["value"] ?? ""
            guard text.isEmpty || Priority(rawValue: text) != nil else {
                throw TodoError(.usage, "A priority is high, medium or low, not “\(text.prefix(40))”.")
            }
            let todos = try await context.store.edit(
                [try form.id()], TodoChanges(priority: Priority(rawValue: text).map { .set($0) } ?? .clear))
            return Outcome(
                text: todos.first.map { "\($0.quoted) has \(text.isEmpty ? "no priority" : "priority \(text)")." })
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
    ]

    private static let reminders: [String: Act] = [
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
}

extension ActContext {
    /// How far a to-do is put off, as people type it; a day if they do not say.
    fileprivate func deferral(_ text: String?) throws -> Deferral {
        guard let text else { return .day }
        return try Deferral.parse(
            text, now: store.stack.environment.now(), timeZone: store.stack.environment.timeZone,
            settings: settings.phrases)
    }

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
