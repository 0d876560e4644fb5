public import Foundation

/// What the outside world gives: the time, the time zone and fresh identifiers. Injected, so that every test can be
/// deterministic.
public struct TodoEnvironment: Sendable {
    /// The wall clock.
    public var now: @Sendable () -> Date
    /// The time zone in which a person's days begin and end.
    public var timeZone: TimeZone
    /// A new random UUID.
    public var makeUUID: @Sendable () -> UUID

    /// An environment.
    public init(
        now: @escaping @Sendable () -> Date = { Date() }, timeZone: TimeZone = .current,
        makeUUID: @escaping @Sendable () -> UUID = { UUID() }
    ) {
        (self.now, self.timeZone, self.makeUUID) = (now, timeZone, makeUUID)
    }

    /// The real world.
    public static let live = TodoEnvironment()

    /// A new identifier.
    public func makeID<Model>() -> Identifier<Model> { Identifier(makeUUID()) }
}
