public import Foundation

extension Date {
    /// The moment `milliseconds` after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// Whole milliseconds since 1970-01-01T00:00:00Z, the unit of every stored time.
    public var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// The same moment to the millisecond, as it comes back from storage.
    public var roundedToMilliseconds: Date { Date(milliseconds: milliseconds) }
}
