import SyncSimulation
import TestSupport
import Testing

/// Devices, faults and a model server, all drawn from a seed: here twenty, with `make simulate` as many as one likes.
@Suite("Simulation")
struct SimulationTests {
    @Test("whatever fails, all devices come to hold what was written last", arguments: [UInt64(1), 2])
    func converges(first: UInt64) async throws {
        let folder = try TemporaryFolder()
        let template = try Simulation.makeTemplate(in: folder.path)
        let seeds = stride(from: first, to: 21, by: 2)
        guard let failing = try await Simulation.firstFailing(seeds: seeds, template: template) else { return }
        Issue.record("\(try await failing.report(template: template))")
    }

    @Test("an engine that is broken on purpose is found out within 50 seeds", arguments: Sabotage.allCases)
    func findsSabotage(_ sabotage: Sabotage) async throws {
        let folder = try TemporaryFolder()
        let template = try Simulation.makeTemplate(in: folder.path)
        let seeds = stride(from: UInt64(1), to: 51, by: 1)
        let failing = try await Simulation.firstFailing(seeds: seeds, sabotage: sabotage, template: template)
        #expect(failing != nil)
    }
}
