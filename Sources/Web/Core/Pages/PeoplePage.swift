import TodoDomain
import TodoKit

/// The people with whom lists are shared: who they are, what they may do, and what was changed lately.
enum PeoplePage {
    /// How many changed to-dos are shown.
    private static let mostChanged = 10
    /// How many people a list names.
    private static let mostNamed = 5

    static func content(_ context: PageContext) async throws -> PageContent {
        let all = try await context.spaces()
        var spaces = Array(all.values)
        if !context.isWhole {
            let id: Space.ID = try context.id()
            guard let space = all[id] else { throw TodoError(.notFound, "There is no shared list with the id \(id).") }
            spaces = [space]
        }
        spaces.sort { ($0.state != .active ? 1 : 0, $0.name, $0.id) < ($1.state != .active ? 1 : 0, $1.name, $1.id) }
        // Archived lists too.
        let lists = try await context.store.lists.fetch(.all.ascending(\.manual), source: .local).items
        var sections: [Fields] = []
        for space in spaces {
            sections.append(try await section(space, lists.filter { $0.space == space.id }, context))
        }
        return PageContent(
            title: context.isWhole ? "People" : spaces[0].name, template: "people",
            fields: ["spaces": sections, "isEmpty": sections.isEmpty, "isWhole": context.isWhole])
    }

    /// The form that takes a link.
    static func join(_ context: PageContext) async throws -> PageContent {
        PageContent(
            title: "Join", template: "join",
            fields: [
                "hasRemote": context.sync.remote != nil,
                "problem": context.problem.flatMap { $0.isOf("join", for: nil) ? $0.error.message : nil } ?? false,
            ])
    }

    private static func section(
        _ space: Space, _ lists: [TodoList], _ context: PageContext
    ) async throws -> Fields {
        let isActive = space.state == .active
        // The lists below one of them are shared with it.
        let tops = lists.filter { list in
            list.ancestors.last.map { above in !lists.contains { $0.id == above.id } } ?? true
        }
        let query = Query<Todo>.all.filter(.shared(in: [space.id])).descending(\.updatedAt).limit(mostChanged)
        let changed = try await context.store.todos.fetch(query, source: .local).items
        return [
            "space": space.id.rawValue, "title": space.name, "href": "/people/\(space.id)", "active": isActive,
            "owner": isActive && space.role == .owner,
            "roles": SpaceRole.allCases.filter { $0 != .owner }.map(\.choice),
            "ended": isActive ? false : words(for: space.state), "may": words(for: space.role),
            "lists": tops.map { list in
                ["id": list.id.rawValue, "path": list.path, "href": "/lists/\(list.id)", "active": isActive] as Fields
            },
            "members": space.members.map { member in
                [
                    "name": member.label, "id": member.id, "role": member.role.title, "me": member.isMe,
                    "choices": SpaceRole.allCases.map { role in
                        role.choice.merging(["chosen": role == member.role]) { _, new in new }
                    },
                ] as Fields
            },
            "changed": changed.map { todo in
                [
                    "title": todo.title, "href": "/todos/\(todo.id)", "when": context.dueText.short(todo.updatedAt),
                    "done": todo.isDone, "by": todo.changedBy ?? false,
                ] as Fields
            },
            "hasChanged": !changed.isEmpty,
        ]
    }

    /// What the page of a shared list says about it.
    static func note(on space: Space) -> Fields {
        var fields: Fields = ["href": "/people/\(space.id)", "detail": false]
        guard space.state == .active else {
            fields["text"] = "Not shared any more"
            fields["detail"] = words(for: space.state)
            return fields
        }
        let others = space.members.filter { !$0.isMe }.map(\.label)
        let more = others.count > mostNamed ? ", and \(others.count - mostNamed) more" : ""
        fields["text"] =
            others.isEmpty
            ? "Shared, with nobody yet" : "Shared with " + others.prefix(mostNamed).joined(separator: ", ") + more
        if space.role == .viewer { fields["detail"] = words(for: space.role) }
        return fields
    }

    private static func words(for role: SpaceRole) -> String {
        switch role {
        case .owner: "You own it."
        case .editor: "You may edit it."
        case .viewer: "You may read it."
        }
    }

    private static func words(for state: SpaceState) -> String {
        switch state {
        case .active: ""
        case .removed: "You are no longer among its members."
        case .left: "You have left it."
        case .ended: "An owner has ended the sharing."
        case .renewed: "Another shared list has taken its place."
        }
    }
}

extension SpaceRole {
    /// An option for it.
    var choice: Fields { ["value": rawValue, "title": title, "chosen": false] }

    /// The role as a person reads it.
    var title: String {
        switch self {
        case .owner: "Owner"
        case .editor: "Edits"
        case .viewer: "Reads"
        }
    }
}

extension PageContext {
    /// The shared spaces that this device knows.
    func spaces() async throws -> [Space.ID: Space] {
        Dictionary(try await store.spaces().map { ($0.id, $0) }) { first, _ in first }
    }

    /// The shared spaces, for rows that name who is to do them.
    func spaces(of todos: some Sequence<Todo>) async throws -> [Space.ID: Space] {
        todos.contains { $0.assignee != nil } ? try await spaces() : [:]
    }
}
