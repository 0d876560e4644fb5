import FirestoreWire
import Foundation
import TodoDomain

extension SyncRun {
    /// Sends the records that the remote does not have. Returns the present head.
    mutating func push(onto head: RemoteHead?) async throws -> RemoteHead? {
        if let head, engine.needsUpdate(for: head) { report.needsUpdate = true }
        guard !report.needsUpdate else { return head }
        try await restamp()
        try await expire()
        _ = try await releaseTimely()
        self.head = head
        // Kinds that the remote's rules may not allow are sent separately, until a commit of such a kind has succeeded.
        // The rules of shared spaces allow all kinds.
        let proven = engine.kinds.filter { engine.member != nil || !$0.isAddition || head?.last[$0] != nil }
        do {
            selection = PendingSelection(kinds: proven)
            try await sendPending()
            for kind in engine.kinds where !proven.contains(kind) { try await sendAddition(kind) }
        } catch let failure as RemoteFailure where failure.kind == .overQuota {
            // Deletions free space, here and on the devices that read them.
            selection = PendingSelection(kinds: proven, onlyDeletions: true)
            try await sendPending()
            throw failure
        }
        if try await setAsideSuspects() {
            // Such a stamp may have been left ahead when the remote's clock was behind.
            try await restamp()
            report.refused -= try await releaseTimely()
            selection = PendingSelection(kinds: proven)
            try await sendPending()
            _ = try await setAsideSuspects()
        }
        return self.head
    }

    /// Sends records of a kind that the remote's rules may not allow. If the rules refuse the kind, the records are tried
    /// again on another day.
    private mutating func sendAddition(_ kind: RecordKind) async throws {
        if let refused = state.refusedKinds[kind], abs(now.addingClamped(-max(refused, 0))) < Self.day { return }
        var next = state
        selection = PendingSelection(kinds: [kind])
        do {
            try await sendPending()
            next = state
            next.refusedKinds[kind] = nil
        } catch is KindRefused {
            suspects = suspects.filter { $0.key.kind != kind }
            next = state
            next.refusedKinds[kind] = now
        }
        try await keep(next)
    }

    /// The remote's rules are older than a kind of records, and refuse it.
    private struct KindRefused: Error {}

    /// The remote's time if it is known, or otherwise this device's, in milliseconds since 1970.
    private var now: Int64 { remoteNow ?? engine.environment.now().milliseconds }

    /// Sends the selected records until only refused ones are left.
    private mutating func sendPending() async throws {
        while true {
            try Task.checkCancellation()
            let pending = try await store.pendingRecords(
                selection, limit: batchSize.count, excluding: Set(suspects.keys))
            guard !pending.isEmpty else { return }
            if report.toPush == nil { report.toPush = try await store.pendingCount().map { $0 + report.pushed } }
            samples = []
            try await send(pending[...])
        }
    }

    /// Gives the remote's time to stamps of a fast clock that no other device has seen.
    mutating func restamp() async throws {
        if let now = remoteNow { try await store.restamp(beyond: now + HybridLogicalClock.tolerance, to: now) }
    }

    /// Tries again what was set aside for its clock, and is no longer ahead. Returns the number of these records.
    private func releaseTimely() async throws -> Int {
        guard let now = remoteNow else { return 0 }
        return try await store.release(upTo: now + HybridLogicalClock.tolerance)
    }

