package import JSON

/// The body of `documents:batchWrite`: each write succeeds or fails on its own. Google reserves it for administrators.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/batchWrite>
package struct BatchWriteRequest: Equatable, Sendable {
    /// The writes, at most one for each document.
    package var writes: [Write]

    /// A request.
    package init(_ writes: [Write]) { self.writes = writes }
}

extension BatchWriteRequest: WireCodable {
    /// Reads the request.
    package init(from reader: inout JSONReader) throws {
        self.init([])
        try reader.message { key, reader in
            switch key {
            case "writes": writes = try reader.list(atMost: CommitRequest.maximumWrites)
            case "labels": try reader.skip()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the request.
    package func write(to writer: inout JSONWriter) {
        writer.message { $0.member("writes", writes) }
    }
}

/// The reply of `documents:batchWrite`.
package struct BatchWriteResponse: Equatable, Sendable {
    /// The result of each write, in order; empty results for those that failed.
    package var writeResults: [WriteResult]
    /// The status of each write, in order.
    package var status: [Status]

    /// A reply.
    package init(writeResults: [WriteResult] = [], status: [Status] = []) {
        self.writeResults = writeResults
        self.status = status
    }
}

extension BatchWriteResponse: WireCodable {
    /// Reads the reply.
    package init(from reader: inout JSONReader) throws {
        self.init()
        try reader.response { key, reader in
            switch key {
            case "writeResults", "write_results": writeResults = try reader.list()
            case "status": status = try reader.list()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the reply.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("writeResults", writeResults)
            $0.member("status", status)
        }
    }
}
