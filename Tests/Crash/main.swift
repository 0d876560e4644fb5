import Foundation
import SyncSimulation

// crash edit|sync STEP before|within DATABASE SERVER: does it, and dies at that step of what SQLite does to the disk; 0:
// never, and shows the steps. Says `acknowledged` as soon as what was done must not be lost any more.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 5, let operation = CrashScenario.Operation(rawValue: arguments[1]),
    let step = Int(arguments[2]), let death = MortalFiles.Death(rawValue: arguments[3])
else { exit(64) }

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

MortalFiles.install(dyingAt: step, death)
try await operation.perform(database: arguments[4], server: arguments[5]) { say("acknowledged") }
say(MortalFiles.trace)
