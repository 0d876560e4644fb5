import TodoDomain

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
        guard let epoch = state.epoch else { return .none }
        guard let head, head.epoch == epoch, head.sequence >= state.sequence else { return .resync(.rollback) }
        if let found = head.commitID(of: state.sequence) {
            if let known = state.commitID, known != found { return .resync(.rollback) }
            return state.sequence < head.collectedSequence ? .resync(.collected) : .none
        }
        // What was forgotten cannot be asked for.
        if state.sequence < head.collectedSequence { return .resync(.collected) }
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
        next.follow(head)
        return next
    }

    /// The kinds of which there may be more.
    static func kindsToPull(_ state: SyncState, head: RemoteHead?) -> [RecordKind] {
        // Tags and places first, so that most to-dos find theirs.
        let kinds: [RecordKind] = [.tag, .location, .todo]
        return kinds.filter { kind in
            guard let head, let position = state.pulled[kind] else { return true }
            return position.id != nil || head.last[kind] ?? 0 > position.sequence
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
    /// Takes over where the remote is, once everything up to there is here.
    mutating func follow(_ head: RemoteHead?) {
        epoch = head?.epoch
        sequence = head?.sequence ?? 0
        commitID = head.flatMap { $0.commitID(of: $0.sequence) }
    }
}
