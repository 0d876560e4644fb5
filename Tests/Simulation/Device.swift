import Foundation
import TestSupport
import TodoDomain
import TodoLocal
import TodoSync

/// A device of this version, or of the one before: a database file that up to two processes have open.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
final class Device: @unchecked Sendable {
    let number: Int
    let path: String
    let hardware: Hardware
    /// Whether it runs the version before (``OlderVersion``).
    let isOlder: Bool
    private let configuration: StackConfiguration
    /// The store of each running process.
    private var stacks: [Int: LocalStack] = [:]
    /// Whether the disk is full.
    private(set) var isDiskFull = false
    /// What was last read of it.
    var known = Known()
    /// What its clock showed whenever something was edited.
    private var edits: Set<Int64> = []

    init(_ number: Int, path: String, hardware: Hardware, isOlder: Bool = false, isDurable: Bool = false) {
        self.number = number
        self.path = path
        self.hardware = hardware
        self.isOlder = isOlder
        var configuration = StackConfiguration(storage: .onDisk(path: path), allowsConcurrentReads: false)
        configuration.isDurable = isDurable
        self.configuration = configuration
    }

    /// Creates a device with a copy of a database file.
    convenience init(
        _ number: Int, copying file: String, to path: String, hardware: Hardware, isOlder: Bool
    ) throws {
        try FileManager.default.copyItem(atPath: file, toPath: path)
        self.init(number, path: path, hardware: hardware, isOlder: isOlder)
    }

    var environment: TodoEnvironment {
        var environment = TodoEnvironment(
            now: { Date(milliseconds: self.hardware.now) }, timeZone: .gmt, makeUUID: { self.hardware.makeUUID() })
        environment.uptime = {
            let uptime = self.hardware.uptime
            return Uptime(bootID: uptime.bootID, milliseconds: uptime.milliseconds)
        }
        return environment
    }

    /// Returns the store of a process, which starts if it is not running.
    func stack(of process: Int = 0) throws -> LocalStack {
        if let running = stacks[process] { return running }
        let stack = try LocalStack(configuration, environment: environment)
        if isDiskFull { try stack.limitPages(to: 1) }
        stacks[process] = stack
        if process == 0 { known = Known() }
        return stack
    }

    // MARK: Acts

    /// Performs one action of a person.
    /// - Throws: `TodoError` if the action is not possible.
    func perform(_ edit: Edit) async throws {
        let program = isOlder ? nil : edit.program.map { HistoryClient(name: $0, conversation: "1") }
        try await HistoryClient.$current.withValue(program) { try await performAlone(edit) }
    }

    private func performAlone(_ edit: Edit) async throws {
        if !edit.isOnlyHistory {
            try await stack().write(edit.action) { [isOlder] transaction in
                try edit.perform(in: transaction)
                guard isOlder, try transaction.reading.integer("\(sql: OlderVersion.edited)") != 0 else { return }
                throw TodoError(.usage, "This version has no such field.")
            }
        }
        for act in edit.historyActs { try await takeBack(act) }
    }

    /// What is wrong with the time of the last edit, as people see it; nil for nothing.
    func problemOfTime() async throws -> String? {
        // The edit may have changed nothing, or undone a step. Then the last step belongs to an earlier edit.
        edits.insert(hardware.wallClock)
        guard let step = try await HistoryDAO(stack()).undoable(limit: 1).first else { return nil }
        let time = step.date.milliseconds
        return edits.contains(time) ? nil : "an edit at \(hardware.wallClock) has the time \(time)"
    }

    /// Undoes or redoes the last step, if it settled an occurrence.
    private func takeBack(_ act: Edit.HistoryAct) async throws {
        let history = try HistoryDAO(stack())
        let next = act == .undo ? try await history.undoable(limit: 1) : try await history.redoable(limit: 1)
        guard next.first?.action == Edit.settling else { return }
        do {
            // What was changed since stays as it is.
            _ =
                act == .undo
                ? try await history.undo(1, isForced: true) : try await history.redo(1, isForced: true)
        } catch is TodoError {
            // Refused, or the disk is full: nothing is written then.
        }
    }

