import FirestoreWire
import Foundation

extension SyncRun {
    /// Sends what the remote does not have; returns the head as it then is.
    mutating func push(onto head: RemoteHead?) async throws -> RemoteHead? {
        if let head, head.schema > RemoteHead.schema {
            report.needsUpdate = true
            return head
        }
        try restamp()
        if let now = remoteNow { try store.release(upTo: now + HybridLogicalClock.tolerance) }
        var head = head
        while true {
            try Task.checkCancellation()
            let pending = store.pendingRecords(limit: limits.batch, excluding: Set(suspects.keys))
            guard !pending.isEmpty else { break }
            samples = []
            head = try await send(pending[...], onto: head)
        }
        try setAsideSuspects()
        return head
    }

    /// Gives what a clock that was ahead has stamped, and nobody has seen, the remote's time.
    mutating func restamp() throws {
        if let now = remoteNow { try store.restamp(beyond: now + HybridLogicalClock.tolerance, to: now) }
    }

    /// Sends records in as many commits as their size asks for; where one of them is refused, it is found by halves.
    private mutating func send(_ pending: ArraySlice<PendingRecord>, onto head: RemoteHead?) async throws -> RemoteHead?
    {
        let base = head ?? newHead()
        var changes: [RemoteCommit.Change] = []
        var size = 0
        var sent: [PendingRecord] = []
        var known: [PendingRecord] = []
        for record in pending where !samples.contains(record.key) {
            guard let operation = SyncPlan.operation(for: record, sequence: base.sequence + 1) else {
                known.append(record)
                continue
            }
            let bytes = operation.size
            guard bytes <= limits.documentBytes else {
                suspects[record.key] = Suspect(pending: record, status: Self.tooLarge)
                continue
            }
            if !changes.isEmpty, size + bytes > limits.batchBytes { break }
            size += bytes
            changes.append(RemoteCommit.Change(key: record.key, operation: operation))
            sent.append(record)
        }
        // The remote has these as they are, by whatever commit brought them there.
        for record in known {
            try store.acknowledge([record], sequence: record.base?.sequence ?? base.sequence, state: state)
        }
        guard !changes.isEmpty else { return head }
        let kinds = Set(changes.map(\.key.kind))
        var newHead = base.advanced(by: makeCommitID(), touching: kinds)
        do {
            newHead.updateTime = try await commit(newHead, after: head, touching: kinds, changes)
        } catch let failure as RemoteFailure {
            return try await recover(from: failure, sending: sent[...], onto: head)
        }
        try acknowledge(sent, newHead)
        acceptedKinds.formUnion(kinds)
        report.pushed += changes.count
        return newHead
    }

    mutating func commit(
        _ newHead: RemoteHead, after head: RemoteHead?, touching kinds: Set<RecordKind>, collecting: Bool = false,
        restoring: Bool = false, _ changes: [RemoteCommit.Change]
    ) async throws -> Timestamp {
        report.requests += 1
        let (fields, mask) = newHead.changed(touching: kinds, collecting: collecting, restoring: restoring)
        let commit = RemoteCommit(
            headFields: head == nil ? newHead.fields : fields, headMask: head == nil ? nil : mask,
            headTime: head?.updateTime, changes: changes)
        let time = try await remote.commit(commit)
        report.documentsWritten += changes.count + 1
        return time
    }

    /// Commits what a sync can do without; nil where the remote does not allow it.
    mutating func commitIfAllowed(
        _ newHead: RemoteHead, after head: RemoteHead, collecting: Bool = false, restoring: Bool = false,
        _ changes: [RemoteCommit.Change]
    ) async throws -> Timestamp? {
        do {
            return try await commit(
                newHead, after: head, touching: [], collecting: collecting, restoring: restoring, changes)
        } catch let failure as RemoteFailure where failure.kind == .denied || failure.kind == .refused {
            guard try await readHead()?.updateTime == head.updateTime else { throw failure.asLostRace }
            return nil
        }
    }

    /// Names a commit, so that it can be told from another of the same number.
    func makeCommitID() -> String { String(store.surroundings.makeUUID().uuidString.lowercased().prefix(8)) }

    private mutating func acknowledge(_ sent: [PendingRecord], _ head: RemoteHead) throws {
        var next = state
        next.reach(head)
        try store.acknowledge(sent, sequence: head.sequence, state: next)
        state = next
    }

