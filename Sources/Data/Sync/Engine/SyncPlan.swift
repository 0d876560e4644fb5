package import TodoDomain

/// The decisions of a sync, without doing any of it.
package enum SyncPlan {
    /// How what this device knows of the remote fits what the remote says.
    package enum Divergence: Equatable {
        /// It does.
        case none
        /// The head does not tell; the documents do.
        case askDocuments
        /// Everything is to be read again.
        case resync(SyncState.ResyncReason)
    }

    package static func divergence(of state: SyncState, from head: RemoteHead?) -> Divergence {
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
    package static func beginning(
        _ reason: SyncState.ResyncReason, in state: SyncState, head: RemoteHead?
    ) -> SyncState {
        var next = state
        // An unfinished one may have begun for the graver reason.
        let isRollback = reason == .rollback || state.resync?.reason == .rollback
        next.resync = SyncState.Resync(
            reason: isRollback ? .rollback : reason, number: state.nextResyncNumber)
        next.nextResyncNumber &+= 1
        next.pulled = [:]
        // The numbers of another life say nothing about this one.
        if isRollback { next.collectedSequence = 0 }
        next.follow(head)
        return next
    }

    /// The kinds of which there may be more.
    package static func kindsToPull(_ state: SyncState, head: RemoteHead?) -> [RecordKind] {
        RecordKind.inOrder.filter { kind in
            guard let position = state.pulled[kind] else {
                // Whoever writes of a kind says so in the head.
                return !kind.isAddition || head?.last[kind] != nil
            }
            return position.id != nil || head?.last[kind] ?? 0 > position.sequence
        }
    }

    /// What a record is in a commit with this number; nil if the remote has it all.
    package static func operation(for pending: PendingRecord, sequence: Int64) -> RemoteCommit.Operation? {
        guard let base = pending.base else {
            // Made and deleted before anybody saw it.
            guard !pending.record.isDeletedForGood else { return nil }
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
        // Of a kind that is only known since an update nothing is here yet that could have been missed.
        RecordKind.allCases.compactMap { kind in
            guard let position = pulled[kind] else { return kind.isAddition ? nil : 0 }
            return position.id == nil ? position.sequence : position.sequence.addingClamped(-1)
        }.min() ?? 0
    }

    /// Takes over which life of the remote is followed, and how far.
    package mutating func follow(_ head: RemoteHead?) {
        life = head?.life
        sequence = head?.sequence ?? 0
        commitID = head.flatMap { $0.commitID(of: $0.sequence) }
    }
}
