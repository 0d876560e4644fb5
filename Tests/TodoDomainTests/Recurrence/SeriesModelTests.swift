import Testing

@Suite("Series on several devices")
struct SeriesModelTests {
    @Test("three replicas with clocks days apart converge, and keep the laws of a series", arguments: 0..<8)
    func converge(part: UInt64) {
        for seed in part * 40..<part * 40 + 40 {
            var world = SeriesWorld(seed: seed)
            world.run(steps: 40)
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults)")
        }
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
