import TodoKit

extension Acts {
    static let editing: [String: Act] = [
        "edit": { form, context in
            let id: Todo.ID = try form.id()
            let todo = try await context.store.todos.find(id)
            let now = todo.formPart(in: context.store.stack.environment.timeZone)
            var (old, new) = (TodoForm.Part(id: id.rawValue, values: [:]), TodoForm.Part(id: id.rawValue, values: [:]))
            var reasons: [String: String] = [:]
            for field in TodoForm.Field.allCases {
                let present = now.values[field] ?? ""
                do {
                    guard let typed = try form.edited(field.rawValue, from: present) else { continue }
                    (old.values[field], new.values[field]) = (present, typed)
                } catch let error as TodoError {
                    reasons[field.rawValue] = error.message
                }
            }
            let (changes, problems) = try await context.store.changes(
                of: todo, from: old, to: new, settings: context.settings)
            for (field, problem) in problems { reasons[field.rawValue] = problem.reason }
            // Each field stands for itself: one that is refused keeps no other from being stored.
            if new.values.count > problems.count { _ = try await context.store.edit([id], changes) }
            guard reasons.isEmpty else {
                let first = TodoForm.Field.allCases.lazy.compactMap { reasons[$0.rawValue] }.first
                throw TodoError(
                    problems.isEmpty ? .ambiguous : .badInput, first ?? "",
                    underlying: FieldProblems(reasons: reasons))
            }
            return Outcome()
        },
        // A list by its path, as people type it.
        "move": { form, context in
            let ids: [Todo.ID] = [try form.id()]
            let name = try form.required("value")
            let placement = try await context.store.placement(named: name)
            // A name that was mistyped makes no list unasked.
            if case .path = placement, form.text("make") != name {
                throw TodoError(.notFound, "There is no list “\(name.prefix(100))”.")
            }
            let todos = try await context.store.move(ids, to: .last(in: placement))
            return Outcome(text: todos.first.map { "\($0.quoted) is in \($0.list?.path ?? "the inbox")." })
        },
        // A place in the order: before or after a row, first or last below one, or in the list that it stands in.
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
            // Tab does this too, which somebody may have pressed to get further.
            let isBelow = form.text("below") != nil
            return Outcome(
                text: isBelow ? todos.first.map { "\($0.quoted) is below “\($0.ancestors.last?.title ?? "")”." } : nil)
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
            _ = try await context.store.edit([id], changes)
            return Outcome()
        },
        "unwait": { form, context in
            var changes = TodoChanges()
            changes.dependencies = .init(remove: [try form.id("for")])
            _ = try await context.store.edit([try form.id()], changes)
            return Outcome()
        },
    ]
}
