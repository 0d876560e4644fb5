import Foundation
import SyncSimulation
import TestSupport

// simulate [SEEDS [START [STEPS]]] [SABOTAGE]: so many worlds, on two cores; the first of each that fails is
// made small and shown. With the name of a sabotage it is to fail.
let numbers = CommandLine.arguments.dropFirst().compactMap(UInt64.init)
let (count, start) = (numbers.first ?? 1000, numbers.dropFirst().first ?? 1)
let steps = Int(numbers.dropFirst(2).first ?? 300)
let sabotage = CommandLine.arguments.last.flatMap(Sabotage.init)

/// Returns whether all is as it must be. A function, so that the folder is gone when the program ends.
func simulate() async throws -> Bool {
    let folder = try TemporaryFolder()
    let template = try Simulation.makeTemplate(in: folder.path)
    let began = ContinuousClock.now
    let end = start + count
    async let left = Simulation.firstFailing(
        seeds: stride(from: start, to: end, by: 2), steps: steps, sabotage: sabotage, template: template)
    async let right = Simulation.firstFailing(
        seeds: stride(from: start + 1, to: end, by: 2), steps: steps, sabotage: sabotage, template: template)
    let failing = [try await left, try await right].compactMap(\.self)
    for simulation in failing { print(try await simulation.report(template: template)) }
    if failing.isEmpty {
        let took = ContinuousClock.now - began
        print("\(count) seeds from \(start), \(steps) steps each, in \(took): all as it must be.")
    }
    return failing.isEmpty
}

if try await !simulate() { exit(1) }