    /// A space that nobody wrote to, or whose head was taken away: its numbers go on behind those of the documents.
    private func newHead() -> RemoteHead {
        let sequence = state.pulled.values.map(\.sequence).max() ?? 0
        return RemoteHead(epoch: store.surroundings.makeUUID().uuidString.lowercased(), sequence: sequence)
    }

    // MARK: Refusals

    private mutating func recover(
        from failure: RemoteFailure, sending sent: ArraySlice<PendingRecord>, onto head: RemoteHead?
    ) async throws -> RemoteHead? {
        switch failure.kind {
        case .outcomeUnknown, .unauthenticated, .transient, .cancelled: throw failure
        case .lostRace:
            // The head has moved, or a document is there that should not be, or is not there that should.
            guard failure.isAboutExistence, try await readHead()?.updateTime == head?.updateTime else { throw failure }
            try await readAgain(sent.map(\.key))
            throw failure
        case .denied:
            // Rules run before preconditions, so that a lost race looks like a refusal too.
            guard try await readHead()?.updateTime == head?.updateTime else {
                throw failure.asLostRace
            }
        case .refused: break
        }
        guard sent.count > 1 else {
            guard let record = sent.first else { return head }
            return try await suspect(record, failure.status, onto: head)
        }
        let middle = sent.startIndex + sent.count / 2
        let newHead = try await send(sent[..<middle], onto: head)
        return try await send(sent[middle...], onto: newHead)
    }

    /// Learns what the remote has of records about which this device was wrong.
    mutating func readAgain(_ keys: [RecordKey]) async throws {
        report.requests += 1
        report.documentsRead += keys.count
        let documents = try await remote.documents(keys)
        let missing = Set(keys).subtracting(documents.map(\.key))
        if !missing.isEmpty { try store.forgetBases(of: Array(missing)) }
        if !documents.isEmpty { try await apply(documents, keeping: state) }
    }

    /// Takes note of a record that alone is refused; returns the head as it then is.
    private mutating func suspect(
        _ record: PendingRecord, _ status: String, onto head: RemoteHead?
    ) async throws -> RemoteHead? {
        suspects[record.key] = Suspect(pending: record, status: status)
        let kind = record.key.kind
        let alike = suspects.values.count { $0.status == status && $0.pending.key.kind == kind }
        guard alike > 1, !acceptedKinds.contains(kind) else { return head }
        // Two of a kind alike, and none accepted: that is not about these two, unless a third one is taken. One of the
        // newest, as those that were refused before are the first in each sync.
        if alike == 2,
            let other = store.pendingRecords(limit: limits.batch, excluding: Set(suspects.keys))
                .last(where: { $0.key.kind == kind })
        {
            let newHead = try await send([other], onto: head)
            samples.insert(other.key)
            return newHead
        }
        suspects = [:]
        throw SyncError.refusesAll(status: status)
    }

    private static let tooLarge = "TOO_LARGE"

    private mutating func setAsideSuspects() throws {
        guard !suspects.isEmpty else { return }
        for suspect in suspects.values.sorted(by: { $0.pending.key.id < $1.pending.key.id }) {
            var reason = QuarantineReason.rejected
            if suspect.status == Self.tooLarge {
                reason = .tooLarge
            } else if let now = remoteNow,
                suspect.pending.record.highestStamp.milliseconds > now + HybridLogicalClock.tolerance
            {
                reason = .clock
            }
            try store.quarantine([suspect.pending], reason: reason)
        }
        report.refused += suspects.count
        suspects = [:]
    }
}

extension SyncState {
    /// Takes over a head that this device itself has moved: all that came before was here already.
    mutating func reach(_ head: RemoteHead) {
        follow(head)
        for kind in RecordKind.allCases { pulled[kind] = Position(sequence: head.sequence) }
    }
}

extension RemoteFailure {
    /// Whether a document is there that should not be, or is not there that should be.
    fileprivate var isAboutExistence: Bool { status == "ALREADY_EXISTS" || status == "NOT_FOUND" }

    /// The same, where the head has moved meanwhile.
    var asLostRace: RemoteFailure {
        RemoteFailure(.lostRace, status: status)
    }
}

extension RemoteCommit.Operation {
    /// About how many bytes it is on the wire.
    fileprivate var size: Int {
        switch self {
        case .create(let fields), .replace(let fields), .update(let fields, _): Value.map(fields).storageSize
        case .delete: 0
        }
    }
}
