import Foundation
import SyncSimulation
import TestSupport
import Testing

/// A process that is killed at each disk operation of SQLite, during an edit and during a sync.
@Suite("Crash matrix")
struct CrashMatrixTests {
    private static let program = TodoProcess.executable.deletingLastPathComponent().appending(path: "crash")
    /// Whether each step is tried in all ways: `make crash`. `make test-long` tries each in one of them in turn, and
    /// `make test` one step of so many.
    private static let isWhole = ProcessInfo.processInfo.environment["CRASH_MATRIX"] == "whole"

    /// A way to die at a step.
    private struct Way {
        let step: Int
        let death: MortalFiles.Death
        let hasWitness: Bool
    }

    /// All steps: with and without another process that has the database open, before each and, if something is
    /// written, within it.
    private static func ways(alone: String, witnessed: String) -> [Way] {
        [(alone, false), (witnessed, true)].flatMap { trace, hasWitness in
            trace.enumerated().flatMap { index, name in
                let deaths: [MortalFiles.Death] = name == "W" ? [.before, .within] : [.before]
                return deaths.map { Way(step: index + 1, death: $0, hasWitness: hasWitness) }
            }
        }
    }

    @Test(
        "killed at any step of an edit or a sync, a device loses nothing", arguments: CrashScenario.Operation.allCases)
    func survives(_ operation: CrashScenario.Operation) async throws {
        let scenario = try await CrashScenario()
        let alone = try await scenario.failure(operation, at: 0, .before, program: Self.program)
        let witnessed = try await scenario.failure(operation, at: 0, .before, hasWitness: true, program: Self.program)
        #expect(alone.problem == nil)
        #expect(witnessed.problem == nil)
        // It writes to the disk, and waits for it.
        #expect(alone.trace.count { $0 == "W" } > 20 && alone.trace.contains("S"))
        var ways = Self.ways(alone: alone.trace, witnessed: witnessed.trace)
        if !Self.isWhole {
            // Each step once, in one of the ways. The small dose takes steps from everywhere, at a distance that is odd, so
            // that the ways take turns, and prime, so that the steps are in different parts of the commits.
            let distance = Dose.of(41, whole: 1)
            ways = Dictionary(grouping: ways, by: \.step).filter { $0.key % distance == 1 % distance }.values.map {
                $0[$0[0].step % $0.count]
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, way) in ways.enumerated() {
                if index >= 3 { try await group.next() }
                group.addTask {
                    let failure = try await scenario.failure(
                        operation, at: way.step, way.death, hasWitness: way.hasWitness, program: Self.program)
                    #expect(failure.problem == nil, "\(operation): \(way)")
                }
            }
            try await group.waitForAll()
        }
    }
}
