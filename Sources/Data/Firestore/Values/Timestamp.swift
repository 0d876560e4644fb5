/// A point in time: whole seconds since 1970 (UTC, without leap seconds), plus nanoseconds.
///
/// Source: <https://protobuf.dev/reference/protobuf/google.protobuf/#timestamp>
public struct Timestamp: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, may be negative.
    public let seconds: Int64
    /// Nanoseconds after the second, 0 to 999,999,999, even before 1970.
    public let nanoseconds: Int32

    /// The seconds from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z, the range of the wire format.
    package static let validSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// The point in time; nil if it is out of range.
    public init?(seconds: Int64, nanoseconds: Int32 = 0) {
        guard Self.validSeconds.contains(seconds), 0..<1_000_000_000 ~= nanoseconds else { return nil }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The point in time `milliseconds` after 1970-01-01T00:00:00Z; nil if it is out of range.
    public init?(milliseconds: Int64) {
        // Rounded down: nanoseconds count forward, even before 1970.
        let remainder = milliseconds % 1000
        let fraction = remainder < 0 ? remainder + 1000 : remainder
        self.init(
            seconds: (milliseconds - remainder) / 1000 - (remainder < 0 ? 1 : 0),
            nanoseconds: Int32(fraction) * 1_000_000)
    }

    /// Whole milliseconds since 1970-01-01T00:00:00Z, rounded down.
    public var milliseconds: Int64 { seconds * 1000 + Int64(nanoseconds / 1_000_000) }

    /// The point in time `microseconds` after 1970-01-01T00:00:00Z; nil if it is out of range.
    package init?(microseconds: Int64) {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let isBehind = rest < 0
        self.init(
            seconds: isBehind ? seconds - 1 : seconds,
            nanoseconds: Int32(isBehind ? rest + 1_000_000 : rest) * 1000)
    }

    /// Whole microseconds since 1970-01-01T00:00:00Z, rounded down.
    package var microseconds: Int64 { seconds * 1_000_000 + Int64(nanoseconds / 1000) }

    /// The same point in time at Firestore's precision of microseconds, rounded down.
    package var roundedToMicroseconds: Timestamp {
        Timestamp(unchecked: seconds, nanoseconds - nanoseconds % 1000)
    }

    private init(unchecked seconds: Int64, _ nanoseconds: Int32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

extension Timestamp: Comparable {
    /// Whether `left` is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
