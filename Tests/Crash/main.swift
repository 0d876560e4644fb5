import Foundation
import SyncSimulation

// crash edit|sync STEP before|within DATABASE SERVER: performs the action, and dies at that disk operation of SQLite. With 0 it
// does not die, and shows the operations. It prints `acknowledged` once nothing of the action may be lost.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 5, let operation = CrashScenario.Operation(rawValue: arguments[1]),
    let step = Int(arguments[2]), let death = MortalFiles.Death(rawValue: arguments[3])
else { exit(64) }

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

MortalFiles.install(dyingAt: step, death)
try await operation.perform(database: arguments[4], server: arguments[5]) { say("acknowledged") }
say(MortalFiles.trace)
