import TestSupport

/// A world of one seed in which people share spaces.
package struct SharedSimulation: Sendable {
    /// The seed from which everything follows.
    package let seed: UInt64
    private let sabotage: SharedSabotage?
    private let steps: [SharedStep]
    private let (people, devices, spaces): (Int, Int, Int)

    /// A world.
    /// - Parameters:
    ///   - seed: the seed from which everything follows.
    ///   - count: how much happens.
    ///   - sabotage: how the engine is broken; nil for the sound one.
    package init(seed: UInt64, steps count: Int = 120, sabotage: SharedSabotage? = nil) {
        var generator = SeededGenerator(seed: seed)
        self.seed = seed
        self.sabotage = sabotage
        people = Int.random(in: 2...3, using: &generator)
        devices = Int.random(in: 1...2, using: &generator)
        spaces = Int.random(in: 1...3, using: &generator)
        steps = generator.sharedScript(people: people, devices: people * devices, spaces: spaces, steps: count)
    }

    /// Runs it; returns what is wrong in the end, nil if nothing is.
    package func failure() async throws -> String? {
        let world = try await SharedWorld(
            seed: seed, people: people, devices: devices, spaces: spaces, sabotage: sabotage)
        return await world.failure(of: steps)
    }

    /// Returns the first of these worlds that fails; nil if none does.
    package static func firstFailing(
        seeds: some Sequence<UInt64>, steps: Int = 120, sabotage: SharedSabotage? = nil
    ) async throws -> SharedSimulation? {
        for seed in seeds {
            let simulation = SharedSimulation(seed: seed, steps: steps, sabotage: sabotage)
            if try await simulation.failure() != nil { return simulation }
        }
        return nil
    }
}
