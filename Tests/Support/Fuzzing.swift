import Foundation

/// Calls `body` with a fresh generator `rounds` times, or for `FUZZ_SECONDS` seconds if that is set.
///
/// The first seed is ``Dose/seed``. It is printed, so that a crash can be reproduced.
package func fuzz(
    _ subject: String, rounds: Int, _ body: (_ generator: inout SeededGenerator, _ seed: UInt64) throws -> Void
) rethrows {
    let environment = ProcessInfo.processInfo.environment
    let start = Dose.seed
    let end = environment["FUZZ_SECONDS"].flatMap(Double.init).map { ContinuousClock.now + .seconds($0) }
    print("fuzzing \(subject) from FUZZ_SEED=\(start)")
    var seed = start
    while end.map({ ContinuousClock.now < $0 }) ?? (seed < start + UInt64(rounds)) {
        var generator = SeededGenerator(seed: seed)
        try body(&generator, seed)
        seed += 1
    }
}

extension SeededGenerator {
    /// Bytes with one to three changes: some replaced by a random byte or by one of `parts`, left out, or repeated.
    package mutating func mutated(_ bytes: some Sequence<UInt8>, parts: [String]) -> [UInt8] {
        var bytes = Array(bytes)
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            let position = Int.random(in: 0...bytes.count, using: &self)
            let range = position..<min(bytes.count, position + Int.random(in: 0...4, using: &self))
            switch Int.random(in: 0..<4, using: &self) {
            case 0: bytes.replaceSubrange(range, with: [.random(in: 0...255, using: &self)])
            case 1: bytes.removeSubrange(range)
            case 2: bytes.insert(contentsOf: Array(bytes[range]), at: Int.random(in: 0...bytes.count, using: &self))
            default: bytes.replaceSubrange(range, with: pick(parts).utf8)
            }
        }
        return bytes
    }

    /// Fragments of JSON, valid and invalid.
    package static let jsonParts = [
        "\"", "{", "}", "[", "]", ":", ",", "null", "true", "0", "-1", "1e999", "0.1", "\\", "\\u", "\\uD83D", "\u{0}",
        "{}", "[]", " ", "\n", "\u{FEFF}", "é", "9223372036854775808",
    ]
}
