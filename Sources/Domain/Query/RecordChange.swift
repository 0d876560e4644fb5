/// The difference of a record between two states of a store, as far as the history shows it.
package struct RecordChange: Hashable, Sendable {
    package let key: RecordKey
    /// The names of the registers that were written, including those of set elements (`RegisterName`).
    package var registers: Set<String>
    /// Whether the record did not exist before.
    package var isNew: Bool
    /// Whether it may have been created, deleted or revived.
    package var comesOrGoes: Bool
    /// Whether unchanged to-dos now have it: a tag, a location or a list that they were waiting for.
    package var isHeldByOthers: Bool

    package init(
        _ key: RecordKey, registers: Set<String> = [], isNew: Bool = false, comesOrGoes: Bool = false,
        isHeldByOthers: Bool = false
    ) {
        self.key = key
        self.registers = registers
        self.isNew = isNew
        self.comesOrGoes = comesOrGoes
        self.isHeldByOthers = isHeldByOthers
    }

    func touches(_ register: some RawRepresentable<String>) -> Bool { registers.contains(register.rawValue) }
    func touchesSearched<Content: RecordContent>(_ type: Content.Type) -> Bool {
        Content.fields.searched.contains { registers.contains($0.name) }
    }
    /// Stands for a change of a to-do's comments, which are separate records.
    package static let comments = "comments"
    var touchesComments: Bool { registers.contains(Self.comments) }
    var touchesTags: Bool { registers.contains { RegisterName($0).todoElement?.isTag ?? false } }
}

/// A model that is stored as a record, and that may show others.
package protocol RecordModel: Queryable {
    /// The record of the model and the records whose content it shows.
    var records: [RecordKey] { get }
}

extension Todo: RecordModel {
    package var records: [RecordKey] {
        [RecordKey(.todo, id.rawValue)] + tags.flatMap(\.records) + (location?.records ?? []) + (list?.records ?? [])
            + ancestors.map { RecordKey(.todo, $0.id.rawValue) }
    }
}

extension Tag: RecordModel {
    package var records: [RecordKey] { [RecordKey(.tag, id.rawValue)] }
}

extension TodoList: RecordModel {
    package var records: [RecordKey] {
        [RecordKey(.list, id.rawValue)] + ancestors.map { RecordKey(.list, $0.id.rawValue) }
    }
}

extension Todo.Comment: RecordModel {
    package var records: [RecordKey] { [RecordKey(.comment, id.rawValue)] }
}

extension SavedView: RecordModel {
    package var records: [RecordKey] { [RecordKey(.view, id.rawValue)] }
}

extension Location: RecordModel {
    package var records: [RecordKey] { [RecordKey(.location, id.rawValue)] }
}

// Decides when a query need not run again. A wrong "yes" only costs time. After "no", `Query.answer(from:)` gives the
// same result before and after the change.
extension Query {
    /// Whether a change may affect a page of the query's result.
    /// - Parameters:
    ///   - kind: the kind of record that the query asks for.
    ///   - model: the changed record as it is now; nil if it is of another kind or does not exist.
    ///   - page: the previous result.
    package func isAffected(
        by change: RecordChange, of kind: RecordKind, now model: Model?, showing page: Page<Model>
    ) -> Bool {
        guard change.key.kind == kind else {
            return change.comesOrGoes && change.isHeldByOthers || restsOnRelated(change) || page.shows(change.key)
        }
        if let model, predicate.isMet(by: model) { return true }
        if page.shows(change.key) { return true }
        // If the page shows everything, a model that it did not show was not in the result. Otherwise the model may
        // have been on another page.
        return window != .everything && mayHaveLeft(change)
    }

    /// Whether a change may affect how many models the query matches.
    package func isCountAffected(by change: RecordChange, of kind: RecordKind, now model: Model?) -> Bool {
        guard change.key.kind == kind else { return restsOnRelated(change) }
        return change.isNew ? model.map(predicate.isMet) ?? false : mayHaveLeft(change)
    }

    private func mayHaveLeft(_ change: RecordChange) -> Bool {
        !change.isNew && (change.comesOrGoes || predicate.rests(on: change))
    }

    private func restsOnRelated(_ change: RecordChange) -> Bool {
        !(change.isNew && !change.isHeldByOthers) && predicate.rests(on: change)
    }
}

extension Page {
    fileprivate func shows(_ key: RecordKey) -> Bool {
        items.contains { ($0 as? any RecordModel)?.records.contains(key) ?? true }
    }
}

/// A condition that knows which registers it depends on.
protocol RegisterCondition {
    /// Whether a change of a record may affect the outcome for that record, or for a record that refers to it.
    func rests(on change: RecordChange) -> Bool
}

extension Query.Predicate {
    func rests(on change: RecordChange) -> Bool {
        switch kind {
        case .condition(let condition): (condition as? any RegisterCondition)?.rests(on: change) ?? true
        case .and(let parts), .or(let parts): parts.contains { $0.rests(on: change) }
        case .not(let part): part.rests(on: change)
        }
    }
}

extension Todo.Condition: RegisterCondition {
    func rests(on change: RecordChange) -> Bool {
        switch change.key.kind {
        case .todo: rests(onTodo: change)
        case .tag: rests(onTag: change)
        case .location: rests(onLocation: change)
        case .list: rests(onList: change)
        // Its to-do counts as changed.
        case .comment: false
        // The name of a program may come after what it wrote.
        case .device: if case .changedBy = self { true } else { false }
        case .view, .app, .conflict, .membership: false
        }
    }

