public import FirestoreWire
import JSON

/// What a query found, as a whole.
public struct QueryResult: Sendable, Equatable {
    /// The documents, in the order of the query.
    public var documents: [Document]
    /// The time at which they were read; nil if the server does not tell.
    public var readTime: Timestamp?
}

/// Which of the documents that were asked for exist.
public struct BatchGetResult: Sendable, Equatable {
    /// Those that exist, in no order.
    public var found: [Document]
    /// The full names of those that do not, in no order.
    public var missing: [String]
    /// The time at which they were read; nil if the server does not tell.
    public var readTime: Timestamp?
}

extension FirestoreService {
    /// Returns what a query finds: all of it, or an error. Pages are made by the query's own `limit` and `startAt`.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/runQuery>
    /// - Parameter parent: The document whose collections are asked; nil for those at the root.
    public func runQuery(
        _ query: StructuredQuery, under parent: ResourceName? = nil, consistency: ReadConsistency? = nil
    ) async throws -> QueryResult {
        let elements: [RunQueryResponse] = try await elements(call(query, parent, consistency))
        return QueryResult(
            documents: elements.compactMap(\.document), readTime: elements.last { $0.readTime != nil }?.readTime)
    }

    /// What a query finds, while it arrives. **Read to the end before you believe it**: see ``FirestoreStream``.
    /// An element may hold a time alone and no document.
    public func stream(
        _ query: StructuredQuery, under parent: ResourceName? = nil, consistency: ReadConsistency? = nil
    ) -> FirestoreStream<RunQueryResponse> {
        FirestoreStream(service: self, call: call(query, parent, consistency))
    }

    /// Returns what is computed over the results of a query: values by their aliases.
    ///
    /// Source:
    /// <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/runAggregationQuery>
    public func runAggregationQuery(
        _ query: StructuredAggregationQuery, under parent: ResourceName? = nil, consistency: ReadConsistency? = nil
    ) async throws -> Fields {
        let request = RunAggregationQueryRequest(query, consistency: consistency)
        let elements: [RunAggregationQueryResponse] = try await elements(
            .method("runAggregationQuery", of: parent ?? database.root, body: request, isRepeatable: true)
        ) { elements in
            elements.contains { $0.aggregateFields != nil } ? nil : "expected a result"
        }
        return elements.lazy.compactMap(\.aggregateFields).first ?? [:]
    }

    /// Returns documents by their names, all read at the same time.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/batchGet>
    public func batchGet(
        _ documents: [ResourceName], mask: DocumentMask? = nil, consistency: ReadConsistency? = nil
    ) async throws -> BatchGetResult {
        let names = documents.map(\.text)
        let request = BatchGetDocumentsRequest(names, mask: mask, consistency: consistency)
        // Counted by bytes: two spellings of one accent are two names.
        let asked = Set(names.map { Array($0.utf8) })
        let elements: [BatchGetDocumentsResponse] = try await elements(
            .method("batchGet", of: database.root, body: request, isRepeatable: true)
        ) { elements in
            Set(elements.compactMap { $0.name.map { Array($0.utf8) } }) == asked ? nil : "expected each document once"
        }
        var result = BatchGetResult(found: [], missing: [], readTime: nil)
        for element in elements {
            switch element.result {
            case .found(let document): result.found.append(document)
            case .missing(let name): result.missing.append(name)
            case nil: break
            }
            result.readTime = result.readTime ?? element.readTime
        }
        return result
    }

    private func call(
        _ query: StructuredQuery, _ parent: ResourceName?, _ consistency: ReadConsistency?
    ) -> FirestoreCall {
        let request = RunQueryRequest(query, consistency: consistency)
        return .method("runQuery", of: parent ?? database.root, body: request, isRepeatable: true)
    }
}

extension BatchGetDocumentsResponse {
    /// The name of the document that it tells of.
    fileprivate var name: String? {
        switch result {
        case .found(let document): document.name
        case .missing(let name): name
        case nil: nil
        }
    }
}
