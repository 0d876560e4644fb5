/// The supported revisions of the Model Context Protocol.
enum ProtocolRevision: String, CaseIterable {
    case v20241105 = "2024-11-05"
    case v20250326 = "2025-03-26"
    case v20250618 = "2025-06-18"
    case v20251125 = "2025-11-25"
    /// The first revision without a handshake. Each request names its version and its client.
    case v20260728 = "2026-07-28"

    /// Whether the revision begins with a handshake.
    var hasHandshake: Bool { self != .v20260728 }

    /// The newest revision with a handshake. It is offered to clients of an unknown version.
    static let newestWithHandshake = v20251125
    static let withHandshake = allCases.filter(\.hasHandshake)

    /// Whether results have `structuredContent`, and tools titles and schemas of their output.
    var hasStructuredContent: Bool { self != .v20241105 && self != .v20250326 }
    /// Whether a person can be asked during a call.
    var hasElicitation: Bool { hasStructuredContent }
}