    private func rests(onTodo change: RecordChange) -> Bool {
        switch self {
        // Nothing changes its space.
        case .ids, .shared: false
        // This depends on other to-dos, not on the registers of this one.
        case .isBlocked, .isReady: true
        case .changedBy: true
        case .isRepeating: change.registers.contains(TodoRegister.recurrence.rawValue)
        case .isSkipped: change.touches(TodoRegister.skipped)
        case .hasReminder: change.registers.contains { ReminderRegister($0) != nil }
        case .dependent(let id): change.registers.contains(TodoElement.dependency(id.rawValue).key)
        case .isDone, .time(.completed, _, _): change.touches(TodoRegister.completion)
        case .tagged, .tagTitled, .untagged: change.touchesTags
        case .located, .near: change.touches(TodoRegister.location)
        case .listed, .unlisted, .descendant, .root, .placed: change.touches(TodoRegister.standing)
        case .hasDue, .due: change.touches(TodoRegister.due)
        case .hasStart, .start: change.touches(TodoRegister.start)
        case .estimate: change.touches(TodoRegister.estimate)
        case .assigned: change.touches(TodoRegister.assignee)
        case .isStarted: change.touches(TodoRegister.started) || change.touches(TodoRegister.completion)
        case .priority: change.touches(TodoRegister.priority)
        case .matching: change.touchesSearched(Todo.Content.self) || change.touchesTags || change.touchesComments
        case .title: change.touches(TodoRegister.title)
        case .extra(let name, _): change.registers.contains(TodoRegister.extra(name))
        case .time(.created, _, _), .time(.updated, _, _): true
        }
    }

    // There is no default case, so that the compiler demands each new condition.
    private func rests(onTag change: RecordChange) -> Bool {
        switch self {
        case .tagged(let ids): change.comesOrGoes && ids.contains { $0.rawValue == change.key.id }
        case .tagTitled: change.comesOrGoes || change.touches(TagRegister.title)
        case .untagged: change.comesOrGoes
        case .matching: change.comesOrGoes || change.touchesSearched(Tag.Content.self)
        case .isDone, .ids, .located, .near, .listed, .unlisted, .descendant, .root, .placed, .hasDue, .due, .hasStart,
            .start, .estimate, .assigned, .isStarted, .isBlocked, .isRepeating, .isSkipped, .hasReminder, .dependent,
            .shared,
            .isReady,
            .changedBy, .priority,
            .time, .title, .extra:
            false
        }
    }

    /// The new position of a list is unknown here (`HistoryPosition`), so every query runs again.
    private func rests(onList change: RecordChange) -> Bool {
        switch self {
        case .listed, .unlisted, .placed: change.comesOrGoes || change.touches(ListRegister.parent)
        case .isReady:
            change.comesOrGoes || change.touches(ListRegister.parent) || change.touches(ListRegister.archived)
        case .isDone, .ids, .tagged, .tagTitled, .untagged, .located, .near, .descendant, .root, .hasDue, .due,
            .hasStart, .start,
            .estimate, .assigned, .isStarted, .isBlocked, .isRepeating, .isSkipped, .hasReminder, .dependent, .shared,
            .changedBy,
            .priority, .time,
            .matching,
            .title, .extra:
            false
        }
    }

    private func rests(onLocation change: RecordChange) -> Bool {
        switch self {
        case .located(let ids): change.comesOrGoes && ids.contains { $0.rawValue == change.key.id }
        case .near: change.comesOrGoes || change.touches(LocationRegister.position)
        case .isDone, .ids, .tagged, .tagTitled, .untagged, .listed, .unlisted, .descendant, .root, .placed, .hasDue,
            .due,
            .hasStart, .start, .estimate, .assigned, .isStarted, .isBlocked, .isRepeating, .isSkipped, .hasReminder,
            .dependent, .shared,
            .isReady,
            .changedBy, .priority, .time, .matching, .title, .extra:
            false
        }
    }
}

extension Tag.Condition: RegisterCondition {
    func rests(on change: RecordChange) -> Bool {
        switch self {
        case .ids: false
        case .titled: change.touches(TagRegister.title)
        case .matching: change.touchesSearched(Tag.Content.self)
        }
    }
}

extension TodoList.Condition: RegisterCondition {
    func rests(on change: RecordChange) -> Bool {
        switch self {
        case .ids: false
        case .titled: change.touches(ListRegister.title)
        case .isHidden: change.touches(ListRegister.archived) || change.touches(ListRegister.parent)
        case .placed: change.touches(ListRegister.parent)
        case .matching: change.touchesSearched(TodoList.Content.self)
        }
    }
}

extension Todo.Comment.Condition: RegisterCondition {
    func rests(on change: RecordChange) -> Bool {
        switch self {
        case .ids, .about: false
        case .matching: change.touchesSearched(Todo.Comment.Content.self)
        }
    }
}

extension Location.Condition: RegisterCondition {
    func rests(on change: RecordChange) -> Bool {
        switch self {
        case .ids: false
        case .named: change.touches(LocationRegister.placeName)
        case .matching: change.touchesSearched(Location.Content.self)
        case .near: change.touches(LocationRegister.position)
        }
    }
}
