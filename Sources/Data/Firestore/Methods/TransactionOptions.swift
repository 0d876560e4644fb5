package import JSON

/// The permitted operations of a transaction.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/TransactionOptions>
package enum TransactionOptions: Equatable, Sendable {
    /// Only reads, at `readTime` or at the latest state.
    case readOnly(readTime: Timestamp? = nil)
    /// Reads and writes; `retryTransaction` is the id of the transaction that is retried, or empty.
    case readWrite(retryTransaction: [UInt8] = [])
}

extension TransactionOptions: WireCodable {
    /// Reads options; the default is reading and writing.
    package init(from reader: inout JSONReader) throws { self = try Self.optional(from: &reader) ?? .readWrite() }

    /// Reads options; nil if they name no kind of transaction.
    static func optional(from reader: inout JSONReader) throws -> TransactionOptions? {
        var options: TransactionOptions?
        try reader.message { key, reader in
            let read: TransactionOptions
            switch key {
            case "readOnly", "read_only": read = try Self.readOnly(from: &reader)
            case "readWrite", "read_write": read = try Self.readWrite(from: &reader)
            default: return try reader.unknownMember()
            }
            guard options == nil else { throw reader.fault("transaction options of two kinds") }
            options = read
        }
        return options
    }

    private static func readOnly(from reader: inout JSONReader) throws -> TransactionOptions {
        var time: Timestamp?
        try reader.message { key, reader in
            switch key {
            case "readTime", "read_time": time = try Timestamp(from: &reader)
            default: try reader.unknownMember()
            }
        }
        return .readOnly(readTime: time)
    }

    private static func readWrite(from reader: inout JSONReader) throws -> TransactionOptions {
        var id: [UInt8] = []
        try reader.message { key, reader in
            switch key {
            case "retryTransaction", "retry_transaction": id = try reader.base64()
            default: try reader.unknownMember()
            }
        }
        return .readWrite(retryTransaction: id)
    }

    /// Writes the options.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            switch self {
            case .readOnly(let time):
                $0.key("readOnly")
                $0.message { $0.member("readTime", time) }
            case .readWrite(let id):
                $0.key("readWrite")
                $0.message { $0.member("retryTransaction", base64: id) }
            }
        }
    }
}
