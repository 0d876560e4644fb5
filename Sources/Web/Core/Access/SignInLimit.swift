import Basics

/// Lets only so many passwords be tried: a few at once, then one every few seconds, whoever tries them.
///
/// There is one person to sign in, so one limit for all clients is enough, and none can get around it by having many
/// addresses. Sessions that exist and links are not affected.
final class SignInLimit: Sendable {
    /// How many can be tried at once.
    static let burst = 5.0
    /// How long it takes until another one can be tried.
    static let pause = Duration.seconds(12)

    private let state: Locked<(tries: Double, at: ContinuousClock.Instant)>
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        state = Locked((Self.burst, now()))
    }

    /// Takes one try.
    /// - Returns: how long to wait; nil if the password may be looked at.
    func take() -> Duration? {
        let now = now()
        return state.withLock { state in
            state.tries = min(Self.burst, state.tries + (now - state.at) / Self.pause)
            state.at = now
            guard state.tries >= 1 else { return Self.pause * (1 - state.tries) }
            state.tries -= 1
            return nil
        }
    }
}