    /// Sends records in as many commits as their size requires. A refused record is found by bisection.
    private mutating func send(_ pending: ArraySlice<PendingRecord>) async throws {
        let base = head ?? newHead()
        var changes: [RemoteCommit.Change] = []
        var size = 0
        var sent: [PendingRecord] = []
        var known: [PendingRecord] = []
        for record in pending where !samples.contains(record.key) {
            guard let operation = SyncPlan.operation(for: record, sequence: base.sequence + 1, in: engine.form)
            else {
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
        // The remote already has exactly these records, from any commit.
        for record in known {
            try await store.acknowledge([record], sequence: record.base?.sequence ?? base.sequence, state: state)
        }
        guard !changes.isEmpty else { return }
        let kinds = Set(changes.map(\.key.kind))
        var newHead = base.advanced(by: makeCommitID(), touching: kinds)
        do {
            newHead.updateTime = try await commit(newHead, after: head, touching: kinds, changes)
        } catch let failure as RemoteFailure {
            return try await recover(from: failure, sending: sent[...])
        }
        batchSize.succeed()
        try await acknowledge(sent, newHead)
        head = newHead
        acceptedKinds.formUnion(kinds)
        report.pushed += changes.count { $0.key.kind.isContent }
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

    /// Makes an optional commit. Returns nil if the remote does not allow it.
    mutating func commitIfAllowed(
        _ newHead: RemoteHead, after head: RemoteHead, touching kinds: Set<RecordKind> = [], collecting: Bool = false,
        restoring: Bool = false, _ changes: [RemoteCommit.Change]
    ) async throws -> Timestamp? {
        do {
            return try await commit(
                newHead, after: head, touching: kinds, collecting: collecting, restoring: restoring, changes)
        } catch let failure as RemoteFailure where failure.kind == .denied || failure.kind == .refused {
            guard try await readHead()?.updateTime == head.updateTime else { throw failure.asLostRace }
            return nil
        }
    }

    /// Makes an id for a commit, which distinguishes it from another commit with the same number.
    func makeCommitID() -> String { engine.environment.makeCommitID() }

    private mutating func acknowledge(_ sent: [PendingRecord], _ head: RemoteHead) async throws {
        var next = state
        next.reach(head)
        try await store.acknowledge(sent, sequence: head.sequence, state: next)
        state = next
    }

    /// The head of a space that was never written to, or whose head was removed. Its numbers continue after those of
    /// the documents.
    private func newHead() -> RemoteHead {
        let sequence = state.pulled.values.map(\.sequence).max() ?? 0
        var head = RemoteHead(epoch: engine.environment.makeUUID().uuidString.lowercased(), sequence: sequence)
        // New devices still have to read all kinds.
        if sequence > 0 { for kind in RecordKind.allCases { head.last[kind] = sequence } }
        return head
    }

    // MARK: Refusals

    private mutating func recover(
        from failure: RemoteFailure, sending sent: ArraySlice<PendingRecord>
    ) async throws {
        if failure.isTimeout, batchSize.shrink(from: sent.count) { throw CommitTooSlow() }
        switch failure.kind {
        case .outcomeUnknown, .unauthenticated, .transient, .cancelled, .overQuota: throw failure
        case .lostRace:
            // The head has moved, a document exists unexpectedly, or a document is missing.
            guard failure.isAboutExistence, try await readHead()?.updateTime == head?.updateTime else { throw failure }
            try await readAgain(sent.map(\.key))
            throw failure
        case .denied:
            // Rules are evaluated before preconditions, so a lost race may look like a refusal.
            guard try await readHead()?.updateTime == head?.updateTime else {
                throw failure.asLostRace
            }
            if let kind = selection.kinds.first, selection.kinds.count == 1, kind.isAddition,
                !acceptedKinds.contains(kind), !sent.contains(where: isAhead)
            {
                throw KindRefused()
            }
        case .refused: break
        }
        guard sent.count > 1 else {
            if let record = sent.first { try await suspect(record, failure.status) }
            return
        }
        let middle = sent.startIndex + sent.count / 2
        try await send(sent[..<middle])
        try await send(sent[middle...])
    }

    /// Reads the remote's versions of records after a wrong assumption about them.
    mutating func readAgain(_ keys: [RecordKey]) async throws {
        for start in stride(from: 0, to: keys.count, by: limits.batch) {
            let batch = Array(keys[start..<min(start + limits.batch, keys.count)])
            report.requests += 1
            report.documentsRead += batch.count
            let documents = try await remote.documents(batch)
            let missing = Set(batch).subtracting(documents.map(\.key))
            if !missing.isEmpty { try await store.forgetBases(of: Array(missing)) }
            if !documents.isEmpty { try await apply(documents, keeping: state) }
        }
    }

    /// Records that a record was refused on its own.
    private mutating func suspect(_ record: PendingRecord, _ status: String) async throws {
        suspects[record.key] = Suspect(pending: record, status: status)
        // A record ahead of the remote's clock is refused for that reason, so the refusal proves nothing about other
        // records.
        guard !isAhead(record) else { return }
        let kind = record.key.kind
        let alike = suspects.values.count {
            $0.status == status && $0.pending.key.kind == kind && !isAhead($0.pending)
        }
        guard alike > 1, !acceptedKinds.contains(kind) else { return }
        // Two records of a kind were refused for the same reason, and none was accepted. Unless a third record is accepted,
        // the records are not the cause. Take one of the newest, because refused records come first in each sync.
        if alike == 2,
            let other = try await store.pendingRecords(
                selection, limit: limits.batch, excluding: Set(suspects.keys)
            ).last(where: { $0.key.kind == kind })
        {
            try await send([other])
            samples.insert(other.key)
            return
        }
        suspects = [:]
        throw SyncError.refusesAll(status: status)
    }

    /// Whether the clock that stamped a record was so far ahead that the remote's rules refuse it.
    private func isAhead(_ pending: PendingRecord) -> Bool {
        remoteNow.map { pending.record.highestStamp.milliseconds > $0 + HybridLogicalClock.tolerance } ?? false
    }

    private static let tooLarge = "TOO_LARGE"

    /// - Returns: whether a stamp ahead of the remote's clock is the cause for any of them.
    private mutating func setAsideSuspects() async throws -> Bool {
        guard !suspects.isEmpty else { return false }
        let areAhead = suspects.values.contains { isAhead($0.pending) }
        for suspect in suspects.values.sorted(by: { $0.pending.key.id < $1.pending.key.id }) {
            var reason = QuarantinedRecord.Reason.rejected
            if suspect.status == Self.tooLarge {
                reason = .tooLarge
            } else if isAhead(suspect.pending) {
                reason = .clock
            }
            try await store.quarantine([suspect.pending], reason: reason, status: suspect.status)
        }
        report.refused += suspects.count
        suspects = [:]
        return areAhead
    }
}

extension SyncState {
    /// Adopts a head that this device itself has moved. Everything before it was already here, and no other device has
    /// collected deletions meanwhile.
    mutating func reach(_ head: RemoteHead) {
        follow(head)
        lastPull = nil
        for kind in RecordKind.allCases { pulled[kind] = Position(sequence: head.sequence) }
    }
}

extension RemoteFailure {
    /// Whether a document exists unexpectedly, or is missing.
    fileprivate var isAboutExistence: Bool { [Self.alreadyExists, Self.notFound].contains(status) }

    /// The same failure as a lost race, because the head has moved meanwhile.
    var asLostRace: RemoteFailure {
        RemoteFailure(.lostRace, status: status, message: message, retryAfter: retryAfter, underlying: underlying)
    }
}

extension RemoteCommit.Operation {
    /// Its approximate size on the wire in bytes.
    fileprivate var size: Int {
        switch self {
        case .create(let fields), .replace(let fields), .update(let fields, _): Value.map(fields).storageSize
        case .delete: 0
        }
    }
}
