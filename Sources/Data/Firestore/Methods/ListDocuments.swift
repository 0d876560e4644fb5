import Basics
package import JSON

/// The parameters of a `GET` of a collection, in the query string.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/list>
package struct ListDocumentsRequest: Equatable, Sendable {
    /// The maximum number of documents to return; 0 leaves it to the server.
    package var pageSize: Int32
    /// The position after the previous page; empty for the first page.
    package var pageToken: String
    /// The sort order, such as `priority desc, __name__`; empty to sort by name.
    package var orderBy: String
    /// Which fields to return; nil for all.
    package var mask: DocumentMask?
    /// Whether missing documents with others below them are listed by name.
    package var showMissing: Bool
    /// The state of the database to read; a new transaction is not possible here.
    package var consistency: ReadConsistency?

    /// A request.
    package init(
        pageSize: Int32 = 0, pageToken: String = "", orderBy: String = "", mask: DocumentMask? = nil,
        showMissing: Bool = false, consistency: ReadConsistency? = nil
    ) {
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.orderBy = orderBy
        self.mask = mask
        self.showMissing = showMissing
        self.consistency = consistency
    }
}

extension ListDocumentsRequest {
    /// Reads the decoded parameters.
    /// - Throws: ``Status`` INVALID_ARGUMENT with the name of a parameter that is not valid or not known.
    package init(queryItems: some Sequence<(String, String)>) throws {
        self.init()
        var paths: [FieldPath] = []
        for (name, value) in queryItems {
            switch name {
            case "pageSize", "page_size":
                guard let size = Int32(value), size >= 0 else { throw Status(invalidParameter: "pageSize") }
                pageSize = size
            case "pageToken", "page_token": pageToken = value
            case "orderBy", "order_by": orderBy = value
            case "mask.fieldPaths", "mask.field_paths":
                guard let path = try? FieldPath(parsing: value) else {
                    throw Status(invalidParameter: "mask.fieldPaths")
                }
                paths.append(path)
            case "showMissing", "show_missing":
                guard let flag = Bool(value) else { throw Status(invalidParameter: "showMissing") }
                showMissing = flag
            case "transaction", "readTime", "read_time":
                consistency = try ReadConsistency(parameter: name, value) ?? consistency
            default: try SystemParameter.require(name)
            }
        }
        if !paths.isEmpty { mask = DocumentMask(paths) }
    }

    /// The parameters, not encoded, without defaults.
    package var queryItems: [(String, String)] {
        var items: [(String, String)] = []
        if pageSize != 0 { items.append(("pageSize", String(pageSize))) }
        if !pageToken.isEmpty { items.append(("pageToken", pageToken)) }
        if !orderBy.isEmpty { items.append(("orderBy", orderBy)) }
        for path in mask?.fieldPaths ?? [] { items.append(("mask.fieldPaths", path.text)) }
        if showMissing { items.append(("showMissing", "true")) }
        switch consistency {
        case .readTime(let time): items.append(("readTime", time.text))
        case .transaction(let id): items.append(("transaction", String(decoding: Base64.encode(id), as: UTF8.self)))
        case .newTransaction, nil: break
        }
        return items
    }

    /// The parameters as a percent-encoded query string, without the question mark.
    package var queryString: String {
        queryItems.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }
}

/// The reply of a `GET` of a collection.
package struct ListDocumentsResponse: Equatable, Sendable {
    /// The documents of the page.
    package var documents: [Document]
    /// The position of the next page; empty after the last one.
    package var nextPageToken: String

    /// A reply.
    package init(documents: [Document] = [], nextPageToken: String = "") {
        self.documents = documents
        self.nextPageToken = nextPageToken
    }
}

extension ListDocumentsResponse: WireCodable {
    /// Reads the reply.
    package init(from reader: inout JSONReader) throws {
        self.init()
        try reader.response { key, reader in
            switch key {
            case "documents": documents = try reader.list()
            case "nextPageToken", "next_page_token": nextPageToken = try reader.string()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the reply.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("documents", documents)
            $0.member("nextPageToken", nextPageToken)
        }
    }
}
