package import JSON

/// The result of one write in a commit.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/WriteResult>
package struct WriteResult: Equatable, Sendable {
    /// When the document was last changed, which may be before this write if it changed nothing; nil after a delete.
    package var updateTime: Timestamp?
    /// The results of the transforms, in order.
    package var transformResults: [Value]

    /// A result.
    package init(updateTime: Timestamp? = nil, transformResults: [Value] = []) {
        self.updateTime = updateTime
        self.transformResults = transformResults
    }
}

extension WriteResult: WireCodable {
    /// Reads a result.
    package init(from reader: inout JSONReader) throws {
        self.init()
        try reader.message { key, reader in
            switch key {
            case "updateTime", "update_time": updateTime = try Timestamp(from: &reader)
            case "transformResults", "transform_results": transformResults = try reader.list()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the result.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("updateTime", updateTime)
            $0.member("transformResults", transformResults)
        }
    }
}
