import Foundation
import TodoDomain
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
            performing({ form, _ in .complete(.subtasks, .shown(try form.todos().shown)) }) { todos, edit, context in
                let also = edit.subtasks.values.reduce(0) { $0 + $1.count }
                let whose = todos.count == 1 ? "its" : "their"
                var text = "Done: \(todos.quoted)"
                if also > 0 {
                    text += ", and \(also == 1 ? "\(whose) open subtask" : "\(whose) \(also) open subtasks")"
                }
                if todos.count == 1, todos[0].isRepeating, let due = todos[0].due {
                    text += "; next \(context.dueText.short(due))"
                }
                return text + "."
            }
        case .skip:
            performing({ form, _ in .skip(.shown(try form.todos().shown)) }) { todos, _, _ in
                "Skipped: \(todos.quoted)."
            }
        case .reopen: performing({ _, _ in .reopen }) { todos, _, _ in "Open again: \(todos.quoted)." }
        case .start: performing({ _, _ in .start }) { todos, _, _ in "Started: \(todos.quoted)." }
        case .stop: performing({ _, _ in .stop }) { todos, _, _ in "Stopped: \(todos.quoted)." }
        case .defer:
            performing({ form, context in .defer(try context.deferral(form.text("value"))) }) { todos, _, context in
                guard todos.count == 1, let todo = todos.first else { return "Put off: \(todos.quoted)." }
                let date = todo.due.map { "due \(context.dueText.short($0))" }
                let start = todo.start.map { "to start \(context.dueText.short($0))" }
                return "Put off: \(todo.quoted)\((date ?? start).map { " is \($0)" } ?? "")."
            }
        case .delete: delete
        }
    }

    /// An act that does something to the to-dos of a form, as one step.
    /// - Parameter text: the sentence about the to-dos as they are now; there is at least one.
    private static func performing(
        _ action: @escaping @Sendable (FormFields, ActContext) throws -> TodoAction,
        saying text: @escaping @Sendable ([Todo], TreeEdit, ActContext) -> String
    ) -> Act {
        { form, context in
            let edit = try await context.store.perform(action(form, context), on: form.todos().ids)
            return Outcome(text: edit.todos.isEmpty ? nil : text(edit.todos, edit, context))
        }
    }

    private static let delete: Act = { form, context in
        let ids = try form.todos().ids
        let todos = ids.count == 1 ? [try await context.store.todos.find(ids[0])] : []
        let also = try await context.store.delete(ids).count - ids.count
        let what = todos.first?.quoted ?? "\(ids.count) to-dos"
        let below = also > 0 ? " and \(also) below \(ids.count == 1 ? "it" : "them")" : ""
        return Outcome(text: "Deleted \(what)\(below).", goTo: form.text("then"))
    }

    private static let values: [String: Act] = [
        "priority": { form, context in
            let text = form["value"] ?? ""
            var changes = TodoChanges()
            try context.set(.priority, typed: text, of: &changes)
            let todos = try await context.store.edit(form.todos().ids, changes)
            return Outcome(
                text: "\(todos.quoted("has", "have")) \(text.isEmpty ? "no priority" : "priority \(text)").")
        },
        "due": dating(\.due, { $0.setDue($1) }) { todos, when in
            "\(todos.quoted("is", "are")) due \(when ?? "at no time")."
        },
        "starts": dating(\.start, { $0.setStart($1) }) { todos, when in
            when.map { "\(todos.quoted("starts", "start")) \($0)." } ?? "\(todos.quoted("has", "have")) no start date."
        },
    ]

    /// An act that gives to-dos a date.
    private static func dating(
        _ date: any KeyPath<Todo, Due?> & Sendable,
        _ set: @escaping @Sendable (inout TodoChanges, Change<DueEntry>) -> Void,
        saying text: @escaping @Sendable ([Todo], String?) -> String
    ) -> Act {
        { form, context in
            let entry = try context.due(form.required("value"))
            var changes = TodoChanges()
            set(&changes, entry.map { .set($0) } ?? .clear)
            let todos = try await context.store.edit(form.todos().ids, changes)
            // Those that had a time of day keep it.
            let isSame = Set(todos.map { $0[keyPath: date] }).count == 1
            let when =
                isSame
                ? todos.first?[keyPath: date].map(context.dueText.short) : entry.map { context.dueText.day($0.due) }
            return Outcome(text: text(todos, when))
        }
    }

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
