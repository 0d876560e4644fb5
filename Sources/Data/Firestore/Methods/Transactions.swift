package import JSON

/// The body of `documents:beginTransaction`.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/beginTransaction>
package struct BeginTransactionRequest: Equatable, Sendable {
    /// The permitted operations; nil for reading and writing.
    package var options: TransactionOptions?

    /// A request.
    package init(options: TransactionOptions? = nil) { self.options = options }
}

extension BeginTransactionRequest: WireCodable {
    /// Reads the request.
    package init(from reader: inout JSONReader) throws {
        self.init()
        try reader.message { key, reader in
            switch key {
            case "options": options = try TransactionOptions(from: &reader)
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the request.
    package func write(to writer: inout JSONWriter) {
        writer.message { $0.member("options", options) }
    }
}

/// The reply of `documents:beginTransaction`.
package struct BeginTransactionResponse: Equatable, Sendable {
    /// The id of the transaction.
    package var transaction: [UInt8]

    /// A reply.
    package init(transaction: [UInt8]) { self.transaction = transaction }
}

extension BeginTransactionResponse: WireCodable {
    /// Reads the reply.
    package init(from reader: inout JSONReader) throws {
        self.init(transaction: [])
        try reader.response { key, reader in
            switch key {
            case "transaction": transaction = try reader.base64()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the reply.
    package func write(to writer: inout JSONWriter) {
        writer.message { $0.member("transaction", base64: transaction) }
    }
}

/// The body of `documents:rollback`, whose reply is `Empty`.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/rollback>
package struct RollbackRequest: Equatable, Sendable {
    /// The id of the transaction.
    package var transaction: [UInt8]

    /// A request.
    package init(transaction: [UInt8]) { self.transaction = transaction }
}

extension RollbackRequest: WireCodable {
    /// Reads the request.
    package init(from reader: inout JSONReader) throws {
        self.init(transaction: [])
        try reader.message { key, reader in
            switch key {
            case "transaction": transaction = try reader.base64()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the request.
    package func write(to writer: inout JSONWriter) {
        writer.message { $0.member("transaction", base64: transaction) }
    }
}
