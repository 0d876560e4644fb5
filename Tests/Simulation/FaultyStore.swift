import JSON
import TodoDomain
import TodoLocal
import TodoSync

/// A device's store during one sync, which dies or fills up where the script says so, and can be sabotaged.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
final class FaultyStore: SyncStore, @unchecked Sendable {
    private let world: World
    private let device: Device
    private let replication: ReplicationDAO
    private let faults: [Int: TransactionFault]
    private var transactions = 0

    init(_ world: World, _ device: Device, process: Int, _ faults: [Fault] = []) throws {
        self.world = world
        self.device = device
        replication = try ReplicationDAO(device.stack(of: process))
        self.faults = Dictionary(
            faults.compactMap { if case .transaction(let number, let fault) = $0 { (number, fault) } else { nil } },
            uniquingKeysWith: { first, _ in first })
    }

    private var sabotage: Sabotage? { world.sabotage }

    private func perform<T>(_ body: () async throws -> T) async throws -> T {
        defer { transactions += 1 }
        switch faults[transactions] {
        case nil: return try await body()
        case .killed(afterwards: false): throw Killed()
        case .killed(afterwards: true):
            _ = try await body()
            throw Killed()
        case .diskFull:
            let wasFull = device.isDiskFull
            try device.setDiskFull(true)
            let result = await Self.result(of: body)
            try device.setDiskFull(wasFull)
            return try result.get()
        }
    }

    /// What comes of something after which there is more to do, even if it fails.
    private static func result<T>(of body: () async throws -> T) async -> Result<T, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    func syncState() async throws -> SyncState {
        var state = try await replication.syncState()
        if sabotage == .noRollbackDetection { state.generation = nil }
        return state
    }

    func save(_ state: SyncState) async throws { try await perform { try await replication.save(state) } }

    func beginResync(_ state: SyncState) async throws -> Bool {
        try await perform { try await replication.beginResync(state) }
    }

    func apply(
        _ records: [IncomingRecord], unreadable: [RecordKey: String], state: SyncState
    ) async throws -> ApplyOutcome {
        var (records, unreadable) = (records, unreadable)
        switch sabotage {
        case .unwashedLies: records = records.map(Sabotage.withoutLies)
        case .unreadLies:
            for lie in records where lie.isUnsound {
                unreadable[RecordKey(lie.record.kind, lie.record.id)] = "it lies"
            }
            records = records.filter { !$0.isUnsound }
        case .overwrite:
            let known = try await device.records()
            let old = records.filter { known[RecordKey($0.record.kind, $0.record.id)] != nil }
            try await replication.replace(old.map { RecordKey($0.record.kind, $0.record.id) }, with: old)
        case .cursorBeforeRows: try await perform { try await replication.save(state) }
        case .noTieBreak:
            let known = try await device.records()
            records = records.map { Sabotage.withoutTies($0, known[RecordKey($0.record.kind, $0.record.id)]) }
        case .plainOrigin:
            let known = try await device.records()
            records = records.map { Sabotage.withPlainOrigin($0, known[RecordKey($0.record.kind, $0.record.id)]) }
        case .tornSeries:
            let known = try await device.records()
            records = records.map { Sabotage.withTornSeries($0, known[RecordKey($0.record.kind, $0.record.id)]) }
        case .placelessPosition: records = records.map(Sabotage.withPlacelessPosition)
        default: break
        }
        let (arrived, unread) = (records, unreadable)
        var outcome = try await perform {
            let known = sabotage == nil ? [] : try await replication.conflicts(limit: 100_000).map(\.id)
            let blockers =
                sabotage == .staleBlocked ? try await write { try Sabotage.blockers(in: $0.reading.database) } : [:]
            let outcome = try await replication.apply(arrived, unreadable: unread, state: state)
            try await sabotage(arrived, state: state, outcome, knowing: Set(known), blockers)
            // Conflicts are only kept for a time, so they are read now.
            if outcome.conflicts > 0 { for note in try await device.conflicts() { world.conflicts.add(note) } }
            return outcome
        }
        if sabotage == .noRollbackDetection, outcome.sawRollback {
            var blind = state
            blind.resync = SyncState.Resync(reason: .rollback, number: 0)
            outcome = try await replication.apply(arrived, unreadable: unread, state: blind)
            try await replication.save(state)
        }
        return outcome
    }

