import Foundation
import SyncSimulation
import TestSupport

// simulate [SEEDS [START [STEPS]]]: so many worlds, on two cores; the first that fails is made small and shown.
let numbers = CommandLine.arguments.dropFirst().compactMap(UInt64.init)
let (count, start) = (numbers.first ?? 1000, numbers.dropFirst().first ?? 1)
let steps = Int(numbers.dropFirst(2).first ?? 300)
let folder = try TemporaryFolder()
let template = try Simulation.makeTemplate(in: folder.path)
let began = ContinuousClock.now
let (odd, even) = (
    stride(from: start, to: start + count, by: 2), stride(from: start + 1, to: start + count, by: 2)
)
async let left = Simulation.firstFailing(seeds: odd, steps: steps, template: template)
async let right = Simulation.firstFailing(seeds: even, steps: steps, template: template)
let failing = [try await left, try await right].compactMap(\.self).min { $0.seed < $1.seed }
if let failing {
    print(try await failing.report(template: template))
} else {
    print("\(count) seeds from \(start), \(steps) steps each, in \(ContinuousClock.now - began): all as it must be.")
}
// Not exit(), which would leave the folder behind.
withExtendedLifetime(folder) {}
if failing != nil { exit(1) }
