package import JSON

/// A condition on a document; if it is not met, the whole commit fails.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/Precondition>
package enum Precondition: Equatable, Sendable {
    /// The document exists, or does not.
    case exists(Bool)
    /// The document exists and was last changed at exactly this time.
    case updateTime(Timestamp)
}

extension Precondition: WireCodable {
    /// Reads a precondition, which is of exactly one kind.
    package init(from reader: inout JSONReader) throws {
        guard let precondition = try Self.optional(from: &reader) else {
            throw reader.fault("a precondition without a condition")
        }
        self = precondition
    }

    /// Reads a precondition; nil for an empty one.
    static func optional(from reader: inout JSONReader) throws -> Precondition? {
        var precondition: Precondition?
        try reader.message { key, reader in
            let read: Precondition
            switch key {
            case "exists": read = .exists(try reader.bool())
            case "updateTime", "update_time": read = .updateTime(try Timestamp(from: &reader))
            default: return try reader.unknownMember()
            }
            guard precondition == nil else { throw reader.fault("a precondition of two kinds") }
            precondition = read
        }
        return precondition
    }

    /// Writes the precondition.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            switch self {
            case .exists(let exists):
                $0.key("exists")
                $0.bool(exists)
            case .updateTime(let time): $0.member("updateTime", time)
            }
        }
    }
}
