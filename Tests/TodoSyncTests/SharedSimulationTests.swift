import SyncSimulation
import TestSupport
import Testing

/// People, roles, a removal in the midst of a request and a member who means harm, all drawn from a seed.
@Suite("Simulation of shared spaces")
struct SharedSimulationTests {
    @Test("whatever members do, nothing is lost, and no lie counts")
    func converges() async throws {
        for seed in 1...Dose.of(2, whole: 200) {
            let failure = try await SharedSimulation(seed: UInt64(seed)).failure()
            #expect(failure == nil, "seed \(seed)")
        }
    }

    /// A seed that detects each sabotage, which is tried first: a change of the worlds moves them.
    private static let seeds: [SharedSabotage: UInt64] = [
        .lie: 2, .wash: 16, .garbage: 2, .fallback: 1, .namespaced: 1, .hold: 19,
    ]

    @Test(
        "an engine that is broken on purpose is found out, by a seed on which the sound one passes",
        arguments: Dose.of([SharedSabotage.hold], whole: SharedSabotage.allCases))
    func sabotage(_ sabotage: SharedSabotage) async throws {
        let known = Self.seeds[sabotage] ?? 1
        let found = try await SharedSimulation.firstFailing(seeds: [known] + Array(1...60), sabotage: sabotage)
        let seed = try #require(found?.seed)
        #expect(try await SharedSimulation(seed: seed).failure() == nil, "seed \(seed)")
    }
}
