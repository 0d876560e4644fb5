import Foundation
import TodoKit

extension Acts {
    static let editing: [String: Act] = [
        "edit": { form, context in
            let form = form.withPicks()
            let id: Todo.ID = try form.id()
            let todo = try await context.store.todos.find(id)
            let now = todo.formPart(in: context.store.stack.environment.timeZone)
            var (old, new) = (TodoForm.Part(id: id.rawValue, values: [:]), TodoForm.Part(id: id.rawValue, values: [:]))
            var reasons: [String: String] = [:]
            var newList: String?
            for field in TodoForm.Field.allCases {
                let present = now.values[field] ?? ""
                do {
                    guard let typed = try form.edited(field.rawValue, from: present) else { continue }
                    if field == .list { try await requireList(typed, form, context) }
                    old.values[field] = present
                    new.values[field] = typed
                } catch let error as TodoError where error.code == .ambiguous {
                    // A page sends a text again if it never heard that it was stored. That is not a change by another person.
                    guard !reads(form[field.rawValue] ?? "", as: field, of: todo, present, context) else { continue }
                    reasons[field.rawValue] = error.message
                } catch let error as TodoError {
                    if field == .list, error.code == .notFound { newList = form[field.rawValue] }
                    reasons[field.rawValue] = error.message
                }
            }
            // Whether a missing list is to be made was decided above.
            var settings = context.settings
            settings.missingLists = .created
            let (changes, problems) = try await context.store.changes(of: todo, from: old, to: new, settings: settings)
            for (field, problem) in problems { reasons[field.rawValue] = problem.reason }
            // Each field is separate: a refused field does not stop others from being stored.
            if new.values.count > problems.count { _ = try await context.store.edit([id], changes) }
            guard reasons.isEmpty else {
                let first = TodoForm.Field.allCases.lazy.compactMap { reasons[$0.rawValue] }.first
                throw TodoError(
                    problems.isEmpty && newList == nil ? .ambiguous : .badInput, first ?? "",
                    underlying: FieldProblems(reasons: reasons, newList: newList))
            }
            return Outcome()
        },
        // A list by its path, as people type it.
        "move": { form, context in
            let ids = try form.todos().ids
            let name = try form.required("value")
            let placement = try await requireList(name, form, context)
            let todos = try await context.store.move(ids, to: .last(in: placement))
            let place = todos.first?.list?.path ?? "the inbox"
            return Outcome(text: "\(todos.quoted("is", "are")) in \(place).")
        },
        // The new position: before or after a row, first or last below one, or first or last in its list.
        "place": { form, context in
            let ids: [Todo.ID] = [try form.id()]
            let destination: TodoDestination
            if let target = form.text("before").flatMap({ Todo.ID($0) }) {
                destination = .before(target)
            } else if let target = form.text("after").flatMap({ Todo.ID($0) }) {
                destination = .after(target)
            } else if let parent = form.text("below").flatMap({ Todo.ID($0) }) {
                destination = .last(in: .below(parent))
            } else if let list = form.text("list") {
                destination = .last(in: list == "inbox" ? .inbox : TodoList.ID(list).map(Placement.list))
            } else {
                throw TodoError(.badInput, "The form says no place.")
            }
            let todos = try await context.store.move(ids, to: destination)
            guard let todo = todos.first else { return Outcome() }
            // A move within a list is visible on the page, so it needs no sentence.
            if form.text("below") != nil {
                return Outcome(text: "\(todo.quoted) is below “\(todo.ancestors.last?.title ?? "")”.")
            }
            let isElsewhere = form.text("list") != nil && form.text("before") == nil && form.text("after") == nil
            return Outcome(text: isElsewhere ? "\(todo.quoted) is in \(todo.list?.path ?? "the inbox")." : nil)
        },
        "wait": { form, context in
            let id: Todo.ID = try form.id()
            let text = try form.required("for")
            let found = try await context.store.todos.findIDs(beginning: text, limit: 2)
            let target: Todo.ID
            if let only = found.first, found.count == 1 {
                target = only
            } else {
                let titled = try await context.store.todos.fetch(.all.open.matching(text).limit(2), source: .local)
                    .items
                guard titled.count == 1 else {
                    throw TodoError(
                        titled.isEmpty ? .notFound : .ambiguous,
                        titled.isEmpty
                            ? "No open to-do has the words “\(text)”." : "Several open to-dos have the words “\(text)”."
                    )
                }
                target = titled[0].id
            }
            var changes = TodoChanges()
            changes.dependencies = .init(add: [target])
            let todos = try await context.store.edit([id], changes)
            let other = try await context.store.todos.find(target)
            return Outcome(text: todos.first.map { "\($0.quoted) waits for \(other.quoted)." })
        },
        "unwait": { form, context in
            var changes = TodoChanges()
            changes.dependencies = .init(remove: [try form.id("for")])
            _ = try await context.store.edit([try form.id()], changes)
            return Outcome()
        },
    ]

    /// Where a name puts a to-do. One that was mistyped makes no list unasked.
    /// - Throws: `not-found` for an unknown list, unless the form or the settings ask to make it.
    @discardableResult
    static func requireList(
        _ name: String, _ form: FormFields, _ context: ActContext
    ) async throws -> Placement {
        try await context.store.placement(
            named: name, missing: form.text("make") == name ? .created : context.settings.missingLists)
    }

    /// Whether what was typed into a field means what is stored there.
    private static func reads(
        _ typed: String, as field: TodoForm.Field, of todo: Todo, _ present: String, _ context: ActContext
    ) -> Bool {
        func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
        func items(_ text: String) -> Set<String> { Set(TodoForm.list(text).map { trimmed($0).lowercased() }) }
        /// Whether it is this date; false for text that is not a date.
        func isDate(_ stored: Due?) -> Bool {
            guard !trimmed(typed).isEmpty else { return stored == nil }
            do { return try context.due(typed).map { $0.replacing(stored) } == stored } catch { return false }
        }
        return switch field {
        case .due: isDate(todo.due)
        case .start: isDate(todo.start)
        case .tags, .reminders: items(typed) == items(present)
        default: trimmed(typed) == trimmed(present)
        }
    }
}
