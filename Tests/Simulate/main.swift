import DavSimulation
import Foundation
import SyncSimulation
import TestSupport

// simulate [SEEDS [START [STEPS]]] [shared | clients] [SABOTAGE]: runs this many worlds, with a process for each core. Each
// process minimises its first failure, and shows it. With `shared` the worlds are those of people who share spaces, with
// `clients` those of CalDAV: of each seed one of each kind, of 40 steps unless more are given. With the name of a sabotage it must
// fail. With `tally` as the last word it runs no world, and prints how often each thing happens in them.
let numbers = CommandLine.arguments.dropFirst().compactMap(UInt64.init)
let (count, start) = (numbers.first ?? 1000, numbers.dropFirst().first ?? 1)
let isShared = CommandLine.arguments.contains("shared")
let areClients = CommandLine.arguments.contains("clients")
let steps = numbers.dropFirst(2).first ?? (areClients ? 40 : 300)
let sabotage = isShared || areClients ? nil : CommandLine.arguments.last.flatMap(Sabotage.init)
let sharedSabotage = isShared ? CommandLine.arguments.last.flatMap(SharedSabotage.init) : nil
let davSabotage = areClients ? CommandLine.arguments.last.flatMap(DavSabotage.init) : nil
/// The process as a part of another one.
let part = "SIMULATE_PART"

/// Returns whether all worlds in which people share spaces passed.
func simulateShared() async throws -> Bool {
    let failing = try await SharedSimulation.firstFailing(
        seeds: stride(from: start, to: start + count, by: 1), steps: Int(steps), sabotage: sharedSabotage)
    if let failing { print("Seed \(failing.seed) fails: \(try await failing.failure() ?? "nothing is wrong")") }
    return failing == nil
}

/// Returns whether all worlds of CalDAV passed, of each kind.
func simulateClients() async throws -> Bool {
    var isSound = true
    for kind in DavWorldKind.allCases {
        for seed in start..<start + count {
            let failure = try await kind.failure(seed: seed, steps: Int(steps), sabotage: davSabotage)
            guard let failure else { continue }
            print("Seed \(seed) of a \(kind) fails: \(failure)")
            isSound = false
            break
        }
    }
    return isSound
}

/// Returns whether all worlds passed. A function, so that the folder is removed when the program ends.
func simulate() async throws -> Bool {
    let folder = try TemporaryFolder()
    let template = try Simulation.makeTemplate(in: folder.path)
    let failing = try await Simulation.firstFailing(
        seeds: stride(from: start, to: start + count, by: 1), steps: Int(steps), sabotage: sabotage, template: template)
    if let failing {
        // Minimising it takes longer than finding it.
        FileHandle.standardError.write(Data("Seed \(failing.seed) fails.\n".utf8))
        print(try await failing.report(template: template))
    }
    return failing == nil
}

/// Distributes the seeds among processes, which do not contend for memory as threads would.
func distribute() throws -> Bool {
    let parts = min(UInt64(ProcessInfo.processInfo.activeProcessorCount), count)
    let processes = try (0..<parts).map { core in
        let first = start + count * core / parts
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments =
            [start + count * (core + 1) / parts - first, first, steps].map(String.init)
            + [
                isShared ? "shared" : areClients ? "clients" : nil,
                sabotage?.rawValue ?? sharedSabotage?.rawValue ?? davSabotage?.rawValue,
            ].compactMap(\.self)
        process.environment = ProcessInfo.processInfo.environment.merging([part: "\(core)"]) { _, new in new }
        try process.run()
        return process
    }
    for process in processes { process.waitUntilExit() }
    return processes.allSatisfy { $0.terminationStatus == 0 }
}

if CommandLine.arguments.last == "tally" {
    var tally = Tally()
    for seed in start..<start + count { tally.add(Simulation(seed: seed, steps: Int(steps))) }
    print(tally.table)
} else if ProcessInfo.processInfo.environment[part] != nil {
    if try await !(isShared ? simulateShared() : areClients ? simulateClients() : simulate()) { exit(1) }
} else {
    let began = ContinuousClock.now
    guard try distribute() else { exit(1) }
    print("\(count) seeds from \(start), \(steps) steps each, in \(ContinuousClock.now - began): all as it must be.")
}
