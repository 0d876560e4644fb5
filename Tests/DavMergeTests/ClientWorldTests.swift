import TestSupport
import Testing

@testable import DavMerge

@Suite("Seven kinds of clients and a desktop edit one to-do")
struct ClientWorldTests {
    @Test("nothing is lost silently, nothing is deleted that nobody deleted, and all come to rest and show the same")
    func worlds() async throws {
        for seed in 0..<UInt64(Dose.of(25, whole: 10_000)) {
            var world = try ClientWorld(seed: seed)
            try await world.run()
            let faults = try await world.faults()
            #expect(faults.isEmpty, "world \(seed): \(faults)\n\(world.log.joined(separator: "\n"))")
            if !faults.isEmpty { return }
        }
    }

    @Test("each tick of a series counts once, whichever way a client has of saying it, and nobody else's counts")
    func series() async throws {
        for seed in 0..<UInt64(Dose.of(25, whole: 10_000)) {
            var world = try SeriesWorld(seed: seed)
            try await world.run()
            let faults = try await world.faults()
            #expect(faults.isEmpty, "world \(seed): \(faults)\n\(world.log.joined(separator: "\n"))")
            if !faults.isEmpty { return }
        }
    }

    /// Rules that the worlds need, each with what is wrong without it.
    enum Sabotage: CaseIterable {
        case stale, echo, support, deletion, conflicts

        var rules: MergeRules {
            var rules = MergeRules()
            switch self {
            case .stale: rules.mergesStale = false
            case .echo: rules.echoWindow = 0
            case .support: rules.learnsSupport = false
            case .deletion: rules.deletesAbsent = true
            case .conflicts: rules.recordsConflicts = false
            }
            return rules
        }
    }

    @Test("a rule that is taken away is missed", arguments: Sabotage.allCases)
    func sabotages(_ sabotage: Sabotage) async throws {
        for seed in 0..<UInt64(60) {
            var world = try ClientWorld(seed: seed, sabotage.rules)
            do { try await world.run() } catch is DavRefusal { return }
            if try await !world.faults().isEmpty { return }
        }
        Issue.record("Nobody misses it.")
    }
}
