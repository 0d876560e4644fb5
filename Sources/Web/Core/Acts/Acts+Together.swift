import Foundation
import TodoKit

extension Acts {
    /// The acts on many to-dos at once, without the verbs, which take any number. Each act is one step of the history.
    static let together: [String: Act] = [
        // An empty field leaves the to-dos as they are.
        "change": { form, context in
            let ids = try form.todos().ids
            var changes = TodoChanges()
            for field in [TodoForm.Field.due, .priority] {
                guard let text = form.text(field.rawValue) else { continue }
                try context.set(field, typed: text, of: &changes)
            }
            changes.addingTags = TodoForm.list(form.text("tags") ?? "")
            for title in TodoForm.list(form.text("untag") ?? "") {
                let tags = try await context.store.tags.fetch(.titled(title), source: .local).items
                guard !tags.isEmpty else { throw TodoError(.notFound, "There is no tag “\(title.prefix(100))”.") }
                changes.removingTags.formUnion(tags.map(\.id))
            }
            if let name = form.text("list") { changes.placement = try await requireList(name, form, context) }
            guard changes != TodoChanges() else {
                throw TodoError(.usage, "Nothing was changed: say a date, a priority, tags or a list.")
            }
            let todos = try await context.store.edit(ids, changes)
            return Outcome(text: "Changed \(todos.quoted).")
        },
        // A to-do that was due on an earlier day is due today, at its time of day.
        "overdue": { _, context in
            let environment = context.store.stack.environment
            let zone = environment.timeZone
            let today = Day(containing: environment.now(), in: zone)
            let earlier = DueWindow(from: nil, until: today, in: zone)
            // Only their ids: there can be very many, and the act returns them all.
            let store = context.store
            let late = try await store.stack.read { try store.todoDAO.store.ids(.all.open.due(earlier), in: $0) }
            guard !late.isEmpty else { return Outcome(text: "Nothing is due since an earlier day.") }
            let todos = try await store.defer(late, by: .to(.day(today)))
            return Outcome(text: "\(todos.quoted("is", "are")) due today.")
        },
    ]
}
