import Basics
import Foundation
import TestSupport
import Testing

/// The server is restarted, as an upgrade of its package does, while devices sync.
@Suite("A server that is restarted while devices sync")
struct RestartTests {
    @Test("no acknowledged edit is lost, each request under way ends, and `todo sync --watch` goes on by itself")
    func underLoad() async throws {
        let folder = try TemporaryFolder()
        let database = folder.file("server.db")
        let token = try ServerProcess.run("user", "add", "ada", "--database", database)
        try #require(token.status == 0, "\(token.error)")
        let rates = ["--user-rate", "100000", "--address-rate", "100000"]
        var server = try ServerProcess(database: database, rates)
        let port = try #require(server.url.split(separator: ":").last.flatMap { Int($0) })
        func device() throws -> TodoProcess {
            var device = try TodoProcess()
            device.environment["TODO_NOW"] = nil
            device.environment["NO_PROXY"] = "*"
            device.environment["DEVICE_TOKEN"] = token.output.trimmingCharacters(in: .newlines)
            let set = try device(
                "remote", "set", "http://127.0.0.1:\(port)", "--user", "ada", "--token-variable", "DEVICE_TOKEN")
            try #require(set.status == 0, "\(set.error)")
            return device
        }
        let (reader, writer) = (try device(), try device())
        let watching = try reader.start("sync", "--watch")
        defer { kill(watching.processIdentifier, SIGKILL) }

        // One to-do after the other. A to-do that a sync has sent is acknowledged.
        let acknowledged = Locked<[String]>([])
        let isDone = Locked(false)
        let writing = Task {
            try await blocking {
                var number = 0
                while !isDone.withLock({ $0 }) {
                    number += 1
                    let title = "to-do \(number)"
                    guard try writer("add", title).status == 0 else { continue }
                    if try writer("sync").status == 0 { acknowledged.withLock { $0.append(title) } }
                }
            }
        }
        for round in 1...3 {
            let before = acknowledged.withLock { $0.count }
            #expect(await eventually { acknowledged.withLock { $0.count } >= before + 3 }, "round \(round)")
            server.process.terminate()
            try await blocking { [process = server.process] in process.waitUntilExit() }
            #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
            server = try ServerProcess(database: database, rates + ["--port", "\(port)"])
        }
        let before = acknowledged.withLock { $0.count }
        #expect(await eventually { acknowledged.withLock { $0.count } >= before + 3 })
        isDone.withLock { $0 = true }
        try await writing.value
        let sent = Set(acknowledged.withLock { $0 })
        #expect(sent.count >= 12)
        let hasAll = await eventually { (try? reader.titles("list")).map(sent.isSubset) ?? false }
        let received = try reader.titles("list")
        #expect(hasAll, "missing: \(sent.subtracting(received).sorted())")
        #expect(watching.isRunning)
        withExtendedLifetime(server) {}
    }
}
