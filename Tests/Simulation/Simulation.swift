import Foundation
import TestSupport
import TodoDomain
import TodoLocal

/// A world of one seed: a few devices, a server, and a few hundred events.
package struct Simulation: Sendable {
    /// The seed from which everything follows.
    package let seed: UInt64
    /// What happens.
    package let steps: [Step]
    package let devices: Int
    /// The numbers of the devices that run the version before.
    package let old: Set<Int>
    private let sabotage: Sabotage?

    package init(seed: UInt64, steps count: Int = 300, sabotage: Sabotage? = nil) {
        var generator = SeededGenerator(seed: seed)
        let devices = Int.random(in: 2...4, using: &generator)
        var steps = generator.script(devices: devices, steps: count)
        // Up to two devices have the version before. At least one has the present version.
        let old = (0..<devices).shuffled(using: &generator).prefix(
            Int.random(in: 0...min(2, devices - 1), using: &generator))
        // Some worlds have more than others. They draw it apart, so that the others stay as they are.
        var special = SeededGenerator(seed: seed ^ 0x5eed_0f11_e500)
        special.addTrouble(to: &steps)
        self.init(seed: seed, devices: devices, old: Set(old), steps: steps, sabotage: sabotage)
    }

    /// A world in which this happens.
    package init(seed: UInt64, devices: Int, old: Set<Int>, steps: [Step], sabotage: Sabotage?) {
        self.seed = seed
        self.devices = devices
        self.old = old
        self.steps = steps
        self.sabotage = sabotage
    }

    /// Runs it; returns what is wrong in the end, nil if nothing is.
    /// - Parameter template: an empty database.
    package func failure(template: String) async throws -> String? {
        let world = try World(seed: seed, devices: devices, old: old, template: template, sabotage: sabotage)
        return await world.failure(of: steps)
    }

    /// Leaves out steps as long as it still fails in the same way.
    package func shrunk(template: String) async throws -> Simulation {
        guard let way = try await failure(template: template).map(Self.way) else { return self }
        var best = self
        var size = max(steps.count / 2, 1)
        while true {
            var index = 0
            while index < best.steps.count {
                var fewer = best.steps
                fewer.removeSubrange(index..<min(index + size, fewer.count))
                let candidate = Simulation(
                    seed: seed, devices: devices, old: old, steps: fewer, sabotage: sabotage)
                let found = try await candidate.failure(template: template)
                if found.map(Self.way) == way { best = candidate } else { index += size }
            }
            if size == 1 { return best }
            size = max(size / 2, 1)
        }
    }

    /// The message of a failure without its details: neither numbers nor ids.
    private static func way(_ failure: String) -> [Substring] {
        failure.prefix { $0 != "\n" }.split(separator: " ").filter { !$0.contains(where: \.isNumber) }
    }

    /// Returns the first of these worlds that fails; nil if none does.
    package static func firstFailing(
        seeds: StrideTo<UInt64>, steps: Int = 300, sabotage: Sabotage? = nil, template: String
    ) async throws -> Simulation? {
        for seed in seeds {
            let simulation = Simulation(seed: seed, steps: steps, sabotage: sabotage)
            if try await simulation.failure(template: template) != nil { return simulation }
        }
        return nil
    }

    /// Describes the failure and the smallest script that causes it.
    package func report(template: String) async throws -> String {
        let original = try await failure(template: template) ?? "nothing is wrong"
        let small = try await shrunk(template: template)
        let failure = try await small.failure(template: template) ?? "nothing is wrong"
        return "Seed \(seed) fails: \(original)\nMade small: \(failure)\nThe smallest script, on \(devices) devices, "
            + "of which \(old.isEmpty ? "none" : old.sorted().map(String.init).joined(separator: " and ")) of the version before:\n"
            + small.steps.map { "  \($0)\n" }.joined()
    }

    /// Creates an empty database to be copied.
    package static func makeTemplate(in folder: String) throws -> String {
        let path = folder + "/template.db"
        try LocalStack(.init(storage: .onDisk(path: path), allowsConcurrentReads: false)).close()
        return path
    }
}
