import JSON

/// The state of the database that a read sees; by default the latest.
package enum ReadConsistency: Equatable, Sendable {
    /// The state of the transaction with this id.
    case transaction([UInt8])
    /// The state of a new transaction, whose id is in the reply.
    case newTransaction(TransactionOptions)
    /// The state at a time in the past.
    case readTime(Timestamp)
}

extension ReadConsistency {
    /// Reads the member `key` of a request into `consistency` if it is one of the three; returns whether it was.
    static func read(
        _ key: JSONReader.Key, of reader: inout JSONReader, into consistency: inout ReadConsistency?
    ) throws -> Bool {
        let read: ReadConsistency
        switch key {
        case "transaction": read = .transaction(try reader.base64())
        // A transaction that begins with a read is read-only by default.
        case "newTransaction", "new_transaction":
            read = .newTransaction(try TransactionOptions.optional(from: &reader) ?? .readOnly())
        case "readTime", "read_time": read = .readTime(try Timestamp(from: &reader))
        default: return false
        }
        guard consistency == nil else { throw reader.fault("a read consistency of two kinds") }
        consistency = read
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
