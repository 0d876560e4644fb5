public import Foundation

/// A device with version 0.1.0 of this program: all that decides what it writes and what it keeps, over values in the
/// place of a database.
///
/// Frozen from commit ebc5348dcdf5e4e4e95840fc5aca87590b34b2a5. It stands for devices that nobody updates, so nothing
/// in this module may ever follow the present code: it is a copy of what was released, and shares nothing with it but
/// JSON and the wire's values.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
public final class Client: @unchecked Sendable {
    /// What it learns from the machine.
    public struct Surroundings {
        /// The wall clock, in milliseconds since 1970.
        public var now: () -> Int64
        /// Which start of the machine this is, and for how many milliseconds it has run.
        public var uptime: () -> (bootID: String, milliseconds: Int64)
        /// A random UUID.
        public var makeUUID: () -> UUID

        /// All of it.
        public init(
            now: @escaping () -> Int64, uptime: @escaping () -> (bootID: String, milliseconds: Int64),
            makeUUID: @escaping () -> UUID
        ) {
            (self.now, self.uptime, self.makeUUID) = (now, uptime, makeUUID)
        }
    }

    let surroundings: Surroundings
    var database: Database

    /// A device that has nothing yet.
    public init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
        database = Database(clock: HybridLogicalClock(device: Self.makeDevice(surroundings)))
    }

    /// A device with a copy of another one's database.
    public init(copying other: Client, _ surroundings: Surroundings) {
        self.surroundings = surroundings
        database = other.database
        database.clock.device = Self.makeDevice(surroundings)
        database.correction.offset = 0
    }

    private static func makeDevice(_ surroundings: Surroundings) -> DeviceID {
        let uuid = surroundings.makeUUID().uuid
        let bits = [uuid.0, uuid.1, uuid.2, uuid.3, uuid.4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return DeviceID(rawValue: bits)
    }

    /// One action of a person. One that throws leaves nothing.
    public func edit(_ body: (inout Transaction) throws -> Void) throws { try write(isSync: false, body) }

    /// Brings this device and the remote together.
    /// - Parameters:
    ///   - interrupt: called before and after each transaction with its number; where it throws, the process is dead.
    ///   - didRestamp: called with the records that were given another time.
    public func sync(
        with remote: any RemoteStore, limits: Limits = Limits(),
        interrupt: @escaping (_ transaction: Int, _ isAfterwards: Bool) throws -> Void = { _, _ in },
        didRestamp: @escaping ([RemoteDocument]) -> Void = { _ in }
    ) async throws -> SyncReport {
        var run = SyncRun(
            SyncStore(self, interrupt: interrupt, didRestamp: didRestamp), remote, limits: limits)
        return try await run.perform()
    }

    /// Has everything tried again that was set aside.
    public func retry() throws {
        try write(isSync: true) { transaction in
            if transaction.database.quarantine.values.contains(where: { $0.reason == .unreadable }) {
                transaction.database.state.collectedAt = 0
            }
            transaction.database.quarantine = transaction.database.quarantine.filter { $1.reason == .unreadable }
        }
    }

    /// Everything that it has, deleted records too.
    public var documents: [RemoteDocument] { database.rows.values.map(\.document) }

    /// The conflicts that it has noted: their records and registers, and the stamps of what was lost and of what stands.
    public var conflicts: [(key: RecordKey, register: String, lost: String, kept: String)] {
        database.conflicts.map {
            ($0.key, $0.conflict.register, $0.conflict.lostStamp.description, $0.conflict.keptStamp.description)
        }
    }

    /// How many records wait to be sent, and how many are set aside.
    public var counts: (pending: Int, quarantined: Int) {
        (database.pendingRecords(limit: .max, excluding: []).count, database.quarantine.count)
    }

    /// Runs a transaction: as a whole or not at all.
    func write<T>(isSync: Bool, _ body: (inout Transaction) throws -> T) throws -> T {
        var transaction = Transaction(database, surroundings, isSync: isSync)
        let result = try body(&transaction)
        transaction.finish()
        database = transaction.database
        return result
    }
}

/// What a device keeps.
struct Database {
    struct Row {
        /// In the order of their making.
        var number: Int
        var record: Record
        var isDirty: Bool
        var revision: Int64 = 1
        /// What the remote is known to have.
        var base: RecordBase?
        /// The last resync that saw it.
        var seen: Int64 = 0
        /// When a person last changed it here, in milliseconds since 1970.
        var editedAt: Int64?

        var document: RemoteDocument {
            RemoteDocument(RecordKey(record.kind, record.id), RecordCodec.document(record, sequence: 1))
        }
    }

    struct Quarantine {
        /// Until that is exceeded; nil: for good.
        var revision: Int64?
        var reason: QuarantineReason
    }

    /// How much later the remote's clock is, and of which start of the machine that was learnt.
    struct Correction {
        var offset: Int64 = 0
        var start: Int64 = 0
        var bootID = ""
    }

    var clock: HybridLogicalClock
    var rows: [RecordKey: Row] = [:]
    var nextNumber = 1
    var quarantine: [RecordKey: Quarantine] = [:]
    var conflicts: [(key: RecordKey, conflict: RecordConflict)] = []
    var state = SyncState()
    var correction = Correction()

    init(clock: HybridLogicalClock) { self.clock = clock }

    /// The rows of a kind, in the order of their making.
    func rows(of kind: RecordKind) -> [Row] {
        rows.values.filter { $0.record.kind == kind }.sorted { $0.number < $1.number }
    }

    /// The record where it is not deleted.
    func live(_ key: RecordKey) throws -> Row {
        guard let row = rows[key], !row.record.isDeleted else { throw NotFound() }
        return row
    }

    /// How much later the remote's clock is known to be: until somebody sets this one, or the machine starts again.
    func offset(_ surroundings: Client.Surroundings) -> Int64 {
        let uptime = surroundings.uptime()
        guard correction.offset != 0, uptime.bootID == correction.bootID,
            abs(surroundings.now() - uptime.milliseconds - correction.start) <= Self.tolerance
        else { return 0 }
        return correction.offset
    }

    /// Differences between clocks that do not count, in milliseconds.
    static let tolerance: Int64 = 2000
}

/// There is no such record, or it is deleted.
public struct NotFound: Error {}
