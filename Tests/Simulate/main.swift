import Foundation
import SyncSimulation
import TestSupport

// simulate [SEEDS [START [STEPS]]] [SABOTAGE]: so many worlds, by a process for each core; the first of each process that
// fails is made small and shown. With the name of a sabotage it is to fail.
let numbers = CommandLine.arguments.dropFirst().compactMap(UInt64.init)
let (count, start) = (numbers.first ?? 1000, numbers.dropFirst().first ?? 1)
let steps = numbers.dropFirst(2).first ?? 300
let sabotage = CommandLine.arguments.last.flatMap(Sabotage.init)
/// The process as a part of another one.
let part = "SIMULATE_PART"

/// Returns whether all is as it must be. A function, so that the folder is gone when the program ends.
func simulate() async throws -> Bool {
    let folder = try TemporaryFolder()
    let template = try Simulation.makeTemplate(in: folder.path)
    let failing = try await Simulation.firstFailing(
        seeds: stride(from: start, to: start + count, by: 1), steps: Int(steps), sabotage: sabotage, template: template)
    if let failing {
        // To make it small takes longer than to find it.
        FileHandle.standardError.write(Data("Seed \(failing.seed) fails.\n".utf8))
        print(try await failing.report(template: template))
    }
    return failing == nil
}

/// Shares the seeds among processes, which do not wait for one another's memory as threads would.
func distribute() throws -> Bool {
    let cores = UInt64(ProcessInfo.processInfo.activeProcessorCount)
    let processes = try (0..<min(cores, count)).map { core in
        let first = start + count * core / cores
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments =
            [start + count * (core + 1) / cores - first, first, steps].map(String.init)
            + [sabotage?.rawValue].compactMap(\.self)
        process.environment = ProcessInfo.processInfo.environment.merging([part: "\(core)"]) { _, new in new }
        try process.run()
        return process
    }
    for process in processes { process.waitUntilExit() }
    return processes.allSatisfy { $0.terminationStatus == 0 }
}

if ProcessInfo.processInfo.environment[part] != nil {
    if try await !simulate() { exit(1) }
} else {
    let began = ContinuousClock.now
    guard try distribute() else { exit(1) }
    print("\(count) seeds from \(start), \(steps) steps each, in \(ContinuousClock.now - began): all as it must be.")
}
