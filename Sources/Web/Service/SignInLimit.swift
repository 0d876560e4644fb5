import Basics

/// Limits how many passwords can be tried: a few at once, then one every few seconds.
///
/// Each client has its own limit, so a person who guesses does not keep the owner out. All unknown clients together have a wider
/// one, so that many addresses do not get around the limit, and the processor has time for other work. A browser that has signed
/// in before is limited by itself alone: it gets in whatever others try. Sessions and links are not affected.
package final class SignInLimit: Sendable {
    /// The limit of one client.
    package static let each = Rate(burst: 5, pause: .seconds(12))
    /// The limit of all unknown clients together.
    package static let all = Rate(burst: 20, pause: .seconds(3))
    /// How many clients are remembered. A client that is forgotten counts as one that has tried nothing.
    package static let mostClients = 1000

    /// How many tries are possible at once, and how long it takes until there is another one.
    package struct Rate: Sendable {
        package let burst: Double
        package let pause: Duration
    }

    /// The sender of a password.
    package enum Client: Hashable, Sendable {
        /// An address; of IPv6, a network.
        case address(String)
        /// A browser that has signed in before, by the hash of its secret.
        case known(String)
    }

    private struct Allowance {
        var tries: Double
        var at: ContinuousClock.Instant

        /// How many tries are left at a moment.
        func left(_ rate: Rate, now: ContinuousClock.Instant) -> Double {
            min(rate.burst, tries + (now - at) / rate.pause)
        }
    }

    private let state = Locked<(all: Allowance?, clients: [Client: Allowance])>((nil, [:]))
    private let now: @Sendable () -> ContinuousClock.Instant

    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Takes one try.
    /// - Parameter client: the sender of the password.
    /// - Returns: how long to wait; nil if the password may be checked.
    package func take(for client: Client) -> Duration? {
        let now = now()
        return state.withLock { state in
            let one = state.clients[client]?.left(Self.each, now: now) ?? Self.each.burst
            guard one >= 1 else { return Self.each.pause * (1 - one) }
            if case .address = client {
                let all = state.all?.left(Self.all, now: now) ?? Self.all.burst
                guard all >= 1 else { return Self.all.pause * (1 - all) }
                state.all = Allowance(tries: all - 1, at: now)
            }
            if state.clients.count >= Self.mostClients {
                state.clients = state.clients.filter { $0.value.left(Self.each, now: now) < Self.each.burst }
            }
            // Nobody types that many passwords within a minute.
            if state.clients.count >= Self.mostClients { state.clients = [:] }
            state.clients[client] = Allowance(tries: one - 1, at: now)
            return nil
        }
    }
}
