public import TodoDomain

// What is observed is asked on a connection of its own, once for all who observe the same, and again only after a write
// that may have changed it: by this process or by another one that writes to the same file. Changes that come quickly
// after one another may be shown as one; no answer is shown twice in a row. An observation ends with the task that
// reads it, and with an error when the stack is closed.
extension ObjectStore {
    /// The answer to a query at once, and again whenever it has changed.
    public func observe(_ query: Query<M.Model>) -> AsyncThrowingStream<Page<M.Model>, any Error> {
        stack.observers.answers(to: .init(query, isCount: false, of: ObjectIdentifier(self))) {
            LiveQuery(page: query, of: self)
        }.withoutRepetitions()
    }

    /// The answer to a query at once, and again whenever it has changed, each with what became of the list before.
    public func observeChanges(_ query: Query<M.Model>) -> AsyncThrowingStream<PageChange<M.Model>, any Error> {
        observe(query).differences()
    }

    /// How many models a query asks for, at once and again whenever that has changed; its window does not matter.
    public func observeCount(_ query: Query<M.Model> = .all) -> AsyncThrowingStream<Int, any Error> {
        stack.observers.answers(to: .init(query, isCount: true, of: ObjectIdentifier(self))) {
            LiveQuery(count: query, of: self)
        }.withoutRepetitions()
    }
}

extension LiveQuery {
    /// The answer to a query.
    convenience init<M: Mapping>(page query: Query<M.Model>, of store: ObjectStore<M>) where Answer == Page<M.Model> {
        self.init { transaction in
            try store.page(query, in: transaction)
        } isAffected: { changes, page in
            changes.affect(M.self) { query.isAffected(by: $0, of: $1, now: $2, showing: page) }
        }
    }

    /// How many models a query asks for.
    convenience init<M: Mapping>(count query: Query<M.Model>, of store: ObjectStore<M>) where Answer == Int {
        self.init { transaction in
            try store.count(query, in: transaction)
        } isAffected: { changes, _ in
            changes.affect(M.self) { query.isCountAffected(by: $0, of: $1, now: $2) }
        }
    }
}

extension StoreChanges {
    /// Whether a change of a record that `isAffected` by its model is among them, or one of which nothing is known.
    fileprivate func affect<M: Mapping>(
        _ mapping: M.Type, _ isAffected: (RecordChange, RecordKind, M.Model?) -> Bool
    ) -> Bool {
        guard isAnything else { return false }
        // The history tells nothing of other tables, and the reference nothing of other models.
        guard let kind = (M.Entity.self as? any RecordEntity.Type)?.kind, M.Model.self is any RecordModel.Type else {
            return true
        }
        // To-dos show tags and places, which show nothing but themselves.
        let kinds: Set<RecordKind> = kind == .todo ? Set(RecordKind.allCases.filter(\.isContent)) : [kind]
        return !untold.isDisjoint(with: kinds)
            || records.contains { change in
                kinds.contains(change.key.kind) && isAffected(change, kind, models[change.key] as? M.Model)
            }
    }
}
