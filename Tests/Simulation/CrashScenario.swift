package import Foundation
import TestSupport
import TodoDomain
import TodoLocal
import TodoMaintenance
import TodoSync

/// A device with something to send and something to fetch, which dies on the way, in its own process.
package struct CrashScenario: Sendable {
    /// What it is doing.
    package enum Operation: String, CaseIterable, Sendable {
        /// A person changes several things in one step.
        case edit
        /// Pages arrive and are merged, commits are sent and acknowledged.
        case sync
    }

    private let folder: TemporaryFolder
    private let template: String
    private let oracle: Oracle
    private let before: [RecordKey: Record]
    /// What the edit makes of it.
    private let after: [RecordKey: Record]

    private static let seed: UInt64 = 1

    /// Creates the device: it and another one share some records, and each has gone on alone.
    package init() async throws {
        folder = try TemporaryFolder()
        template = try Simulation.makeTemplate(in: folder.path)
        let world = try World(seed: Self.seed, devices: 2, template: template, sabotage: nil)
        var generator = SeededGenerator(seed: Self.seed)
        for _ in 0..<2 {
            for step in 0..<60 { try await world.run(.edit(device: step % 2, salt: generator.next())) }
            for device in [0, 1] { try await world.run(.sync(device: device)) }
        }
        for step in 0..<16 { try await world.run(.edit(device: step % 2, salt: generator.next())) }
        try await world.run(.sync(device: 1))
        before = try await world.devices[0].records()
        for device in world.devices { device.close() }
        oracle = world.oracle
        let original = world.devices[0].path
        // A file that reused the inode number of the original would be mistaken for it, and be the same device.
        try FileManager.default.linkItem(atPath: original, toPath: folder.file("original.db"))
        try FileManager.default.copyItem(atPath: original, toPath: folder.file("before.db"))
        try world.server.save(to: folder.file("before.json"))

        let place = try TemporaryFolder()
        try Self.copy(folder, to: place)
        let edited = try Self.world(database: place.file("0.db"), server: place.file("server.json"), template: template)
        try await edited.devices[0].stack().write("edit") { try Self.edit($0) }
        after = try await edited.devices[0].records()
    }

    private static func copy(_ folder: TemporaryFolder, to place: TemporaryFolder) throws {
        try FileManager.default.copyItem(atPath: folder.file("before.db"), toPath: place.file("0.db"))
        try FileManager.default.copyItem(atPath: folder.file("before.json"), toPath: place.file("server.json"))
    }

    fileprivate static func world(
        database: String, server: String, oracle: Oracle = Oracle(), template: String = ""
    ) throws -> World {
        try World(
            seed: seed, server: ModelServer(keptIn: server), oracle: oracle, device: database, template: template)
    }

    /// Performs one step of a person.
    fileprivate static func edit(_ transaction: WriteTransaction) throws {
        let now = Date(milliseconds: transaction.now)
        let tag = try transaction.tag(titled: "crash")
        let place = Location(
            id: Location.ID(stored: "crash"), coordinate: try Coordinate(latitude: 47, longitude: 8.5),
            placeName: "Crash", createdAt: now)
        try transaction.create(place)
        var todo = Todo(id: Todo.ID(stored: "crash"), title: "Survive", createdAt: now)
        todo.notes = String(repeating: "Several pages. ", count: 300)
        try transaction.create(todo)
        try transaction.update(
            Todo.Update(id: todo.id, location: .set(place.id), tags: .add([Tag.ID(stored: tag.record.id)])))
        for number in 0..<9 {
            let id = Todo.ID(stored: "t\(number)")
            guard let known = try transaction.reading.record(TodoEntity.self, id: id.rawValue), !known.record.isDeleted
            else { continue }
            if number % 3 == 0 {
                try transaction.delete(TodoEntity.self, id: id.rawValue)
            } else {
                try transaction.update(Todo.Update(id: id, title: "Edited \(number)"))
            }
        }
    }

    /// Kills the device in a process that runs `program`; returns what is wrong afterwards, nil if nothing is.
    /// - Parameters:
    ///   - step: the number of the disk operation at which it dies; 0 for never.
    ///   - hasWitness: whether another process keeps the database open throughout.
    /// - Returns: the operations that it performed, if it did not die.
    package func failure(
        _ operation: Operation, at step: Int, _ death: MortalFiles.Death, hasWitness: Bool = false, program: URL
    ) async throws -> (problem: String?, trace: String) {
        let place = try TemporaryFolder()
        try Self.copy(folder, to: place)
        let (database, server) = (place.file("0.db"), place.file("server.json"))
        let witness = hasWitness ? try LocalStack(.init(storage: .onDisk(path: database))) : nil
        let outcome = try await program.run([operation.rawValue, "\(step)", death.rawValue, database, server])
        let lines = outcome.output.split(separator: "\n").map(String.init)
        guard step == 0 ? outcome.status == 0 : outcome.isKilled else {
            return ("it ended with \(outcome.status)", "")
        }
        let world = try Self.world(database: database, server: server, oracle: oracle, template: template)
        let device = world.devices[0]
        if let problem = try await problem(
            of: device, operation, isAcknowledged: lines.first == "acknowledged", world)
        {
            return (problem, "")
        }
        let problem = try await world.settle()
        try witness?.close()
        return (problem, step == 0 ? lines.last ?? "" : "")
    }

    /// Describes what is wrong right after the end.
    private func problem(
        of device: Device, _ operation: Operation, isAcknowledged: Bool, _ world: World
    ) async throws -> String? {
        let diagnosis = try Doctor(path: device.path, environment: device.environment).examine()
        guard diagnosis.isHealthy else {
            return "the doctor finds \(diagnosis.checks.flatMap(\.findings).map(\.code))"
        }
        if let problem = try device.stack().inconsistency() { return "\(problem) is not as it must be" }
        guard operation == .edit else { return nil }
        let records = try await device.records()
        if records == after {
            for record in after.changes(since: before).values { world.oracle.add(record, by: 0) }
            return nil
        }
        if isAcknowledged { return "what was acknowledged is lost" }
        return records == before ? nil : "half of an edit is there"
    }
}

extension CrashScenario.Operation {
    /// Performs the action, and closes the database.
    /// - Parameter acknowledge: called as soon as nothing of the action may be lost any more.
    package func perform(database: String, server: String, acknowledge: () -> Void) async throws {
        let world = try CrashScenario.world(database: database, server: server)
        switch self {
        case .edit: try await world.devices[0].stack().write("edit") { try CrashScenario.edit($0) }
        case .sync: _ = try await world.devices[0].engine(in: world).run()
        }
        acknowledge()
        world.devices[0].close()
    }
}

extension URL {
    /// Runs the program to its end, without blocking a thread.
    fileprivate func run(_ arguments: [String]) async throws -> (status: Int32, isKilled: Bool, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = self
        process.arguments = arguments
        process.standardOutput = output
        let status: (Int32, Bool) = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { ended in
                continuation.resume(
                    returning: (ended.terminationStatus, ended.terminationReason == .uncaughtSignal))
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return (status.0, status.1 && status.0 == SIGKILL, text)
    }
}
