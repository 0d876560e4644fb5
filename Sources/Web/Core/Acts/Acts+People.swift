import TodoDomain
import TodoKit

extension Acts {
    /// Lists that are shared with other people.
    static let people: [String: Act] = [
        // An empty name means nobody.
        "assign": { form, context in
            let id: Todo.ID = try form.id()
            let name = form.text("member")
            let member = if let name { try await context.store.assignee(named: name, of: [id]) } else { String?.none }
            var changes = TodoChanges()
            changes.assignee = member.map { .set($0) } ?? .clear
            let todos = try await context.store.edit([id], changes)
            let space = try await context.store.spaces().first { $0.id == todos.first?.space }
            let label = space?.members.first { $0.id == member }.map { $0.isMe ? "you" : $0.label }
            return Outcome(text: "\(todos.quoted) is for \(label ?? "nobody in particular").")
        },
        "list-keep": { form, context in
            let list = try await context.store.lists.find(try form.id())
            let kept = try await context.store.keep(list: list.id)
            return Outcome(text: "“\(list.title)” is a list of your own now.", goTo: "/lists/\(kept.list)")
        },
        "list-forget": { form, context in
            let list = try await context.store.lists.find(try form.id())
            try await context.store.forget(list: list.id)
            return Outcome(text: "Forgot “\(list.title)” on this device.", goTo: "/people")
        },
    ]
}
