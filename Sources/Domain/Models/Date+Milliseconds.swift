public import Foundation

extension Date {
    /// The moment `milliseconds` after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// Whole milliseconds since 1970-01-01T00:00:00Z, the unit of every stored time. A moment that they cannot count,
    /// such as an infinite one, becomes the last or the first that they can, which validation refuses.
    public var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }

    /// The same moment to the millisecond, as it comes back from storage.
    public var roundedToMilliseconds: Date { Date(milliseconds: milliseconds) }

    /// Whether it lies in a range, all moments taken to the millisecond as they are stored; nil: without a bound.
    func lies(from start: Date?, until end: Date?) -> Bool {
        start.map { milliseconds >= $0.milliseconds } ?? true && end.map { milliseconds < $0.milliseconds } ?? true
    }
}
