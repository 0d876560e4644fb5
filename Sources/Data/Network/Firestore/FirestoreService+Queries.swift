package import FirestoreWire
import JSON

/// The complete result of a query.
package struct QueryResult: Sendable, Equatable {
    /// The documents, in the order of the query.
    package var documents: [Document]
    /// When they were read; nil if the server does not say.
    package var readTime: Timestamp?
}

/// The result of reading documents by name.
package struct BatchGetResult: Sendable, Equatable {
    /// The existing documents, in no particular order.
    package var found: [Document]
    /// The full names of missing documents, in no particular order.
    package var missing: [String]
    /// When they were read; nil if the server does not say.
    package var readTime: Timestamp?
}

extension FirestoreService {
    /// The result of a query: all of it, or an error. For pages, use the query's `limit` and `startAt`.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/runQuery>
    /// - Parameter parent: The document whose collections are queried; nil for those at the root.
    package func runQuery(
        _ query: StructuredQuery, under parent: ResourceName? = nil, consistency: ReadConsistency? = nil
    ) async throws -> QueryResult {
        let elements: [RunQueryResponse] = try await elements(call(query, parent, consistency))
        return QueryResult(
            documents: elements.compactMap(\.document), readTime: elements.last { $0.readTime != nil }?.readTime)
    }

    /// The result of a query while it arrives. **Read it to the end before you rely on it**: see `FirestoreStream`.
    /// An element may contain a time but no document.
    package func stream(
        _ query: StructuredQuery, under parent: ResourceName? = nil, consistency: ReadConsistency? = nil
    ) -> FirestoreStream<RunQueryResponse> {
        FirestoreStream(service: self, call: call(query, parent, consistency))
    }

    /// The aggregations over the results of a query: values by alias.
    ///
    /// Source:
    /// <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/runAggregationQuery>
    package func runAggregationQuery(
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

    /// Documents by name, all read at the same time.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/batchGet>
    package func batchGet(
        _ documents: [ResourceName], mask: DocumentMask? = nil, consistency: ReadConsistency? = nil
    ) async throws -> BatchGetResult {
        let names = documents.map(\.text)
        let request = BatchGetDocumentsRequest(names, mask: mask, consistency: consistency)
        // Compared by bytes: two spellings of an accent are two names.
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
    /// The name of the document that the element is about.
    fileprivate var name: String? {
        switch result {
        case .found(let document): document.name
        case .missing(let name): name
        case nil: nil
        }
    }
}
