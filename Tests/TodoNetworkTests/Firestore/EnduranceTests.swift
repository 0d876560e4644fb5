import Basics
import FirestoreWire
import Foundation
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Thousands of requests")
    struct Endurance {
        @Test(
            "they share a few connections, and leave no memory, descriptor or thread behind",
            .enabled(if: ProcessUse.residentBytes != nil, "this system does not say what a process uses"))
        func noLeak() async throws {
            // In a separate process: what other tests use must not be counted.
            await #expect(processExitsWith: .success) {
                let server = try ScriptedServer(keepsRequests: false) { _ in
                    [.forever([.receive, .respond(text: documentText())])]
                }
                try await withTransport(to: server) { transport in
                    let service = FirestoreService(
                        try database(at: "http://\(server.authority)"), transport: transport, retry: .never)
                    try await Self.ask(service, Dose.of(1_000, whole: 2_000))
                    let memory = try #require(ProcessUse.residentBytes)
                    let descriptors = ProcessUse.descriptors
                    let threads = ProcessUse.transportThreads
                    try await Self.ask(service, Dose.of(3_000, whole: 10_000))
                    let grown = try #require(ProcessUse.residentBytes) - memory
                    // In the whole dose 600 bytes a request; a leak in each exchange would be more.
                    #expect(grown < 6 << 20, "memory grew by \(grown) bytes")
                    #expect(ProcessUse.descriptors == descriptors)
                    #expect(ProcessUse.transportThreads == threads)
                    #expect(server.connectionCount <= 8)
                }
            }
        }

        /// Reads and changes a document this many times, eight at once.
        private static func ask(_ service: FirestoreService, _ count: Int) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        for number in 0..<(count / 8) {
                            if (number + worker).isMultiple(of: 2) {
                                _ = try await service.getOne()
                            } else {
                                _ = try await service.patch(try service.first, ["a": 1])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
