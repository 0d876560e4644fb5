import Basics

/// Lets only so many passwords be tried: a few at once, then one every few seconds.
///
/// Each client has a limit of its own, so that one who guesses does not keep the owner out; all together have a wider one, so that
/// none gets around it by having many addresses, and the processor has time for others. Sessions that exist and links are not
/// affected.
package final class SignInLimit: Sendable {
    /// How many one client can try at once, and how long it takes until another one can be tried.
    package static let each = Rate(burst: 5, pause: .seconds(12))
    /// The same for all clients together.
    package static let all = Rate(burst: 20, pause: .seconds(3))
    /// How many clients are told apart; who is not known any more has tried nothing.
    package static let mostClients = 1000

    /// How many at once, and how long until there is another one.
    package struct Rate: Sendable {
        package let burst: Double
        package let pause: Duration
    }

    private struct Allowance {
        var tries: Double
        var at: ContinuousClock.Instant

        /// What is left at a moment.
        func left(_ rate: Rate, now: ContinuousClock.Instant) -> Double {
            min(rate.burst, tries + (now - at) / rate.pause)
        }
    }

    private let state = Locked<(all: Allowance?, clients: [String: Allowance])>((nil, [:]))
    private let now: @Sendable () -> ContinuousClock.Instant

    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Takes one try.
    /// - Parameter client: who tries.
    /// - Returns: how long to wait; nil if the password may be looked at.
    package func take(for client: String) -> Duration? {
        let now = now()
        return state.withLock { state in
            let one = state.clients[client]?.left(Self.each, now: now) ?? Self.each.burst
            let all = state.all?.left(Self.all, now: now) ?? Self.all.burst
            guard one >= 1 else { return Self.each.pause * (1 - one) }
            guard all >= 1 else { return Self.all.pause * (1 - all) }
            if state.clients.count >= Self.mostClients {
                state.clients = state.clients.filter { $0.value.left(Self.each, now: now) < Self.each.burst }
            }
            // So many within a minute are nobody who types.
            if state.clients.count >= Self.mostClients { state.clients = [:] }
            state.clients[client] = Allowance(tries: one - 1, at: now)
            state.all = Allowance(tries: all - 1, at: now)
            return nil
        }
    }
}
