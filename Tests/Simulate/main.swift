import Foundation
import SyncSimulation
import TestSupport

// simulate SEEDS [START] [STEPS]: as many worlds, on two cores; the first that fails is made small and shown.
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let count = numbers.first ?? 1000
let start = numbers.dropFirst().first ?? 1
let steps = Int(numbers.dropFirst(2).first ?? 300)
let folder = try TemporaryFolder()
let template = try Simulation.makeTemplate(in: folder.path)
let began = ContinuousClock.now

/// The first seed of every second one from `first` that fails.
@Sendable func run(from first: UInt64, template: String, steps: Int) async throws -> Simulation? {
    for seed in stride(from: first, to: start + count, by: 2) {
        let simulation = Simulation(seed: seed, steps: steps)
        if try await simulation.failure(template: template) != nil { return simulation }
    }
    return nil
}

async let even = run(from: start, template: template, steps: steps)
async let odd = run(from: start + 1, template: template, steps: steps)
let failed = [try await even, try await odd].compactMap(\.self)
let duration = ContinuousClock.now - began
guard let first = failed.min(by: { $0.seed < $1.seed }) else {
    print("\(count) seeds from \(start), \(steps) steps each: all as it must be, in \(duration).")
    exit(0)
}
print("Seed \(first.seed) fails. Its smallest script:")
let small = try await first.shrunk(template: template)
for step in small.steps { print("  \(step)") }
print(try await small.failure(template: template) ?? "")
exit(1)
