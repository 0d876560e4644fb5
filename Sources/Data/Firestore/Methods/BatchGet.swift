package import JSON

/// The body of `documents:batchGet`.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/batchGet>
package struct BatchGetDocumentsRequest: Equatable, Sendable {
    /// The full names of the documents; duplicates are answered once.
    package var documents: [String]
    /// Which fields to return; nil for all.
    package var mask: DocumentMask?
    /// The state of the database to read.
    package var consistency: ReadConsistency?

    /// The maximum number of documents in a request.
    package static let maximumDocuments = 10_000

    /// A request.
    package init(_ documents: [String], mask: DocumentMask? = nil, consistency: ReadConsistency? = nil) {
        self.documents = documents
        self.mask = mask
        self.consistency = consistency
    }
}

extension BatchGetDocumentsRequest: WireCodable {
    /// Reads the request.
    package init(from reader: inout JSONReader) throws {
        self.init([])
        try reader.message { key, reader in
            switch key {
            case "documents": documents = try reader.strings(atMost: Self.maximumDocuments)
            case "mask": mask = try DocumentMask(from: &reader)
            default:
                if try !ReadConsistency.read(key, of: &reader, into: &consistency) { try reader.unknownMember() }
            }
        }
    }

    /// Writes the request.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("documents", documents)
            $0.member("mask", mask)
            consistency?.writeMember(to: &$0)
        }
    }
}

/// An element of the array that `batchGet` returns, in any order.
package struct BatchGetDocumentsResponse: Equatable, Sendable {
    /// The result for a requested document.
    package enum Result: Equatable, Sendable {
        /// It exists.
        case found(Document)
        /// It does not exist.
        case missing(String)
    }

    /// The result for a document; nil if the element only contains the transaction or the time.
    package var result: Result?
    /// When it was read.
    package var readTime: Timestamp?
    /// The id of the transaction that the request began; only in the first element.
    package var transaction: [UInt8]

    /// An element.
    package init(_ result: Result? = nil, readTime: Timestamp? = nil, transaction: [UInt8] = []) {
        self.result = result
        self.readTime = readTime
        self.transaction = transaction
    }
}

extension BatchGetDocumentsResponse: WireCodable {
    /// Reads an element.
    package init(from reader: inout JSONReader) throws {
        self.init()
        try reader.response { key, reader in
            let read: Result
            switch key {
            case "found": read = .found(try Document(from: &reader))
            case "missing": read = .missing(try reader.string())
            case "readTime", "read_time":
                readTime = try Timestamp(from: &reader)
                return
            case "transaction":
                transaction = try reader.base64()
                return
            default: return try reader.unknownMember()
            }
            guard result == nil else { throw reader.fault("a document both found and missing") }
            result = read
        }
    }

    /// Writes the element.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("transaction", base64: transaction)
            switch result {
            case .found(let document): $0.member("found", document)
            case .missing(let name): $0.member("missing", name)
            case nil: break
            }
            $0.member("readTime", readTime)
        }
    }
}
