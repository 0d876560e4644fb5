public import Foundation

extension Date {
    /// The moment `milliseconds` after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// Milliseconds since 1970-01-01T00:00:00Z, rounded to the microsecond.
    var exactMilliseconds: Double { (timeIntervalSince1970 * 1_000_000).rounded() / 1000 }

    /// Whole milliseconds since 1970-01-01T00:00:00Z, the unit of every stored time. A date beyond their range, such as
    /// an infinite one, is clamped to it and refused by validation.
    public var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }

    /// The same date, rounded to the millisecond as storage does.
    package var roundedToMilliseconds: Date { Date(milliseconds: milliseconds) }

    /// Whether the date lies in a half-open range, compared by the stored milliseconds; nil for no bound.
    func lies(from start: Date?, until end: Date?) -> Bool {
        start.map { milliseconds >= $0.milliseconds } ?? true && end.map { milliseconds < $0.milliseconds } ?? true
    }
}
