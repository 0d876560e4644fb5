import Foundation
import TodoKit

extension Acts {
    static let adding: [String: Act] = [
        // A line of quick add. Names in the line count before the list, tag or day of the page.
        "add": { form, context in
            let line = form["line"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            guard !line.isEmpty else { throw TodoError(.emptyTitle, "Type what is to be done.") }
            let draft = try await context.store.quickDraft(
                line, missing: context.settings.missingLists, settings: context.settings.phrases)
            try TodoStore.checkSupport(of: draft)
            let usual = form.text("list").flatMap { TodoList.ID($0) }.map(Placement.list)
            let below = form.text("parent").flatMap { Todo.ID($0) }.map(Placement.below)
            var changes = draft.changes
            changes.placement = changes.placement ?? below ?? usual
            guard let todo = try await added(changes, as: try form.madeID("made"), in: context.store) else {
                return Outcome(text: "“\(draft.title.prefix(60))” is stored already.", isUndoable: false)
            }
            var place = todo.list.map { " to \($0.path)" } ?? ""
            if draft.newList != nil { place += ", a new list" }
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

    /// Adds a to-do; nil if the browser had sent it before, and only the answer was lost.
    private static func added(
        _ changes: TodoChanges, as id: Todo.ID?, in store: TodoStore
    ) async throws -> Todo? {
        guard let id else { return try await store.add(changes) }
        do {
            return try await store.add(changes, as: id)
        } catch let error as TodoError where error.code == .alreadyExists {
            return nil
        }
    }
}

extension FormFields {
    /// An id that a browser has made, a UUID; nil if there is none.
    fileprivate func madeID(_ name: String) throws -> Todo.ID? {
        guard let text = text(name) else { return nil }
        guard let id = UUID(uuidString: text) else {
            throw TodoError(.badInput, "“\(text.prefix(60))” is not an id: a UUID is.")
        }
        return Todo.ID(id)
    }
}
