import FirestoreWire
import Foundation
import JSON
import TestSupport
import TodoDomain
import TodoLocal
import TodoSync

/// Devices, a server, and what must become of everything written on them.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
package final class World: SteppedWorld, @unchecked Sendable {
    let server: ModelServer
    let sabotage: Sabotage?
    var oracle = Oracle()
    var conflicts = ConflictOracle()
    var order = OrderOracle()
    /// Comments that a device has deleted since their to-do had been deleted for so long, with the stamps of that.
    var expiries: [RecordKey: Stamp] = [:]
    /// What was wrong with what a device showed right after an edit.
    var misplacement: String?
    /// Whether it is known what the authors saw of all that was written.
    let knowsAuthors: Bool
    var devices: [Device] = []
    /// Commits that will arrive when nobody waits for them any more.
    var late: [RemoteCommit] = []
    /// The author of what the newer client writes.
    static let newerClient = -1
    /// The folder of the databases, removed with the world that created it.
    private let place: String
    private let folder: TemporaryFolder?
    private let template: String
    private let seed: UInt64
    private let deviceCount: Int
    private var values = 0
    /// Whether anybody has written a document that lies.
    var isAttacked = false

    /// The number of documents in a page and in a commit: few, so that there are several pages and commits.
    static let (page, batch) = (5, 4)

    /// - Parameters:
    ///   - old: the numbers of the devices that run the version before.
    ///   - template: an empty database, which is faster to copy than to create.
    init(seed: UInt64, devices count: Int, old: Set<Int> = [], template: String, sabotage: Sabotage?) throws {
        self.seed = seed
        self.sabotage = sabotage
        self.template = template
        deviceCount = count
        server = ModelServer()
        knowsAuthors = true
        let folder = try TemporaryFolder()
        self.folder = folder
        place = folder.path
        server.ignoresPreconditions = sabotage == .noPrecondition
        // The server's rules come with its installation; some are older than the devices.
        server.rulesAreOld = seed % 8 == 0
        for number in 0..<count { try addDevice(old: old.contains(number)) }
    }

    /// A world that continues: a server, everything that was ever written, and the database of one device in its place.
    init(seed: UInt64, server: ModelServer, oracle: Oracle, device path: String, template: String) throws {
        self.seed = seed
        self.server = server
        self.oracle = oracle
        self.template = template
        sabotage = nil
        deviceCount = 1
        knowsAuthors = false
        folder = nil
        place = (path as NSString).deletingLastPathComponent
        devices = [Device(0, path: path, hardware: Hardware(server: server, seed: seed), isDurable: true)]
    }

    deinit { for device in devices { device.close() } }

    @discardableResult
    func addDevice(old isOld: Bool = false) throws -> Device {
        let (number, hardware) = (devices.count, nextHardware)
        hardware.showsServerTime = sabotage == .serverTime
        let device = try Device(number, copying: template, to: nextPath, hardware: hardware, isOlder: isOld)
        devices.append(device)
        if isOld { conflicts.hasForeigners = true }
        return device
    }

    private var nextPath: String { "\(place)/\(devices.count).db" }
    private var nextHardware: Hardware {
        Hardware(server: server, seed: seed &+ UInt64(devices.count) &* 7919)
    }

    /// A value that nobody has written before.
    func freshValue() -> String {
        values += 1
        return "v\(values)"
    }

    func run(_ step: Step) async throws {
        switch step {
        case .edit(let device, let salt): try await edit(device, salt)
        case .wish(let number, let wish):
            guard let device = device(number) else { return }
            try await perform(Edit(wish, value: freshValue(), now: server.now), on: device)
        case .sync(let device, let process, let faults): try await sync(device, process: process, faults)
        case .setClock(let device, let ahead): self.device(device)?.hardware.ahead = ahead
        case .setServerClock(let ahead): server.ahead = ahead
        case .hostileMember(let salt): try actAsHostileMember(salt)
        case .restart(let device): self.device(device)?.restart()
        case .wait(let milliseconds): server.now += milliseconds
        case .backUp: server.backUp()
        case .restore(let newEpoch):
            if server.restore(epoch: newEpoch ? freshValue() : nil) { conflicts.restore() }
        case .newerClient(let commits, let salt): try actAsNewerClient(commits, salt)
        case .newerSchema(let isNewer): try setSchema(RemoteHead.schema + (isNewer ? 1 : 0))
        case .deliverLate:
            for commit in late.shuffled(using: &shuffling) { _ = try? server.commit(commit) }
            late = []
            for device in devices { try await noteUnanswered(by: device) }
        case .copy(let device): try copy(device)
        case .fillDisk(let device, let isFull): try self.device(device)?.setDiskFull(isFull)
        }
    }

    private var shuffling = SeededGenerator(seed: 1)

    private func device(_ number: Int) -> Device? { number < devices.count ? devices[number] : nil }

    private func edit(_ number: Int, _ salt: UInt64) async throws {
        guard let device = device(number) else { return }
        try await perform(Edit(salt: salt, value: freshValue(), now: server.now), on: device)
    }

    private func perform(_ edit: Edit, on device: Device) async throws {
        var edit = edit
        edit.isUnguarded = sabotage == .unguardedRun
        edit.isUnsettled = sabotage == .noSettling
        do {
            // The edit is on the disk. From now on it must not be lost.
            let before = try await device.records()
            // In the midst of a sync too, before the edit hides the answers.
            noteAnswers(in: before.values, by: device)
            let shown = try await device.shown()
            try await device.perform(edit)
            if let problem = try await device.problemOfTime() { misplacement = misplacement ?? problem }
            // Everything that the engine does for an edit is a part of the edit. Nobody lists here what that should be.
            let written = try await Array(device.records().changes(since: before).values)
            for record in written {
                oracle.add(
                    record, over: before[RecordKey(record.kind, record.id)], by: device.number,
                    knowing: device.registerNames(of: record.kind))
            }
            conflicts.add(
                written, over: before, by: device.number, isForeign: false, knowing: device.registerNames)
            let after = try await device.shown()
            if let action = edit.orderAction {
                order.add(action, written, over: before, before: shown.order, after: after.order)
            }
            misplacement = misplacement ?? shown.problem(after: after, edit.moved(written, over: before), before)
        } catch let error as TodoError where [.diskFull, .notFound, .usage].contains(error.code) {
            return
        }
    }

    private func sync(_ number: Int, process: Int, _ faults: [Fault]) async throws {
        guard let device = device(number) else { return }
        do {
            _ = try await device.sync(in: self, process: process, faults: faults)
        } catch is Killed {
        } catch is RemoteFailure {
        } catch SyncError.tooBusy, SyncError.refusesAll {
        } catch let error as TodoError where error.code == .diskFull {
        }
        try await noteUnanswered(by: device)
        try await noteAnswers(by: device)
    }

    /// Records the answers to completions that a sync has written.
    func noteAnswers(by device: Device) async throws {
        try await noteAnswers(in: device.records().values, by: device)
    }

    private func noteAnswers(in records: some Sequence<Record>, by device: Device) {
        for record in records where record.kind == .todo && record.isAnswer {
            oracle.add(answer: record, by: device.number, knowing: device.registerNames(of: .todo))
            conflicts.answer(record)
        }
    }

    /// Returns what has arrived from a device, although the device considers it unsent.
    private func noteUnanswered(by device: Device) async throws {
        for key in try await device.unsent() {
            if let record = serverRecord(key) { conflicts.leaveUnanswered(record, by: device.number) }
        }
    }

    private func copy(_ number: Int) throws {
        guard let device = device(number), devices.count < deviceCount + 1 else { return }
        let copy = try device.copy(number: devices.count, path: nextPath, hardware: nextHardware)
        devices.append(copy)
        copy.hardware.follow(device.hardware)
        copy.hardware.showsServerTime = device.hardware.showsServerTime
        oracle.copy(from: number, to: copy.number)
        conflicts.copy()
    }

    // MARK: The newer client

    /// Writes whole documents, merged with what is there, including registers that this version does not know.
    private func actAsNewerClient(_ commits: Int, _ salt: UInt64) throws {
        var generator = SeededGenerator(seed: salt)
        for _ in 0..<commits {
            guard server.contents.head != nil, let key = generator.pickKey(of: server) else { return }
            let stamp = Stamp(milliseconds: server.clock, counter: values % 1000, device: DeviceID(rawValue: 1 << 34))
            guard var record = serverRecord(key) else { continue }
            if let mine = oracle.record(key, by: Self.newerClient) { record = record.merged(with: mine) }
            let (name, value): (String, JSONValue) =
                switch generator.next() % 4 {
                case 0: ("title", .string(freshValue()))
                case 1: (key.kind == .todo ? "priority" : "future", .string("urgent-" + freshValue()))
                case 2: ("future", ["at": .string(freshValue())])
                default: ("a.b`c", .string(freshValue()))
                }
            guard key.kind != .location || name != "title", record.stamp(of: name) < stamp else { continue }
            let before = record
            record.registers[name] = Record.Register(value, stamp)
            conflicts.commit()
            try put(record.normalized())
            conflicts.add(
                [record], over: [key: before], by: Self.newerClient, isForeign: true, knowing: \.registerNames)
        }
    }

    /// Raises the schema as a client does, in a commit. Only an update of all devices lowers it.
    func setSchema(_ schema: Int64) throws {
        guard let head = server.head(), head.schema != schema else { return }
        guard schema > head.schema else {
            return server.lowerSchema(to: schema)
        }
        var (fields, mask) = head.advanced(by: freshValue(), touching: []).changed(touching: [])
        fields["schema"] = .integer(schema)
        mask.fieldPaths.append(try FieldPath(["schema"]))
        _ = try server.commit(
            RemoteCommit(headFields: fields, headMask: mask, headTime: head.updateTime, changes: []))
    }

    func serverRecord(_ key: RecordKey) -> Record? {
        server.contents.documents[key].flatMap { try? RecordCodec.record(key, $0).record }
    }

    /// Sends again what a restored server has lost.
    func healAsNewerClient() throws {
        for key in oracle.keys.sorted(by: { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }) {
            // What was deleted and collected stays deleted, unless the restored server has lost a later edit.
            guard server.contents.head != nil, !server.collected.contains(key) || !oracle.record(key).isDeleted,
                let mine = oracle.record(key, by: Self.newerClient)
            else { continue }
            let known = serverRecord(key)
            let merged = (known?.merged(with: mine) ?? mine).normalized()
            if merged != known { try put(merged) }
        }
    }

    private func put(_ record: Record) throws {
        guard let head = server.head() else { return }
        let key = RecordKey(record.kind, record.id)
        var next = head.advanced(by: freshValue(), touching: [record.kind])
        next.updateTime = nil
        let (fields, mask) = next.changed(touching: [record.kind])
        let document = RecordCodec.document(record, sequence: next.sequence)
        let operation: RemoteCommit.Operation =
            server.contents.documents[key] == nil ? .create(document) : .replace(document)
        do {
            _ = try server.commit(
                RemoteCommit(
                    headFields: fields, headMask: mask, headTime: head.updateTime,
                    changes: [RemoteCommit.Change(key: key, operation: operation)]))
            oracle.add(record, by: Self.newerClient)
        } catch let failure as RemoteFailure where failure.kind == .refused || failure.kind == .denied {
            return
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func pickKey(of server: ModelServer) -> RecordKey? {
        let keys = server.contents.documents.keys.sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
        return keys.isEmpty ? nil : pick(keys)
    }
}
