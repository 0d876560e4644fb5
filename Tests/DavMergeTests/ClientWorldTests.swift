import DavSimulation
import TestSupport
import Testing

@Suite("Seven kinds of clients and a desktop edit one to-do, or tick one series")
struct ClientWorldTests {
    @Test(
        "nothing is lost silently, nothing is deleted that nobody deleted, each tick counts once, and all come to rest and show the same",
        arguments: DavWorldKind.allCases)
    func worlds(_ kind: DavWorldKind) async throws {
        for seed in 0..<UInt64(Dose.of(25, whole: 10_000)) {
            let failure = try await kind.failure(seed: seed)
            #expect(failure == nil, "world \(seed): \(failure ?? "")")
            if failure != nil { return }
        }
    }

    @Test("a mistake of the server is found", arguments: DavSabotage.allCases)
    func sabotages(_ sabotage: DavSabotage) async throws {
        for kind in sabotage.worlds {
            var isFound = false
            // Two mistakes are rare, and known to be in the first ones.
            for seed in [64, 117] + Array<UInt64>(0..<100) where !isFound {
                isFound = try await kind.failure(seed: seed, sabotage: sabotage) != nil
            }
            #expect(isFound, "Nobody notices it in a world of a \(kind).")
        }
    }
}
