import FirestoreWire
import Foundation
import TodoDomain
import TodoLocal
import TodoSync
import Version010

/// A device that nobody has updated since version 0.1.0.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
final class Device010: Participant, @unchecked Sendable {
    let number: Int
    let hardware: Hardware
    private let client: Client
    private var isDiskFull = false
    /// What was collected during a sync of this device, which did not look at the head again after it had read the rest:
    /// it may keep that (docs/sync.md, Deletions).
    private(set) var overtaken: Set<TodoDomain.RecordKey> = []

    init(_ number: Int, hardware: Hardware, copying other: Client? = nil) {
        (self.number, self.hardware) = (number, hardware)
        let surroundings = Client.Surroundings(
            now: { hardware.now }, uptime: { hardware.uptime }, makeUUID: { hardware.makeUUID() })
        client = other.map { Client(copying: $0, surroundings) } ?? Client(surroundings)
    }

    func perform(_ edit: Edit) async throws {
        try checkDisk()
        do {
            try client.edit { try edit.perform(in: &$0) }
        } catch is NotFound {
            throw TodoError(.notFound, "There is no such record.")
        }
    }

    func sync(in world: World, process: Int, faults: [Fault]) async throws -> Bool {
        let collected = world.server.collected
        defer { overtaken.formUnion(world.server.collected.subtracting(collected)) }
        do {
            let report = try await sync(in: world, Connection(world, hardware, faults), faults)
            return report.pulled + report.pushed > 0 || report.isResync
        } catch let failure as Version010.RemoteFailure {
            throw TodoSync.RemoteFailure(.transient, status: failure.status, message: "An old client gave up.")
        } catch Version010.SyncError.tooBusy {
            throw TodoSync.SyncError.tooBusy
        } catch Version010.SyncError.refusesAll(let status) {
            throw TodoSync.SyncError.refusesAll(status: status)
        }
    }

    private func sync(
        in world: World, _ connection: Connection, _ faults: [Fault] = []
    ) async throws -> Version010.SyncReport {
        var limits = Limits()
        (limits.page, limits.batch) = (World.page, World.batch)
        return try await client.sync(
            with: Connection010(connection), limits: limits,
            interrupt: { [self] number, isAfterwards in
                for case .transaction(let found, let fault) in faults where found == number {
                    switch fault {
                    case .killed(let dies) where dies == isAfterwards: throw Killed()
                    case .diskFull where !isAfterwards: throw TodoError(.diskFull, "The disk is full.")
                    default: break
                    }
                }
                if !isAfterwards { try checkDisk() }
            },
            didRestamp: { [self] records in
                // The only thing that may change what was acknowledged.
                let records = records.compactMap { try? Self.record($0) }
                for record in records {
                    world.oracle.replace(record, by: number, knowing: registerNames(of: record.kind))
                }
                world.conflicts.restamp(records.map { ($0, nil) }, knowing: registerNames)
            })
    }

    private func checkDisk() throws {
        if isDiskFull { throw TodoError(.diskFull, "The disk is full.") }
    }

    func retry() async throws { try client.retry() }

    func records() async throws -> [TodoDomain.RecordKey: TodoDomain.Record] {
        var result: [TodoDomain.RecordKey: TodoDomain.Record] = [:]
        for document in client.documents {
            let record = try Self.record(document)
            result[TodoDomain.RecordKey(record.kind, record.id)] = record.normalized()
        }
        return result
    }

    func unsent() -> [TodoDomain.RecordKey] { [] }

    func conflicts() async throws -> [ConflictOracle.Note] {
        client.conflicts.compactMap { noted in
            guard let lost = Stamp(noted.lost), let kept = Stamp(noted.kept) else { return nil }
            return ConflictOracle.Note(
                cell: .init(key: TodoDomain.RecordKey(noted.key), name: noted.register), lost: lost, kept: kept,
                device: number, isPresent: false)
        }
    }

    func problem(in world: World) async throws -> String? {
        let counts = client.counts
        guard counts.pending == 0 else { return "\(counts.pending) records wait to be sent" }
        guard counts.quarantined == 0 else { return "\(counts.quarantined) records are set aside" }
        let report = try await sync(in: world, Connection(world, hardware))
        guard report.requests == 1, report.documentsRead == 1 else {
            return "an idle sync takes \(report.requests) requests and \(report.documentsRead) reads"
        }
        return nil
    }

