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
        "share": { form, context in
            let id: TodoList.ID = try form.id()
            let (_, space) = try await context.store.share(list: id, as: try form.required("name"))
            // Who joins finds it there. It is shared already: if this fails, the next sync sends it.
            _ = try? await context.store.sync.sync()
            return Outcome(
                text: "“\(space.name)” can be shared now. Invite somebody.", isUndoable: false,
                goTo: "/people/\(space.id)")
        },
        "invite": { form, context in
            let invitation = try await context.store.invite(to: try form.space(), role: try form.role())
            let day = context.dueText.short(invitation.expires)
            return Outcome(
                text: "Send this to one person. It works once, until \(day), and is not shown again.",
                isUndoable: false, link: invitation.link)
        },
        "links-revoke": { form, context in
            let count = try await context.store.revokeInvitations(to: try form.space())
            return Outcome(
                text: count == 0 ? "There was no link to take back." : "Nobody can join by the old links any more.",
                isUndoable: false)
        },
        "member-role": { form, context in
            let (space, member, role) = (try form.space(), try form.required("member"), try form.role())
            let name = try await context.store.label(of: member, in: space)
            try await context.store.setRole(role, of: member, in: space)
            return Outcome(text: "The role of \(name) is now: \(role.title.lowercased()).", isUndoable: false)
        },
        "member-remove": { form, context in
            let (space, member) = (try form.space(), try form.required("member"))
            let name = try await context.store.label(of: member, in: space)
            try await context.store.remove(member, from: space)
            return Outcome(
                text: "Removed \(name), and took back all links. What had arrived there stays with that person.",
                isUndoable: false)
        },
        "join": { form, context in
            let joining = try await context.store.join(try form.required("link"), as: try form.required("name"))
            let count = joining.todos == 1 ? "1 to-do" : "\(joining.todos) to-dos"
            return Outcome(
                text: "You share “\(joining.space.name)” now. It has \(count).", isUndoable: false,
                goTo: joining.lists.first.map { "/lists/\($0.id)" } ?? "/people/\(joining.space.id)")
        },
        "leave": { form, context in
            let space = try await context.store.space(try form.space())
            try await context.store.leave(space.id)
            return Outcome(text: "You have left “\(space.name)”. Keep or forget the copy.", isUndoable: false)
        },
        "share-end": { form, context in
            let space = try await context.store.space(try form.space())
            try await context.store.end(space.id)
            return Outcome(
                text: "“\(space.name)” is no longer shared, and is a list of your own.", isUndoable: false,
                goTo: "/people")
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

extension FormFields {
    /// The shared space that the form names.
    fileprivate func space() throws -> Space.ID {
        guard let id = Space.ID(try required("space")) else {
            throw TodoError(.notFound, "There is no such shared list.")
        }
        return id
    }

    /// The role that the form names.
    fileprivate func role() throws -> SpaceRole {
        let text = try required("role")
        guard let role = SpaceRole(rawValue: text) else {
            throw TodoError(.usage, "“\(text.excerpt)” is not a role; it is owner, editor or viewer.")
        }
        return role
    }
}

extension TodoStore {
    /// The name of a member.
    fileprivate func label(of member: Space.Member.ID, in space: Space.ID) async throws -> String {
        try await self.space(space).members.first { $0.id == member }?.label ?? member
    }
}
