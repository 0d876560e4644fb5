import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    /// `make quick ONLY=Server FILTER=Rules RULES_SEEDS=500` tries that many seeds, starting at `RULES_FIRST`.
    @Suite(
        "the security rules",
        .enabled(if: FirestoreEmulator.isInstalled, "the Firestore emulator is not installed"))
    struct Rules {
        private static let seeds =
            ProcessInfo.processInfo.environment["RULES_SEEDS"].flatMap(UInt64.init) ?? Dose.of(2, whole: 12)
        private static let first = ProcessInfo.processInfo.environment["RULES_FIRST"].flatMap(UInt64.init) ?? 1
        private static let project = "todo-rules"

        @Test("the same commits and reads of a user get the same answers from the emulator with the rules and from us")
        func sameAnswers() async throws {
            let emulator = try FirestoreEmulator.shared.get()
            try await emulator.loadRules(project: Self.project)
            try await RunningServer.with(access: nil) { ours in
                let theirs = Endpoint(authority: "127.0.0.1:\(emulator.port)", transport: ours.endpoint.transport)
                var allowed = 0
                for seed in Self.first..<Self.first + Self.seeds {
                    allowed += try await compare(ours, theirs, seed: seed)
                }
                #expect(allowed > Int(Self.seeds) * 5, "too few commits pass for the test to say much")
            }
        }

        /// Sends the same requests to both and returns how many commits succeeded.
        private func compare(_ server: RunningServer, _ theirs: Endpoint, seed: UInt64) async throws -> Int {
            let user = "u\(seed)-\(UInt32.random(in: 0...(.max)))"
            var ours = Contender(server.endpoint, project: Self.project)
            var theirs = Contender(theirs, project: Self.project)
            ours.authorization = "Bearer \(try server.store.accounts.add(user).text)"
            theirs.authorization = "Bearer \(FirestoreEmulator.token(of: user, project: Self.project))"
            var requests = RandomSpaceRequests(user: user, seed: seed)
            var made = 0
            for _ in 0..<60 {
                let exchange = requests.next()
                let (their, our) = (try await theirs.answer(to: exchange), try await ours.answer(to: exchange))
                // Under load the emulator sometimes fails itself.
                if their.status == 500 { continue }
                // We check the rights first, and the emulator checks first whether the writes can ever succeed. Both refuse.
                if our.status == 403, their.status == 400 { continue }
                guard our.status == their.status, our.body == their.body else {
                    Issue.record(
                        """
                        seed \(seed): \(exchange.method) \(exchange.path) \(exchange.body?.canonicalJSON ?? "")
                          emulator: \(their.status) \(their.text)
                          ours:     \(our.status) \(our.text)
                        """)
                    return made
                }
                if exchange.path == ":commit", our.status == 200 { made += 1 }
                // Both learn when their head last changed.
                let read = Exchange(.get, "/users/\(user)/sync/head")
                let (theirHead, head) = (try await theirs.answer(to: read), try await ours.answer(to: read))
                #expect(theirHead.body == head.body)
                requests.learn(head: head.body)
            }
            return made
        }
    }
}
