import Foundation
import TestSupport
import TodoDomain
import TodoLocal
import TodoSync

/// A device: a database file that up to two processes have open, and a clock.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
final class Device: @unchecked Sendable {
    let number: Int
    let path: String
    private let server: ModelServer
    private var generator: SeededGenerator
    private let configuration: StackConfiguration
    /// The way to the database of each process that runs.
    private var stacks: [Int: LocalStack] = [:]
    /// How many milliseconds the clock is ahead of the server's.
    var ahead: Int64 = 0 {
        didSet { if ahead > 60_000 { hasLivedAhead = true } }
    }
    /// Whether it may have written something that nobody will take before its time.
    private(set) var hasLivedAhead = false
    private var starts = 0
    /// Whether there is no room.
    private(set) var isDiskFull = false

    init(_ number: Int, path: String, server: ModelServer, seed: UInt64, isDurable: Bool = false) throws {
        (self.number, self.path, self.server) = (number, path, server)
        generator = SeededGenerator(seed: seed)
        var configuration = StackConfiguration(storage: .onDisk(path: path), allowsConcurrentReads: false)
        configuration.isDurable = isDurable
        self.configuration = configuration
    }

    var now: Int64 { server.now + ahead }

    var environment: TodoEnvironment {
        var environment = TodoEnvironment(
            now: { Date(milliseconds: self.now) }, timeZone: .gmt, makeUUID: { self.generator.uuid() })
        environment.uptime = { Uptime(bootID: "\(self.starts)", milliseconds: self.server.now - 1_000_000) }
        return environment
    }

    /// The way to the database of a process, which starts where it does not run.
    func stack(of process: Int = 0) throws -> LocalStack {
        if let running = stacks[process] { return running }
        let stack = try LocalStack(configuration, environment: environment)
        if isDiskFull { try stack.limitPages(to: 1) }
        stacks[process] = stack
        return stack
    }

    /// Ends a process.
    func end(_ process: Int) { try? stacks.removeValue(forKey: process)?.close() }

    /// Ends all processes.
    func close() { for process in stacks.keys.sorted() { end(process) } }

    func restart() {
        starts += 1
        close()
    }

    /// Takes away what room the disk has, or gives it back.
    func setDiskFull(_ isFull: Bool) throws {
        isDiskFull = isFull
        for stack in stacks.values { try stack.limitPages(to: isFull ? 1 : 1_000_000) }
    }

    /// Everything that it has, deleted records too.
    func records() async throws -> [RecordKey: Record] {
        let replication = try ReplicationDAO(stack())
        var result: [RecordKey: Record] = [:]
        for kind in RecordKind.allCases {
            for record in try await replication.records(of: kind, afterID: nil, limit: 100_000) {
                result[RecordKey(kind, record.id)] = record.normalized()
            }
        }
        return result
    }
}

/// The process was killed.
struct Killed: Error {}
