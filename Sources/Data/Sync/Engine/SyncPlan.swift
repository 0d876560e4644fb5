package import TodoDomain

/// The decisions of a sync, as pure functions.
package enum SyncPlan {
    /// Whether the remote still has the history that this device knows.
    package enum Divergence: Equatable {
        /// The remote still has it.
        case none
        /// The head does not show it, so the documents have to be asked.
        case askDocuments
        /// The remote no longer has it, so everything has to be read again.
        case resync(SyncState.ResyncReason)
    }

    package static func divergence(of state: SyncState, from head: RemoteHead?) -> Divergence {
        guard let generation = state.generation else {
            // Documents were pulled while there was no head. A head with a lower number belongs to another generation.
            return head.map { $0.sequence < state.completeSequence } ?? false ? .resync(.rollback) : .none
        }
        guard let head, isSameHistory(head, generation, state.sequence, state.commitID) else {
            return .resync(.rollback)
        }
        if state.mayHaveMissedDeletions(of: head) { return .resync(.collected) }
        return state.sequence == 0 || head.commitID(of: state.sequence) != nil ? .none : .askDocuments
    }

    /// Whether a head follows another one in the same history, with no deletions collected in between.
    package static func isContinued(_ head: RemoteHead?, by next: RemoteHead?) -> Bool {
        guard let head else { return next?.collectedSequence ?? 0 == 0 }
        guard let next, next.collectedSequence <= head.collectedSequence else { return false }
        return isSameHistory(next, head.generation, head.sequence, head.commitID(of: head.sequence))
    }

    /// Whether a head can be later than a commit in the same history. It can if it no longer names the commit because many
    /// others followed.
    private static func isSameHistory(
        _ head: RemoteHead, _ generation: String, _ sequence: Int64, _ commitID: String?
    ) -> Bool {
        guard head.generation == generation, head.sequence >= sequence else { return false }
        guard let commitID, let found = head.commitID(of: sequence) else { return true }
        return commitID == found
    }

    /// The state at the start of a resync: nothing of the remote has been pulled yet.
    package static func beginning(
        _ reason: SyncState.ResyncReason, in state: SyncState, head: RemoteHead?
    ) -> SyncState {
        var next = state
        next.pulled = [:]
        // An unfinished rollback continues. The records that it has seen were compared with the restored remote
        // already, and later writes of others there are not a loss.
        if reason == .rollback || state.resync?.reason != .rollback {
            next.resync = SyncState.Resync(reason: reason, number: state.nextResyncNumber)
            next.nextResyncNumber &+= 1
            // The numbers of another generation prove nothing about this one.
            if reason == .rollback { next.collectedSequence = 0 }
        }
        next.follow(head)
        return next
    }

    /// The kinds that may have new records.
    package static func kindsToPull(_ state: SyncState, head: RemoteHead?) -> [RecordKind] {
        RecordKind.inOrder.filter { kind in
            guard let position = state.pulled[kind] else {
                // A device that writes a record of this kind notes it in the head.
                return !kind.isAddition || head?.last[kind] != nil
            }
            return position.id != nil || head?.last[kind] ?? 0 > position.sequence
        }
    }

    /// The operation that sends a record in the commit with this number; nil if the remote has all of it.
    package static func operation(
        for pending: PendingRecord, sequence: Int64, in form: DocumentForm = .own
    ) -> RemoteCommit.Operation? {
        guard let base = pending.base else {
            // The record was created and deleted before any other device saw it.
            guard !pending.record.isDeletedForGood else { return nil }
            return .create(RecordCodec.document(pending.record, sequence: sequence, in: form))
        }
        guard !pending.record.difference(from: base).isEmpty else { return nil }
        if let (fields, mask) = RecordCodec.changes(pending.record, since: base, sequence: sequence, in: form) {
            return .update(fields, mask)
        }
        return .replace(RecordCodec.document(pending.record, sequence: sequence, in: form))
    }
}

extension SyncState {
    /// Whether the remote has collected deletions that may not have reached this device. They can no longer be pulled.
    fileprivate func mayHaveMissedDeletions(of head: RemoteHead) -> Bool {
        // A resync finds deletions by the records that it does not see.
        let complete = resync == nil ? completeSequence : sequence
        let isLate = lastPull.map { head.collectedSequence > max($0.from, $0.collected) } ?? false
        return isLate || complete < head.collectedSequence
    }

    /// The start of a pull of everything up to a head.
    func pullStart(_ head: RemoteHead?) -> PullStart {
        PullStart(from: resync == nil ? completeSequence : 0, collected: head?.collectedSequence ?? 0)
    }

    /// The commit up to which all kinds have been pulled completely.
    var completeSequence: Int64 {
        // A kind that became known with an update was never pulled, so no deletion of it can have been missed.
        RecordKind.allCases.compactMap { kind in
            guard let position = pulled[kind] else { return kind.isAddition ? nil : 0 }
            return position.id == nil ? position.sequence : position.sequence.addingClamped(-1)
        }.min() ?? 0
    }

    /// Adopts the generation and the position of a head.
    package mutating func follow(_ head: RemoteHead?) {
        generation = head?.generation
        sequence = head?.sequence ?? 0
        commitID = head.flatMap { $0.commitID(of: $0.sequence) }
        commits = head?.commits ?? [:]
    }
}
