public import TodoDomain

// Several to-dos, a line for each.
extension TodoStore {
    /// What each line of a text means now; nothing is stored. Parents within the text are those of the outline, and not in the
    /// drafts.
    /// - Parameters:
    ///   - outline: the text.
    ///   - missing: how lists are treated that a line names and that do not exist.
    ///   - settings: how dates are read.
    /// - Returns: for each of the ``QuickAdd/Outline/items`` its draft, or why it cannot be one: as for
    ///   ``TodoStore/quickDraft(_:missing:settings:)``, what is wrong with its title, or `usage` for a list or a parent of its own
    ///   beside another parent.
    public func quickDrafts(
        of outline: QuickAdd.Outline, missing: MissingLists = .refused, settings: PhraseSettings = .standard
    ) async throws -> [Result<QuickAdd.Draft, TodoError>] {
        var drafts: [Result<QuickAdd.Draft, TodoError>] = []
        for item in outline.items {
            do {
                let draft = try await quickDraft(item.line, missing: missing, settings: settings)
                try Self.checkSupport(of: draft)
                guard item.parent == nil || !draft.namesList && draft.parent == nil else {
                    throw TodoError(.usage, "A line below another one is in its list; it names no list and no parent.")
                }
                _ = try Validation.title(draft.title)
                _ = try draft.tags.map(Validation.tagTitle)
                drafts.append(.success(draft))
            } catch let error as TodoError {
                drafts.append(.failure(error))
            }
        }
        return drafts
    }

    /// Adds the to-dos of a text, all or none, as one step. They are created a millisecond apart, so that they keep the order of
    /// the text.
    /// - Parameters:
    ///   - outline: the text.
    ///   - stores: whether they are stored, or only shown as they would be.
    ///   - missing: how lists are treated that a line names and that do not exist.
    ///   - settings: how dates are read.
    /// - Returns: for each of the ``QuickAdd/Outline/items`` what came of it.
    /// - Throws: for the first line that cannot be added what ``TodoStore/quickAdd(_:stores:missing:settings:)`` throws, with the number of
    ///   the line before the reason.
    @discardableResult
    public func quickAdd(
        each outline: QuickAdd.Outline, stores: Bool = true, missing: MissingLists = .refused,
        settings: PhraseSettings = .standard
    ) async throws -> [QuickAddition] {
        let read = try await quickDrafts(of: outline, missing: missing, settings: settings)
        let drafts = try zip(outline.items, read).map { item, draft in
            try draft.mapError { $0.said(of: "Line \(item.number)") }.get()
        }
        var todos: [Todo] = []
        if stores, !drafts.isEmpty {
            todos = try await add(each: drafts.map(\.changes), below: outline.items.map(\.parent))
        } else {
            for draft in drafts { todos.append(try await preview(of: draft)) }
        }
        return zip(drafts, todos).map { QuickAddition($0, as: $1) }
    }
}

extension QuickAdd.Draft {
    /// Whether it says which list it is in.
    var namesList: Bool { list != nil || newList != nil }

    /// Where it is put; nil if the line does not say so.
    private var placement: Placement? {
        parent.map(Placement.below) ?? list.map(Placement.list) ?? newList.map(Placement.path)
    }

    /// The to-do as changes of an empty one.
    package var changes: TodoChanges {
        var changes = TodoChanges(
            title: title, due: due.map(Change.set) ?? .keep, priority: priority.map(Change.set) ?? .keep,
            start: start.map(Change.set) ?? .keep, place: place.map { .set(.location($0)) } ?? .keep,
            placement: placement, reminders: reminders,
            addingTags: tags)
        changes.recurrence = recurrence.map(Change.set) ?? .keep
        return changes
    }
}
