import Foundation
import SyncSimulation

// crash edit|sync STEP before|within DATABASE SERVER: performs the action, and dies at that disk operation of SQLite; 0
// for never, and shows the operations. Prints `acknowledged` as soon as nothing of the action may be lost any more.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 5, let operation = CrashScenario.Operation(rawValue: arguments[1]),
    let step = Int(arguments[2]), let death = MortalFiles.Death(rawValue: arguments[3])
else { exit(64) }

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

MortalFiles.install(dyingAt: step, death)
try await operation.perform(database: arguments[4], server: arguments[5]) { say("acknowledged") }
say(MortalFiles.trace)
