import FirestoreWire

/// A validated query, with its implicit sort fields added.
struct QueryPlan: Sendable {
    let parent: ResourceName
    let selector: CollectionSelector
    let filter: Filter?
    /// The sort order; the last one is the name.
    let orders: [Order]
    let start: QueryCursor?
    let end: QueryCursor?
    let offset: Int
    let limit: Int?
    /// The returned fields; nil for all.
    let select: FieldPathSet?

    /// - Parameter required: Fields that a document must have, for aggregations. The query also sorts by them, which
    ///   matters if there is a limit.
    /// - Throws: ``Status`` INVALID_ARGUMENT.
    init(_ query: StructuredQuery, under parent: ResourceName, required: [FieldPath] = []) throws(Status) {
        guard parent.isRoot || parent.isDocument else {
            throw Status(.invalidArgument, "The parent of a query must be a document or the root.")
        }
        guard query.from.count <= 1 else {
            throw Status(.invalidArgument, "StructuredQuery.from cannot have more than one collection selector.")
        }
        self.parent = parent
        selector = query.selector
        let id = selector.collectionID
        if !id.isEmpty {
            try Status.naming { () throws(InvalidName) in try ResourceName.validate(id: id, isOfCollection: true) }
        }
        for path in required { try path.requireUnreserved() }
        var check = FilterCheck(parent.database)
        if let filter = query.filter { try check.add(filter) }
        try check.finish(orders: query.orderBy.count)
        filter = query.filter
        orders = try Self.orders(query.orderBy, inequalities: check.inequalities, required: required)
        // Across collections, and below a document at any depth, the only index is that of names.
        let isOfNameAlone = check.isOfNameAlone && query.orderBy.allSatisfy { $0 == Order(.documentID) }
        let isGroupBelowDocument = selector.allDescendants && !parent.isRoot
        guard isOfNameAlone && !(isGroupBelowDocument && !required.isEmpty) || !id.isEmpty && !isGroupBelowDocument
        else {
            throw Status(
                .invalidArgument,
                "A query over all collections, or at any depth below a document, filters and sorts by __name__ alone.")
        }
        for path in query.select ?? [] where !path.isDocumentID { try path.requireUnreserved() }
        let sorted = orders.prefix(query.orderBy.count)
        start = try Self.cursor(query.startAt, sorted, in: parent.database)
        end = try Self.cursor(query.endAt, sorted, in: parent.database)
        offset = Int(query.offset)
        limit = query.limit.map(Int.init)
        select = query.select.map(FieldPathSet.init)
    }

    /// The given orders, followed by fields with range comparisons, the fields that an aggregation requires, and the
    /// name.
    private static func orders(
        _ given: [Order], inequalities: [FieldPath], required: [FieldPath]
    ) throws(Status) -> [Order] {
        var orders: [Order] = []
        for order in given {
            if !order.field.isDocumentID { try order.field.requireUnreserved() }
            guard !orders.contains(where: { $0.field == order.field }) else {
                throw Status(.invalidArgument, "order by clause cannot contain duplicate fields \(order.field)")
            }
            orders.append(order)
        }
        let direction = orders.last?.direction ?? .ascending
        // The name breaks all ties: no order can follow it.
        var isDecided = orders.contains { $0.field.isDocumentID }
        guard !isDecided || orders.last?.field.isDocumentID == true else { throw behindName }
        func append(_ paths: [FieldPath]) throws(Status) {
            for path in paths.sorted(by: { $0.precedes($1) }) where !path.isDocumentID {
                guard !orders.contains(where: { $0.field == path }) else { continue }
                guard !isDecided else { throw behindName }
                orders.append(Order(path, direction))
            }
        }
        try append(inequalities)
        isDecided = isDecided || inequalities.contains(.documentID)
        try append(required)
        if orders.last?.field.isDocumentID != true { orders.append(Order(.documentID, direction)) }
        return orders
    }

    private static var behindName: Status {
        Status(.invalidArgument, "order by clause cannot contain more fields after the key")
    }

    private static func cursor(
        _ cursor: QueryCursor?, _ orders: ArraySlice<Order>, in database: DatabaseName
    ) throws(Status) -> QueryCursor? {
        guard let cursor else { return nil }
        guard cursor.values.count <= orders.count else {
            throw Status(.invalidArgument, "Cursor has too many values.")
        }
        for (order, value) in zip(orders, cursor.values) where order.field.isDocumentID {
            guard case .reference(let text) = value else {
                throw Status(.invalidArgument, "Cursor __key__ value is not a document reference.")
            }
            _ = try Status.document(text, in: database)
        }
        return cursor
    }
}

extension StructuredQuery {
    /// The queried collections; there is at most one selector.
    var selector: CollectionSelector { from.first ?? CollectionSelector("") }
}
