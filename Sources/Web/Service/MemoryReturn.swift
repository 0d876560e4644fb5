import Basics
import Foundation

/// Gives memory back to the system after work that took much of it.
///
/// glibc keeps what was freed, for each thread apart: acts on 45,000 to-dos one after another took up to 100 MiB more each. Other
/// systems give it back themselves.
package final class MemoryReturn: Sendable {
    /// How long work takes that may have taken much memory.
    private static let long = Duration.milliseconds(300)
    /// The pages that are shown are made again after an act, and take memory too.
    private static let delay = Duration.seconds(1)

    private let isDue = Locked(false)

    package init() {}

    /// Does some work, and soon gives back what is free after it, if it was long.
    package func after<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> sending Result
    ) async rethrows -> sending Result {
        let start = ContinuousClock.now
        defer { if ContinuousClock.now - start > Self.long { giveBackSoon() } }
        return try await body()
    }

    private func giveBackSoon() {
        #if canImport(Glibc)
            let wasDue = isDue.withLock { isDue in
                defer { isDue = true }
                return isDue
            }
            guard !wasDue else { return }
            Task.detached { [self] in
                try? await Task.sleep(for: Self.delay)
                isDue.withLock { $0 = false }
                _ = Self.trim?(0)
            }
        #endif
    }

    #if canImport(Glibc)
        /// `malloc_trim`, which the module Glibc does not have.
        private static let trim = dlsym(nil, "malloc_trim").map {
            unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
        }
    #endif
}
