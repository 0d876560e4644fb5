/// The revisions of the Model Context Protocol that are spoken.
enum ProtocolRevision: String, CaseIterable {
    case v20241105 = "2024-11-05"
    case v20250326 = "2025-03-26"
    case v20250618 = "2025-06-18"
    case v20251125 = "2025-11-25"
    /// The first without a handshake: each request says its version and its client.
    case v20260728 = "2026-07-28"

    /// Whether a handshake comes first.
    var hasHandshake: Bool { self != .v20260728 }

    /// The newest with a handshake, which a client of an unknown version is offered.
    static let newestWithHandshake = v20251125
    static let withHandshake = allCases.filter(\.hasHandshake)

    /// Whether results have `structuredContent`, and tools titles and schemas of their output.
    var hasStructuredContent: Bool { self != .v20241105 && self != .v20250326 }
    /// Whether a person can be asked during a call.
    var hasElicitation: Bool { hasStructuredContent }
}
