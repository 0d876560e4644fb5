/// How often and after which pauses something that failed is tried again.
public struct RetryPolicy: Sendable, Equatable {
    /// The pause before the second attempt, before jitter.
    public var initialDelay: Duration
    /// How much longer each pause is than the one before.
    public var multiplier: Double
    /// The longest pause. What a server asks for may be longer.
    public var maximumDelay: Duration
    /// How far a pause is moved by chance, as a part of it, so that devices which failed together do not return together.
    public var jitter: Double
    /// How many times it is tried at most; 1 never repeats it.
    public var maximumAttempts: Int
    /// The time for all attempts and pauses. A pause that would end later is not begun.
    public var totalTime: Duration

    /// A policy; the defaults are those of Google's own clients, bounded for a person who waits.
    public init(
        initialDelay: Duration = .seconds(1), multiplier: Double = 1.5, maximumDelay: Duration = .seconds(60),
        jitter: Double = 0.5, maximumAttempts: Int = 5, totalTime: Duration = .seconds(120)
    ) {
        self.initialDelay = initialDelay
        self.multiplier = multiplier
        self.maximumDelay = maximumDelay
        self.jitter = jitter
        self.maximumAttempts = maximumAttempts
        self.totalTime = totalTime
    }

    /// Every error is thrown at once.
    public static let never = RetryPolicy(maximumAttempts: 1)

    /// The pause after the attempt `attempt`, counted from 1.
    /// - Parameters:
    ///   - asked: What the other side asks for: the pause is never shorter.
    ///   - chance: From -1 to 1.
    public func delay(after attempt: Int, asked: Duration?, chance: Double) -> Duration {
        var base = initialDelay
        for _ in 1..<max(attempt, 1) where base < maximumDelay { base = base * multiplier }
        let moved = min(base, maximumDelay) * (1 + jitter * chance)
        return max(min(moved, maximumDelay), asked ?? .zero)
    }
}
