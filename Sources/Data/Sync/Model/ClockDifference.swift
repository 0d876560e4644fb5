import TodoDomain

/// How far the clock of this device and the remote's are apart, beyond ten minutes.
///
/// Neither is known to be right. Times that people see are those of the device; which of two edits is the later one follows the
/// remote's clock.
public struct ClockDifference: Hashable, Sendable, CustomStringConvertible {
    /// How many milliseconds the clock of this device is ahead of the remote's; negative if it is behind.
    public let milliseconds: Int64

    /// The difference for how far the remote's clock is ahead of this device's, in milliseconds; nil within ten minutes.
    public init?(remoteAhead offset: Int64) {
        guard offset.magnitude > HybridLogicalClock.tolerance else { return nil }
        milliseconds = offset == .min ? .max : -offset
    }

    /// Whether a person who was told of another one has to be told of this one: it is more than ten minutes apart.
    /// - Parameter told: the milliseconds of the one that they know; nil for none.
    package func isNews(after told: Int64?) -> Bool {
        guard let told else { return true }
        return milliseconds.distanceClamped(to: told) > HybridLogicalClock.tolerance
    }

    /// A sentence that says which clock is how far ahead, and one that says what to do.
    public var description: String {
        let direction = milliseconds > 0 ? "ahead of" : "behind"
        return """
            The clock of this device is \(amount) \(direction) the server's. Set the one that is wrong: dates and reminders \
            follow this device, and the server decides which of two edits is the later one.
            """
    }

    /// The size of the difference in words.
    private var amount: String {
        let minutes = (Double(milliseconds.magnitude) / 60_000).rounded()
        let (hours, days) = ((minutes / 60).rounded(), (minutes / 1440).rounded())
        if minutes < 120 { return "\(Int(minutes)) minutes" }
        if hours < 48 { return "\(Int(hours)) hours" }
        if days < 700 { return "\(Int(days)) days" }
        return "\(Int((days / 365.25).rounded())) years"
    }
}
