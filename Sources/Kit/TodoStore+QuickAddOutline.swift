public import TodoDomain

// Several to-dos, one in each line.
extension TodoStore {
    /// Reads each line of a text. Nothing is stored. The outline has the parents within the text; the drafts do not have
    /// them.
    /// - Parameters:
    ///   - outline: the text.
    ///   - missing: how to treat lists that a line names but that do not exist.
    ///   - settings: how dates are read.
    /// - Returns: for each of the ``QuickAdd/Outline/items``, its draft or the reason why there is none: an error of
    ///   ``TodoStore/quickDraft(_:missing:settings:)``, an invalid title, or `usage` for a list or a parent in addition to
    ///   another parent.
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

    /// Adds the to-dos of a text, all or none, as one step. Their creation dates are a millisecond apart, so that they keep
    /// the order of the text.
    /// - Parameters:
    ///   - outline: the text.
    ///   - stores: whether to store the to-dos; otherwise they are only returned as they would be.
    ///   - missing: how to treat lists that a line names but that do not exist.
    ///   - settings: how dates are read.
    /// - Returns: the addition for each of the ``QuickAdd/Outline/items``.
    /// - Throws: the error of ``TodoStore/quickAdd(_:stores:missing:settings:)`` for the first line that cannot be added, with
    ///   the number of the line before the reason.
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
    /// Whether it names a list.
    var namesList: Bool { list != nil || newList != nil }

    /// Its list or parent; nil if the line names neither.
    private var placement: Placement? {
        parent.map(Placement.below) ?? list.map(Placement.list) ?? newList.map(Placement.path)
    }

    /// The fields of the draft, as changes.
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
