package import JSON

/// The body of `documents:commit`: all writes are made, or none.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/commit>
package struct CommitRequest: Equatable, Sendable {
    /// The writes, in order.
    package var writes: [Write]
    /// The id of the transaction that this ends; empty for none.
    package var transaction: [UInt8]

    /// The maximum number of writes in a request.
    package static let maximumWrites = 500

    /// A request.
    package init(_ writes: [Write], transaction: [UInt8] = []) {
        self.writes = writes
        self.transaction = transaction
    }
}

extension CommitRequest: WireCodable {
    /// Reads the request.
    package init(from reader: inout JSONReader) throws {
        self.init([])
        try reader.message { key, reader in
            switch key {
            case "writes": writes = try reader.list(atMost: Self.maximumWrites)
            case "transaction": transaction = try reader.base64()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the request.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("writes", writes)
            $0.member("transaction", base64: transaction)
        }
    }
}

/// The reply of `documents:commit`.
package struct CommitResponse: Equatable, Sendable {
    /// The result of each write, in order.
    package var writeResults: [WriteResult]
    /// When the commit was made.
    package var commitTime: Timestamp?

    /// A reply.
    package init(writeResults: [WriteResult] = [], commitTime: Timestamp? = nil) {
        self.writeResults = writeResults
        self.commitTime = commitTime
    }
}

extension CommitResponse: WireCodable {
    /// Reads the reply.
    package init(from reader: inout JSONReader) throws {
        self.init()
        try reader.response { key, reader in
            switch key {
            case "writeResults", "write_results": writeResults = try reader.list()
            case "commitTime", "commit_time": commitTime = try Timestamp(from: &reader)
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the reply.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("writeResults", writeResults)
            $0.member("commitTime", commitTime)
        }
    }
}
