/// How often, and after which pauses, something that failed is tried again.
public struct RetryPolicy: Sendable, Equatable {
    /// The pause before the second attempt, before jitter.
    public var initialDelay: Duration
    /// How much longer each pause is than the one before.
    public var multiplier: Double
    /// The longest pause. A server may ask for a longer one.
    public var maximumDelay: Duration
    /// The fraction by which a pause is randomly varied, so that devices that failed together do not return together.
    public var jitter: Double
    /// The maximum number of attempts; 1 never retries.
    public var maximumAttempts: Int
    /// The time after which no further attempt begins. A pause that would exceed it is not begun either. An attempt
    /// that has begun may go on.
    public var totalTime: Duration

    /// A policy. The defaults are those of Google's own clients, shortened for a person who waits.
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

    /// Never retries.
    public static let never = RetryPolicy(maximumAttempts: 1)

    /// The pause after an attempt, counted from 1.
    /// - Parameters:
    ///   - asked: The minimum pause, as requested by the server.
    ///   - chance: A random number from -1 to 1.
    public func delay(after attempt: Int, asked: Duration?, chance: Double) -> Duration {
        var base = initialDelay
        for _ in 1..<max(attempt, 1) where base < maximumDelay { base = base * multiplier }
        let moved = min(base, maximumDelay) * (1 + jitter * chance)
        return max(min(moved, maximumDelay), asked ?? .zero)
    }
}
