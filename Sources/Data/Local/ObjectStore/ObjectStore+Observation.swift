public import TodoDomain

// Observed queries run on a separate connection. A query runs once for all its observers, and again only after a write
// that may affect it, by this process or another. Changes in quick succession may be coalesced; equal results are not
// repeated. An observation ends with the task that reads it, and with an error when the stack is closed.
extension ObjectStore {
    /// The result of a query, at once and whenever it changes.
    public func observe(_ query: Query<M.Model> = .all) -> AsyncThrowingStream<Page<M.Model>, any Error> {
        stack.observers.answers(to: .init(query, isCount: false, of: ObjectIdentifier(self))) {
            LiveQuery(page: query, of: self)
        }.withoutRepetitions()
    }

    /// The results of several queries, in their order, at once and whenever one of them changes. All come from one
    /// snapshot: a model that moves from one result to another is never in both, and never in none.
    public func observeEach(_ queries: [Query<M.Model>]) -> AsyncThrowingStream<[Page<M.Model>], any Error> {
        stack.observers.answers(to: .init(queries, of: ObjectIdentifier(self))) {
            LiveQuery(pages: queries, of: self)
        }.withoutRepetitions()
    }

    /// The result of a query, at once and whenever it changes, each with its difference from the previous result.
    public func observeChanges(_ query: Query<M.Model> = .all) -> AsyncThrowingStream<PageChange<M.Model>, any Error> {
        observe(query).differences()
    }

    /// How many models a query matches, at once and whenever that changes; its window is ignored.
    public func observeCount(_ query: Query<M.Model> = .all) -> AsyncThrowingStream<Int, any Error> {
        stack.observers.answers(to: .init(query, isCount: true, of: ObjectIdentifier(self))) {
            LiveQuery(count: query, of: self)
        }.withoutRepetitions()
    }
}

extension LiveQuery {
    /// The result of a query.
    convenience init<M: Mapping>(page query: Query<M.Model>, of store: ObjectStore<M>) where Answer == Page<M.Model> {
        self.init { transaction in
            try store.page(query, in: transaction)
        } isAffected: { changes, page in
            changes.affect(M.self) { query.isAffected(by: $0, of: $1, now: $2, showing: page) }
        }
    }

    /// The results of several queries, of one snapshot.
    convenience init<M: Mapping>(pages queries: [Query<M.Model>], of store: ObjectStore<M>)
    where Answer == [Page<M.Model>] {
        self.init { transaction in
            try queries.map { try store.page($0, in: transaction) }
        } isAffected: { changes, pages in
            changes.affect(M.self) { change, kind, now in
                zip(queries, pages).contains { $0.isAffected(by: change, of: kind, now: now, showing: $1) }
            }
        }
    }

    /// How many models a query matches.
    convenience init<M: Mapping>(count query: Query<M.Model>, of store: ObjectStore<M>) where Answer == Int {
        self.init { transaction in
            try store.count(query, in: transaction)
        } isAffected: { changes, _ in
            changes.affect(M.self) { query.isCountAffected(by: $0, of: $1, now: $2) }
        }
    }
}

extension StoreChanges {
    /// Whether the changes may concern the mapping's models: an unknown change, or one for which `isAffected` is true.
    fileprivate func affect<M: Mapping>(
        _ mapping: M.Type, _ isAffected: (RecordChange, RecordKind, M.Model?) -> Bool
    ) -> Bool {
        guard isAnything else { return false }
        // The history does not cover other tables, and `isAffected` does not cover other models.
        guard let kind = (M.Entity.self as? any RecordEntity.Type)?.kind, M.Model.self is any RecordModel.Type else {
            return true
        }
        // To-dos show tags and locations, which show only themselves.
        let kinds: Set<RecordKind> = kind == .todo ? Set(RecordKind.allCases.filter(\.isContent)) : [kind]
        return !unlisted.isDisjoint(with: kinds)
            || records.contains { change in
                kinds.contains(change.key.kind) && isAffected(change, kind, models[change.key] as? M.Model)
            }
    }
}
