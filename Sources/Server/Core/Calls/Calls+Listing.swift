import FirestoreWire
import JSON

extension Calls {
    /// The default and the maximum number of documents in a page, as in the emulator.
    private static let pageSize = (standard: 30, maximum: 150)

    func list(_ collection: ResourceName, _ request: ListDocumentsRequest, _ caller: Caller) async throws -> Answer {
        guard let parent = collection.parent, let id = collection.id else {
            throw Status(.invalidArgument, "Expected the name of a collection.")
        }
        let size = request.pageSize == 0 ? Self.pageSize.standard : min(Int(request.pageSize), Self.pageSize.maximum)
        var query = StructuredQuery(from: [CollectionSelector(id)], limit: Int32(size))
        query.orderBy = try Order.list(request.orderBy)
        guard !request.showMissing || query.orderBy.isEmpty else {
            throw Status(.invalidArgument, "cannot specify an order when show_missing is true")
        }
        if query.orderBy.last?.field.isDocumentID != true {
            query.orderBy.append(Order(.documentID, query.orderBy.last?.direction ?? .ascending))
        }
        if !request.pageToken.isEmpty {
            query.startAt = try PageToken(request.pageToken, of: collection, request.orderBy).cursor
        }
        let plan = try QueryPlan(query, under: parent)
        try caller.require(.query(plan.selector, under: parent))
        if request.showMissing { try caller.require(.listCollections(under: parent)) }
        let (spool, deadline, mask) = (spool(for: caller), Deadline(after: timeLimit), try request.mask?.paths())
        let consistency = request.consistency
        try await readInTurn(consistency, caller) { snapshot, _ in
            var page = ListPage(of: collection, size: size, mask: mask, to: spool)
            let recorder = request.showMissing ? nil : QueryRecorder(plan, consistency)
            if request.showMissing {
                try page.addWithMissing(plan, snapshot, deadline: deadline)
            } else {
                try QueryRunner(plan, in: snapshot, deadline: deadline, to: recorder).forEach {
                    try page.add($0, orders: plan.orders)
                }
            }
            try page.finish(orderBy: request.orderBy)
            // Missing documents are listed because of the documents below them.
            let changed = try snapshot.lastChange(plan.selector, under: parent)
            let reads =
                try recorder?.reads(in: snapshot) ?? [.collections(plan.selector, under: parent, changed: changed)]
            return ((), reads)
        }
        return .spool(spool)
    }

    func listCollectionIDs(
        _ request: ListCollectionIdsRequest, under parent: ResourceName, _ caller: Caller
    ) async throws -> Answer {
        guard request.pageSize >= 0 else {
            throw Status(.invalidArgument, "page_size must be greater than or equal to zero.")
        }
        try caller.require(.listCollections(under: parent))
        let size = request.pageSize == 0 ? 300 : min(Int(request.pageSize), 300)
        let start =
            request.pageToken.isEmpty
            ? nil : try PageToken(request.pageToken, of: parent, "").cursor.values.first.flatMap(\.text)
        let response = try await readInTurn(request.readTime.map { .readTime($0) }, caller) { snapshot, _ in
            var ids: [String] = []
            try snapshot.forEachChild(of: StoredCollection.path(of: parent), after: start) { id in
                ids.append(id)
                return ids.count <= size
            }
            var response = ListCollectionIdsResponse(collectionIDs: Array(ids.prefix(size)))
            if ids.count > size, let last = response.collectionIDs.last {
                response.nextPageToken = PageToken(QueryCursor([.string(last)], before: false)).text(of: parent, "")
            }
            return (response, [])
        }
        return Answer(response)
    }
}

extension Value {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

extension Order {
    /// Parses a list's sort order, such as `priority desc, __name__`.
    fileprivate static func list(_ text: String) throws(Status) -> [Order] {
        guard !text.isEmpty else { return [] }
        var orders: [Order] = []
        for clause in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = clause.split(separator: " ")
            let direction: Direction? =
                switch words.count > 1 ? words[1].lowercased() : "asc" {
                case "asc": .ascending
                case "desc": .descending
                default: nil
                }
            guard 1...2 ~= words.count, let direction, let path = try? FieldPath(parsing: String(words[0])) else {
                throw Status(.invalidArgument, "Invalid order by clause.")
            }
            orders.append(Order(path, direction))
        }
        return orders
    }
}