    /// Syncs once; returns whether anything moved. If it was killed, the process is gone.
    func sync(in world: World, process: Int, faults: [Fault]) async throws -> Bool {
        do {
            let report = try await engine(in: world, process: process, faults).run()
            return report.pulled + report.documentsWritten > 0 || report.resync != nil
        } catch let killed as Killed {
            try? stacks.removeValue(forKey: process)?.close()
            throw killed
        }
    }

    func engine(in world: World, process: Int = 0, _ faults: [Fault] = []) throws -> SyncEngine {
        var limits = SyncEngine.Limits()
        limits.page = World.page
        limits.batch = World.batch
        limits.overlaps = false
        return try SyncEngine(
            store: FaultyStore(world, self, process: process, faults),
            remote: remote(Connection(world, hardware, faults)),
            environment: environment, limits: limits, pause: { _ in })
    }

    private func remote(_ connection: Connection) -> any RemoteStore {
        isOlder ? OlderConnection(connection: connection) : connection
    }

    /// Retries everything that is set aside.
    func retry() async throws {
        let replication = try ReplicationDAO(stack())
        try await replication.release(replication.quarantined().map(\.key))
    }

    /// Returns another device with a copy of its database.
    func copy(number: Int, path: String, hardware: Hardware) throws -> Device {
        close()
        let copy = try Device(number, copying: self.path, to: path, hardware: hardware, isOlder: isOlder)
        copy.edits = edits
        return copy
    }

    /// Ends all processes, because the machine restarts.
    func restart() {
        hardware.restart()
        close()
    }

    /// Fills the disk, or frees it again.
    func setDiskFull(_ isFull: Bool) throws {
        isDiskFull = isFull
        for stack in stacks.values { try stack.limitPages(to: isFull ? 1 : 1_000_000) }
    }

    /// Ends all processes.
    func close() {
        for process in stacks.keys.sorted() { try? stacks.removeValue(forKey: process)?.close() }
    }

    // MARK: Looking

    /// The keys of what it has yet to send, for which it records conflicts.
    func unsent() async throws -> [RecordKey] {
        try await ReplicationDAO(stack()).pendingRecords(limit: 100_000, excluding: []).map(\.key)
    }

    /// The conflicts that it has recorded.
    func conflicts() async throws -> [ConflictOracle.Note] {
        try await ReplicationDAO(stack()).conflicts(limit: 100_000).map { stored in
            let (conflict, key) = (stored.record.conflict, stored.record.key)
            let register =
                isOlder ? OlderVersion.name(here: conflict.register, of: key.kind) : conflict.register
            return ConflictOracle.Note(
                cell: .init(key: key, name: ConflictOracle.Cell.name(of: register)), lost: conflict.lostStamp,
                kept: conflict.keptStamp, device: number)
        }
    }

    /// Describes what is wrong with it once nothing moves any more, apart from its records; nil for nothing.
    func problem(in world: World) async throws -> String? {
        let stack = try stack()
        let counts = try await ReplicationDAO(stack).counts()
        guard counts.pending == 0 else { return "\(counts.pending) records wait to be sent" }
        guard counts.quarantined == 0 else { return "\(counts.quarantined) records are set aside" }
        let connection = Connection(world, hardware)
        let report = try await SyncEngine(
            store: try FaultyStore(world, self, process: 0), remote: remote(connection), environment: environment
        ).run()
        guard connection.requests == 1, report.requests == 1, report.documentsRead == 1 else {
            return "an idle sync takes \(connection.requests) requests and \(report.documentsRead) reads"
        }
        return try stack.inconsistency().map { "\($0) is not as it must be" }
    }

    /// The registers that every record of a kind has in its version.
    func registerNames(of kind: RecordKind) -> [String] {
        isOlder ? OlderVersion.registerNames(of: kind) : kind.registerNames
    }
}

extension [RecordKey: Record] {
    /// What differs from how it was before.
    func changes(since before: Self) -> Self { filter { before[$0.key] != $0.value } }
}

/// The process was killed.
struct Killed: Error {}
