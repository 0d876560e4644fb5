import Foundation

/// How often a test repeats its check. A test that takes more than about two seconds of processor by itself, because it
/// repeats one check over many random seeds, steps or positions, runs a small dose of them in `make test` and the whole
/// dose in `make test-long`.
package enum Dose {
    /// Whether the whole dose is run: where `TODO_LONG_TESTS` is set, and not empty.
    package static let isWhole = ProcessInfo.processInfo.environment["TODO_LONG_TESTS"]?.isEmpty == false

    /// What there is of something: `small` in `make test`, `whole` in `make test-long`.
    package static func of<Amount>(_ small: Amount, whole: Amount) -> Amount { isWhole ? whole : small }

    /// The seed of a test's random input: `FUZZ_SEED`, if that is set; another one each time in `make test-long` and
    /// `make fuzz`; the same one in `make test`, so that a change fails by what it did and not by chance.
    package static var seed: UInt64 {
        let environment = ProcessInfo.processInfo.environment
        if let given = environment["FUZZ_SEED"].flatMap(UInt64.init) { return given }
        return isWhole || environment["FUZZ_SECONDS"] != nil ? .random(in: 0...1 << 53) : 20_261_129
    }
}
