package import JSON

/// The body of `{parent}:listCollectionIds`; the parent is in the URL.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/listCollectionIds>
package struct ListCollectionIdsRequest: Equatable, Sendable {
    /// The maximum number of ids to return; 0 leaves it to the server.
    package var pageSize: Int32
    /// The position after the previous page; empty for the first page.
    package var pageToken: String
    /// A time in the past to read at; nil for now.
    package var readTime: Timestamp?

    /// A request.
    package init(pageSize: Int32 = 0, pageToken: String = "", readTime: Timestamp? = nil) {
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.readTime = readTime
    }
}

extension ListCollectionIdsRequest: WireCodable {
    /// Reads the request.
    package init(from reader: inout JSONReader) throws {
        self.init()
        try reader.message { key, reader in
            switch key {
            case "pageSize", "page_size": pageSize = try reader.int32()
            case "pageToken", "page_token": pageToken = try reader.string()
            case "readTime", "read_time": readTime = try Timestamp(from: &reader)
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the request.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            if pageSize != 0 {
                $0.key("pageSize")
                $0.integer(pageSize)
            }
            $0.member("pageToken", pageToken)
            $0.member("readTime", readTime)
        }
    }
}

/// The reply of `listCollectionIds`.
package struct ListCollectionIdsResponse: Equatable, Sendable {
    /// The ids of the page.
    package var collectionIDs: [String]
    /// The position of the next page; empty after the last one.
    package var nextPageToken: String

    /// A reply.
    package init(collectionIDs: [String] = [], nextPageToken: String = "") {
        self.collectionIDs = collectionIDs
        self.nextPageToken = nextPageToken
    }
}

extension ListCollectionIdsResponse: WireCodable {
    /// Reads the reply.
    package init(from reader: inout JSONReader) throws {
        self.init()
        try reader.response { key, reader in
            switch key {
            case "collectionIds", "collection_ids": collectionIDs = try reader.strings()
            case "nextPageToken", "next_page_token": nextPageToken = try reader.string()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the reply.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("collectionIds", collectionIDs)
            $0.member("nextPageToken", nextPageToken)
        }
    }
}