    /// Undoes what the sabotage leaves out of the merging of records.
    private func sabotage(
        _ records: [IncomingRecord], state: SyncState, _ outcome: ApplyOutcome, knowing conflicts: Set<String>,
        _ blockers: [String: Int64]
    ) async throws {
        switch sabotage {
        case .noConflicts, .unnotedTagging:
            let noted = try await replication.conflicts(limit: 100_000).filter { !conflicts.contains($0.id) }
            let known = try await device.records()
            // Closed on all devices before anybody has seen it.
            let hidden = noted.filter {
                sabotage == .noConflicts || Sabotage.isAboutTags($0.record.conflict, known[$0.record.key])
            }
            try await replication.dismiss(hidden.map(\.id))
        case .staleBlocked: try await write { try Sabotage.forgetBlockers(since: blockers, in: $0.reading.database) }
        case .deletionFreesOccurrence: try await write { try Sabotage.freeOccurrences(in: $0) }
        case .greatestEdge: try await write { try Sabotage.dropGreatestEdges(in: $0.reading.database) }
        case .revivingPosition:
            for record in try await device.records().values {
                guard record.isDeleted, let stamp = record.deletion?.stamp,
                    record.kind == .todo, record.stamp(of: TodoRegister.position.rawValue) > stamp
                else { continue }
                try await device.stack().write("edit", author: .sync) { transaction in
                    let todo = try transaction.reading.record(TodoEntity.self, id: record.id)
                    if let todo { try transaction.edit(todo, registers: [:], deletion: .revive) }
                }
            }
        case .writtenBackCircle: try await write { try Sabotage.writeBackCircles(in: $0) }
        case .unforgetfulBase where !outcome.sawRollback:
            let pending = records.map {
                PendingRecord($0.record, base: RecordBase($0.record, sequence: $0.sequence), revision: -1)
            }
            for (record, incoming) in zip(pending, records) {
                try await replication.acknowledge([record], sequence: incoming.sequence, state: state)
            }
        default: break
        }
    }

    private func write<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T {
        try await device.stack().write("sabotage", author: .sync, body)
    }

    func finishPull(
        _ state: SyncState, ending resync: SyncState.Resync?, collectedHighest highest: Int64
    ) async throws -> Bool {
        let known = sabotage == .answeringNow ? try await device.records() : [:]
        let isFinished = try await perform {
            try await replication.finishPull(state, ending: resync, collectedHighest: highest)
        }
        if sabotage == .answeringNow { try await write { try Sabotage.stampAnswers(since: known, in: $0) } }
        return isFinished
    }

    func forget(_ records: [CollectibleRecord], state: SyncState) async throws {
        try await perform { try await replication.forget(records, state: state) }
    }

    func pendingRecords(
        _ selection: PendingSelection, limit: Int, excluding excluded: Set<RecordKey>
    ) async throws -> [PendingRecord] {
        try await replication.pendingRecords(selection, limit: limit, excluding: excluded)
    }

    func acknowledge(_ records: [PendingRecord], sequence: Int64, state: SyncState) async throws {
        var records = records
        if sabotage == .carelessAck {
            let now = try await replication.pendingRecords(limit: 10_000, excluding: [])
            let revisions = Dictionary(now.map { ($0.key, $0.revision) }, uniquingKeysWith: { first, _ in first })
            records = records.map {
                PendingRecord($0.record, base: $0.base, revision: revisions[$0.key] ?? $0.revision)
            }
        }
        let sent = records
        try await perform { try await replication.acknowledge(sent, sequence: sequence, state: state) }
    }

    func forgetBases(of keys: [RecordKey]) async throws {
        try await perform { try await replication.forgetBases(of: keys) }
    }

    func quarantine(_ records: [PendingRecord], reason: QuarantinedRecord.Reason, status: String) async throws {
        try await perform { try await replication.quarantine(records, reason: reason, status: status) }
    }

    func release(upTo limit: Int64) async throws -> Int {
        try await perform { try await replication.release(upTo: limit) }
    }

    func unreadableKeys() async throws -> [RecordKey] { try await replication.unreadableKeys() }
    func unreadableKeys(for problem: String) async throws -> [RecordKey] {
        try await replication.unreadableKeys(for: problem)
    }

    func restamp(beyond limit: Int64, to now: Int64) async throws {
        // The only thing that may change what was acknowledged.
        guard device.hardware.hasLivedAhead else { return try await replication.restamp(beyond: limit, to: now) }
        let before = try await device.records()
        let result = await Self.result(of: {
            try await perform { try await replication.restamp(beyond: limit, to: now) }
        })
        let changed = try await device.records().changes(since: before)
        for record in changed.values {
            world.oracle.replace(record, by: device.number, knowing: device.registerNames(of: record.kind))
        }
        world.conflicts.restamp(changed.map { ($0.value, before[$0.key]) }, knowing: device.registerNames)
        try result.get()
    }

    func newestBases(
        above sequence: Int64, seenIn resync: Int64?, limit: Int
    ) async throws -> [RecordKey: RecordBase] {
        sabotage == .noRollbackDetection
            ? [:] : try await replication.newestBases(above: sequence, seenIn: resync, limit: limit)
    }

    func collectibleRecords(deletedBefore date: Int64, limit: Int) async throws -> [CollectibleRecord] {
        try await replication.collectibleRecords(deletedBefore: date, limit: limit)
    }

    func expire(conflictsNoticedBefore noticed: Int64, commentsOfTodosDeletedBefore deleted: Int64) async throws {
        let before = try await device.records()
        let result = await Self.result(of: {
            try await perform {
                try await replication.expire(conflictsNoticedBefore: noticed, commentsOfTodosDeletedBefore: deleted)
            }
        })
        for (key, comment) in try await device.records() where key.kind == .comment && comment.isDeleted {
            guard before[key]?.isDeleted == false, let stamp = comment.deletion?.stamp,
                let todo = comment.commentedTodo,
                before[todo].map({ $0.isDeleted && $0.deletion?.value.integer ?? .max < deleted }) ?? true
            else { continue }
            world.expiries[key] = max(stamp, world.expiries[key] ?? stamp)
        }
        try result.get()
    }

    func correctClock(by offset: Int64) async throws {
        try await perform { try await replication.correctClock(by: offset) }
    }
}
