/// The decisions of a sync, without doing any of it.
enum SyncPlan {
    /// How what this device knows of the remote fits what the remote says.
    enum Divergence: Equatable {
        /// It does.
        case none
        /// The head does not tell; the documents do.
        case askDocuments
        /// Everything is to be read again.
        case resync(SyncState.ResyncReason)
    }

    static func divergence(of state: SyncState, from head: RemoteHead?) -> Divergence {
        guard let life = state.life else {
            // Documents were seen while there was no head. One that is behind them is not of their life.
            return head.map { $0.sequence < state.completeSequence } ?? false ? .resync(.rollback) : .none
        }
        guard let head, head.life == life, head.sequence >= state.sequence else { return .resync(.rollback) }
        // A resync that goes on learns of deletions by what it does not see.
        let complete = state.resync == nil ? state.completeSequence : state.sequence
        if let found = head.commitID(of: state.sequence) {
            if let known = state.commitID, known != found { return .resync(.rollback) }
            return complete < head.collectedSequence ? .resync(.collected) : .none
        }
        // What was forgotten cannot be asked for.
        if complete < head.collectedSequence { return .resync(.collected) }
        return state.sequence == 0 ? .none : .askDocuments
    }

    /// The state with which a resync begins: nothing is here yet of the remote as it now is.
    static func beginning(
        _ reason: SyncState.ResyncReason, in state: SyncState, head: RemoteHead?
    ) -> SyncState {
        var next = state
        // An unfinished one may have begun for the graver reason.
        let isRollback = reason == .rollback || state.resync?.reason == .rollback
        next.resync = SyncState.Resync(
            reason: isRollback ? .rollback : reason, number: state.nextResyncNumber)
        next.nextResyncNumber += 1
        next.pulled = [:]
        // The numbers of another life say nothing about this one.
        if isRollback { next.collectedSequence = 0 }
        next.follow(head)
        return next
    }

    /// The kinds of which there may be more.
    static func kindsToPull(_ state: SyncState, head: RemoteHead?) -> [RecordKind] {
        // Tags and places first, so that most to-dos find theirs.
        let kinds: [RecordKind] = [.tag, .location, .todo]
        return kinds.filter { kind in
            guard let position = state.pulled[kind] else { return true }
            return position.id != nil || head?.last[kind] ?? 0 > position.sequence
        }
    }

    /// What a record is in a commit with this number; nil where the remote has it all.
    static func operation(for pending: PendingRecord, sequence: Int64) -> RemoteCommit.Operation? {
        guard let base = pending.base else {
            return .create(RecordCodec.document(pending.record, sequence: sequence))
        }
        guard !pending.record.difference(from: base).isEmpty else { return nil }
        if let (fields, mask) = RecordCodec.changes(pending.record, since: base, sequence: sequence) {
            return .update(fields, mask)
        }
        return .replace(RecordCodec.document(pending.record, sequence: sequence))
    }
}

extension SyncState {
    /// The commit up to which everything of every kind is here.
    var completeSequence: Int64 {
        RecordKind.allCases.map { kind in
            pulled[kind].map { $0.id == nil ? $0.sequence : $0.sequence - 1 } ?? 0
        }.min() ?? 0
    }

    /// Takes over which life of the remote is followed, and how far.
    mutating func follow(_ head: RemoteHead?) {
        life = head?.life
        sequence = head?.sequence ?? 0
        commitID = head.flatMap { $0.commitID(of: $0.sequence) }
    }
}
