import FirestoreWire
import Foundation
import JSON
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("one document, many at once")
    struct Consistency {
        @Test("no reader ever sees an older state than one that any reader has seen")
        func readsNeverGoBack() async throws {
            try await RunningServer.with { server in
                let name = try server.database.resource("c", "a")
                _ = try await server.service.patch(name, ["n": 0])
                let greatest = SeenNumber()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for number in 1...300 {
                            _ = try await server.service.patch(name, ["n": .integer(Int64(number))])
                            greatest.see(Int64(number))
                        }
                    }
                    for reader in 0..<8 {
                        group.addTask {
                            while greatest.value < 300 {
                                let before = greatest.value
                                // Through the cache, and through the database.
                                let fields =
                                    reader.isMultiple(of: 2)
                                    ? try await server.service.get(name).fields
                                    : try await server.service.batchGet([name]).found.first?.fields
                                guard case .integer(let number)? = fields?["n"] else {
                                    Issue.record("the document is gone")
                                    return
                                }
                                #expect(number >= before, "a reader went back from \(before) to \(number)")
                                greatest.see(number)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }

        @Test("two spellings of one accent are two documents, however often they are read")
        func spellings() async throws {
            try await RunningServer.with { server in
                let names = try ["\u{E9}", "e\u{301}"].map { try server.database.resource("c", $0) }
                for name in names { _ = try await server.service.patch(name, ["id": .string(name.id ?? "")]) }
                for name in names + names {
                    let fields = try await server.service.get(name).fields
                    #expect(fields == ["id": .string(name.id ?? "")])
                }
            }
        }

        @Test("a deleted document is gone at once, and one made again is another")
        func deletion() async throws {
            try await RunningServer.with { server in
                let name = try server.database.resource("c", "a")
                for round in 0..<20 {
                    let made = try await server.service.patch(name, ["n": .integer(Int64(round))])
                    #expect(try await server.service.get(name) == made)
                    #expect(try await server.service.get(name) == made)
                    try await server.service.delete(name)
                    await #expect(throws: FirestoreError.self) { _ = try await server.service.get(name) }
                }
            }
        }
    }
}

/// The greatest number that any reader has seen.
private final class SeenNumber: @unchecked Sendable {
    // Every access goes through the lock.
    private let lock = NSLock()
    private var number: Int64 = 0

    var value: Int64 { lock.withLock { number } }

    func see(_ number: Int64) { lock.withLock { self.number = max(self.number, number) } }
}
