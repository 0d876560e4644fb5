import TodoDomain

/// A difference of more than ten minutes between the clocks of this device and of the remote.
///
/// Neither clock is known to be right. People see times of the device's clock. The remote's clock decides which of two
/// edits is the later one.
public struct ClockDifference: Hashable, Sendable, CustomStringConvertible {
    /// How many milliseconds the clock of this device is ahead of the remote's; negative if it is behind.
    public let milliseconds: Int64

    /// Creates the difference from the milliseconds that the remote's clock is ahead of this device's; nil if it is at most
    /// ten minutes.
    public init?(remoteAhead offset: Int64) {
        guard offset.magnitude > HybridLogicalClock.tolerance else { return nil }
        milliseconds = offset == .min ? .max : -offset
    }

    /// Whether to report this difference to a person who was told of another one. That is so if the two are more than ten
    /// minutes apart.
    /// - Parameter told: the milliseconds of the reported difference; nil if none was reported.
    package func isNews(after told: Int64?) -> Bool {
        guard let told else { return true }
        return milliseconds.distanceClamped(to: told) > HybridLogicalClock.tolerance
    }

    /// One sentence that says which clock is ahead and by how much, and one that says what to do.
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
