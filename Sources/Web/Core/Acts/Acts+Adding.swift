import Foundation
import TodoKit

extension Acts {
    static let adding: [String: Act] = [
        // A line of quick add; what it names counts before what the page stands for.
        "add": { form, context in
            let line = form["line"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            guard !line.isEmpty else { throw TodoError(.emptyTitle, "Type what is to be done.") }
            let draft = try await context.store.quickDraft(line, settings: context.settings.phrases)
            guard draft.list == nil || draft.parent == nil else {
                throw TodoError(.usage, "Use either a list or a parent: a subtask is in the list of its parent.")
            }
            let usual = form.text("list").flatMap { TodoList.ID($0) }.map(Placement.list)
            let below = form.text("parent").flatMap { Todo.ID($0) }.map(Placement.below)
            let todo = try await context.store.add(
                draft.title, tags: draft.tags, due: draft.due, priority: draft.priority, start: draft.start,
                place: draft.place.map(PlaceReference.location),
                placement: draft.parent.map(Placement.below) ?? draft.list.map(Placement.list) ?? below ?? usual,
                recurrence: draft.recurrence, reminders: draft.reminders)
            var place = todo.list.map { " to \($0.path)" } ?? ""
            if let due = todo.due { place += ", due \(context.dueText.short(due))" }
            return Outcome(text: "Added \(todo.quoted)\(place).", opens: todo.id)
        },
        "comment": { form, context in
            try await context.store.addComment(try form.required("text"), to: try form.id())
            return Outcome(text: "Added the comment.")
        },
        "comment-edit": { form, context in
            let comment = try await context.store.comments.find(try form.id("comment"))
            if let text = try form.edited("text", from: comment.text) {
                try await context.store.comments.update(Todo.Comment.Update(id: comment.id, text: text))
                return Outcome(text: "Saved the comment.")
            }
            return Outcome()
        },
        "comment-delete": { form, context in
            let id: Todo.Comment.ID = try form.id("comment")
            try await context.store.comments.delete(id)
            return Outcome(text: "Deleted the comment.")
        },
    ]
}
