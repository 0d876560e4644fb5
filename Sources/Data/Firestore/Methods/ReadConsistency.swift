import JSON

/// At which state of the database a read looks; without one it looks at the latest.
public enum ReadConsistency: Equatable, Sendable {
    /// Within the transaction of this id.
    case transaction([UInt8])
    /// Within a transaction that the read begins; its id is in the reply.
    case newTransaction(TransactionOptions)
    /// At this time in the past.
    case readTime(Timestamp)
}

extension ReadConsistency {
    /// Reads the member `key` of a request into `consistency` if it is one of the three; whether it was.
    static func read(
        _ key: JSONReader.Key, of reader: inout JSONReader, into consistency: inout ReadConsistency?
    ) throws -> Bool {
        let read: ReadConsistency
        switch key {
        case "transaction": read = .transaction(try reader.base64())
        // A transaction that begins with a read and does not say what it is only reads.
        case "newTransaction", "new_transaction":
            read = .newTransaction(try TransactionOptions.optional(from: &reader) ?? .readOnly())
        case "readTime", "read_time": read = .readTime(try Timestamp(from: &reader))
        default: return false
        }
        guard consistency == nil else { throw reader.fault("a read consistency of two kinds") }
        // No bytes are what an absent member looks like where defaults are written.
        if read != .transaction([]) { consistency = read }
        return true
    }

    /// Writes the member into the open object.
    func writeMember(to writer: inout JSONWriter) {
        switch self {
        case .transaction(let id): writer.member("transaction", base64: id)
        case .newTransaction(let options): writer.member("newTransaction", options)
        case .readTime(let time): writer.member("readTime", time)
        }
    }
}
