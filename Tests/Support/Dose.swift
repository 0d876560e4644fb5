import Foundation

/// How often a test repeats its check. A test that takes more than about two seconds of processor by itself, because it
/// repeats one check over many random seeds, steps or positions, runs a small dose of them in `make test` and the whole
/// dose in `make test-long`.
package enum Dose {
    /// Whether the whole dose is run: where `TODO_LONG_TESTS` is set, and not empty.
    package static let isWhole = ProcessInfo.processInfo.environment["TODO_LONG_TESTS"]?.isEmpty == false

    /// What there is of something: `small` in `make test`, `whole` in `make test-long`.
    package static func of<Amount>(_ small: Amount, whole: Amount) -> Amount { isWhole ? whole : small }
}
