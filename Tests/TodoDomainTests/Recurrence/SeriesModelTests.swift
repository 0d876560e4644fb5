import Foundation
import Testing

@Suite("Series on several devices")
struct SeriesModelTests {
    /// `SERIES_WORLDS=20000` tries as many.
    private static let worlds = ProcessInfo.processInfo.environment["SERIES_WORLDS"].flatMap(UInt64.init) ?? 320

    @Test("three replicas with clocks days apart converge, and keep the laws of a series", arguments: 0..<8)
    func converge(part: UInt64) {
        for seed in stride(from: part, to: Self.worlds, by: 8) {
            var world = SeriesWorld(seed: seed)
            world.run(steps: 40)
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults)")
        }
    }

    @Test(
        "what an undone occurrence was settled by goes with a later deletion that was forgotten",
        arguments: [2928, 4330, 10798])
    func collectedLater(seed: UInt64) {
        var world = SeriesWorld(seed: seed)
        world.run(steps: 40)
        #expect(world.faults.isEmpty)
    }

    @Test("each sabotage is noticed", arguments: SeriesWorld.Sabotage.allCases)
    func sabotage(_ sabotage: SeriesWorld.Sabotage) {
        let isNoticed = (0..<1500).contains { seed in
            var world = SeriesWorld(seed: UInt64(seed), sabotage: sabotage)
            world.run(steps: 40)
            return !world.faults.isEmpty
        }
        #expect(isNoticed)
    }
}
