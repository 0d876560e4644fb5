import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    /// `make quick ONLY=Server FILTER=Differential DIFFERENTIAL_SEEDS=500` tries that many seeds.
    @Suite(
        "the emulator is the truth",
        .enabled(if: FirestoreEmulator.isInstalled, "the Firestore emulator is not installed"))
    struct Differential {
        private static let seeds =
            ProcessInfo.processInfo.environment["DIFFERENTIAL_SEEDS"].flatMap(UInt64.init) ?? Dose.of(2, whole: 20)
        private static let first = ProcessInfo.processInfo.environment["DIFFERENTIAL_FIRST"].flatMap(UInt64.init) ?? 1

        @Test("the same requests get the same answers from the emulator and from us")
        func sameAnswers() async throws {
            let emulator = try FirestoreEmulator.shared.get()
            try await RunningServer.with { ours in
                let theirs = Endpoint(authority: "127.0.0.1:\(emulator.port)", transport: ours.endpoint.transport)
                let isReady = await eventually {
                    let reply = try? await theirs.send(.get, "/")
                    if reply == nil { try? await Task.sleep(for: .milliseconds(100)) }
                    return reply?.status == 200
                }
                try #require(isReady, "the emulator does not answer")
                for seed in Self.first..<Self.first + Self.seeds {
                    try await compare(ours.endpoint, theirs, seed: seed)
                }
            }
        }

        private func compare(_ ours: Endpoint, _ theirs: Endpoint, seed: UInt64) async throws {
            let project = "d\(seed)-\(UInt32.random(in: 0...(.max)))"
            var ours = Contender(ours, project: project)
            var theirs = Contender(theirs, project: project)
            var requests = RandomExchanges(seed: seed)
            for _ in 0..<60 {
                for exchange in requests.next() {
                    let their = try await theirs.answer(to: exchange)
                    let our = try await ours.answer(to: exchange)
                    // What the emulator cannot answer, a server for the internet must.
                    if their.status == 500 {
                        #expect(our.status < 500)
                        continue
                    }
                    guard our.status == their.status, our.body == their.body else {
                        let request = exchange.rawBody ?? exchange.body?.canonicalJSON ?? ""
                        Issue.record(
                            """
                            seed \(seed): \(exchange.method) \(exchange.path) \(request)
                              emulator: \(their.status) \(their.body.canonicalJSON)
                              ours:     \(our.status) \(our.body.canonicalJSON)
                              \(our.status < 300 ? "" : our.text) \(their.status < 300 ? "" : their.text)
                            """)
                        // After a write the two hold different documents.
                        if !exchange.isRead { return }
                        continue
                    }
                }
            }
        }
    }
}
