/// A request as it came over the wire.
public struct RecordedRequest: Sendable, Equatable {
    /// `GET /path HTTP/1.1`.
    public let requestLine: String
    /// The header lines after the first, as sent.
    public let fieldLines: [String]
    /// The body, with chunk framing removed.
    public internal(set) var body: [UInt8]
    /// Which connection it came over, counted from 0.
    public let connection: Int

    /// Returns the value of the first field with this name, ignoring case.
    public func field(_ name: String) -> String? {
        for line in fieldLines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { continue }
            return parts[1].drop { $0 == " " }.description
        }
        return nil
    }
}
