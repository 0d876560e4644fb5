import Foundation

// Growth FOLDER ROUNDS SIZE…: everyday work in databases of several sizes, `FOLDER/SIZE.db`, which it changes. Prints one
// object of JSON: for each kind of work and each size the milliseconds of each round.
//
// So that two runs agree, the sizes take turns, each round beginning with another one: a disk that is slow for a while is
// slow for all. The log is emptied into the file between rounds, at the same rounds for all, where it is not part of
// what is measured; what that takes is a result of its own.
let arguments = CommandLine.arguments.dropFirst()
let sizes = arguments.dropFirst(2).compactMap { Int($0) }
guard let folder = arguments.first, let rounds = arguments.dropFirst().first.flatMap({ Int($0) }), !sizes.isEmpty else {
    FileHandle.standardError.write(Data("Growth FOLDER ROUNDS SIZE…\n".utf8))
    exit(64)
}

/// How many rounds come before those that count.
let quietRounds = 20
/// How many rounds there are between two checkpoints: fewer than would make SQLite begin one by itself.
let roundsPerCheckpoint = 10

var stages: [Stage] = []
for size in sizes { stages.append(try await Stage(size: size, path: "\(folder)/\(size).db")) }
var times: [String: [String: [Double]]] = [:]
@MainActor func note(_ milliseconds: Double, of name: String, _ size: Int) {
    times[name, default: [:]]["\(size)", default: []].append(milliseconds)
}
for work in Work.all {
    for round in 0..<quietRounds + rounds {
        for turn in 0..<stages.count {
            let stage = stages[(turn + round) % stages.count]
            let milliseconds = try await work.milliseconds(stage)
            if round >= quietRounds { note(milliseconds, of: work.name, stage.size) }
        }
        guard round % roundsPerCheckpoint == 0 else { continue }
        for stage in stages {
            let milliseconds = try stage.checkpoint()
            if round >= quietRounds, work.isWriting {
                note(milliseconds, of: "checkpoint", stage.size)
            }
        }
    }
}
for stage in stages { try stage.close() }
print(String(decoding: try JSONSerialization.data(withJSONObject: times), as: UTF8.self))