    func registerNames(of kind: TodoDomain.RecordKind) -> [String] {
        Version010.RecordKind(rawValue: kind.rawValue)?.registerNames ?? []
    }

    func copy(number: Int, path: String, hardware: Hardware) throws -> any Participant {
        let copy = Device010(number, hardware: hardware, copying: client)
        copy.overtaken = overtaken
        return copy
    }

    func restart() { hardware.restart() }

    func setDiskFull(_ isFull: Bool) throws { isDiskFull = isFull }

    func close() {}

    /// Converts a record to the present version's types, through what both understand.
    private static func record(_ document: Version010.RemoteDocument) throws -> TodoDomain.Record {
        try RecordCodec.record(TodoDomain.RecordKey(document.key), document.fields).record
    }
}

/// The connection of a present device, as 0.1.0 uses it.
private struct Connection010: Version010.RemoteStore {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    var clockOffset: Int64? { connection.clockOffset }

    func head() async throws -> Document? {
        try await translated { try await connection.headDocument() }
    }

    func page(
        of kind: Version010.RecordKind, after position: Version010.SyncState.Position, limit: Int
    ) async throws -> [Version010.RemoteDocument] {
        try await translated {
            try await connection.page(
                of: TodoDomain.RecordKind(kind),
                after: TodoDomain.SyncState.Position(sequence: position.sequence, id: position.id), limit: limit
            ).map(Version010.RemoteDocument.init)
        }
    }

    func documents(_ keys: [Version010.RecordKey]) async throws -> [Version010.RemoteDocument] {
        try await translated {
            try await connection.documents(keys.map(TodoDomain.RecordKey.init)).map(Version010.RemoteDocument.init)
        }
    }

    func commit(_ commit: Version010.RemoteCommit) async throws -> Timestamp {
        let changes = commit.changes.map { change in
            let operation: TodoSync.RemoteCommit.Operation =
                switch change.operation {
                case .create(let fields): .create(fields)
                case .replace(let fields): .replace(fields)
                case .update(let fields, let mask): .update(fields, mask)
                case .delete: .delete
                }
            return TodoSync.RemoteCommit.Change(key: TodoDomain.RecordKey(change.key), operation: operation)
        }
        if commit.headMask != nil, commit.headFields["restored"] != nil { connection.noteAnnouncement() }
        return try await translated {
            try await connection.commit(
                TodoSync.RemoteCommit(
                    headFields: commit.headFields, headMask: commit.headMask, headTime: commit.headTime,
                    changes: changes))
        }
    }

    private func translated<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let failure as TodoSync.RemoteFailure {
            let kind: Version010.RemoteFailure.Kind =
                switch failure.kind {
                case .lostRace: .lostRace
                case .outcomeUnknown: .outcomeUnknown
                case .refused: .refused
                case .denied: .denied
                case .unauthenticated: .unauthenticated
                // It had no notion of a quota that ends.
                case .transient, .overQuota: .transient
                case .cancelled: .cancelled
                }
            throw Version010.RemoteFailure(kind, status: failure.status)
        }
    }
}

extension TodoDomain.RecordKind {
    /// The kinds of 0.1.0 are a subset of the present ones.
    fileprivate init(_ kind: Version010.RecordKind) {
        switch kind {
        case .todo: self = .todo
        case .tag: self = .tag
        case .location: self = .location
        }
    }
}

extension TodoDomain.RecordKey {
    fileprivate init(_ key: Version010.RecordKey) { self.init(TodoDomain.RecordKind(key.kind), key.id) }
}

extension Version010.RemoteDocument {
    fileprivate init(_ document: TodoSync.RemoteDocument) {
        guard let kind = Version010.RecordKind(rawValue: document.key.kind.rawValue) else {
            preconditionFailure("a client of 0.1.0 asks for the kinds that it knows")
        }
        self.init(Version010.RecordKey(kind, document.key.id), document.fields)
    }
}
