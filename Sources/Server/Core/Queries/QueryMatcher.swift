import FirestoreWire
import JSON

/// Tells whether a stored document belongs to the result of a query, and where in it.
struct QueryMatcher: Sendable {
    private let filter: FilterMatcher?
    private let orders: [Order]
    private let start: QueryCursor?
    private let end: QueryCursor?
    /// The names of the fields that have to be read.
    private let names: Set<String>

    init(_ plan: QueryPlan) {
        filter = plan.filter.map(FilterMatcher.init)
        orders = plan.orders
        start = plan.start
        end = plan.end
        var paths = plan.orders.map(\.field)
        plan.filter?.appendPaths(to: &paths)
        names = Set(paths.filter { !$0.isDocumentID }.compactMap(\.segments.first))
    }

    /// Whether the fields of a document matter, or only its name.
    var needsFields: Bool { !names.isEmpty }

    /// Where a document stands.
    enum Place {
        /// It is found; its values of what is sorted by.
        case found([Value])
        /// It does not belong to the result.
        case absent
        /// It lies behind the end, and so does all that is sorted behind it.
        case behind
    }

    /// Where the document called `name` stands.
    func place(name: String, fieldsJSON: UnsafeBufferPointer<UInt8>) throws -> Place {
        let fields = try partial(fieldsJSON)
        let name = Value.reference(name)
        var values: [Value] = []
        for order in orders {
            guard let value = order.field.isDocumentID ? name : fields[order.field] else { return .absent }
            values.append(value)
        }
        if let end {
            let order = compare(values, end)
            if order == .after || order == .same && end.before { return .behind }
        }
        if let start {
            let order = compare(values, start)
            if order == .before || order == .same && !start.before { return .absent }
        }
        return filter?.matches(fields, name: name) == false ? .absent : .found(values)
    }

    /// The bytes by which documents sort, for the values of what is sorted by.
    func sortKey(_ values: [Value]) -> [UInt8] {
        var key = OrderedKey()
        for (order, value) in zip(orders, values) { key.append(value, descending: order.direction == .descending) }
        return key.bytes
    }

    /// Whether numbers can be computed of the fields of `paths`: all that an aggregation reads of a document.
    func values(of paths: [FieldPath], fieldsJSON: UnsafeBufferPointer<UInt8>) throws -> [Value?] {
        guard !paths.isEmpty else { return [] }
        let fields = try partial(fieldsJSON)
        return paths.map { fields[$0] }
    }

    private func compare(_ values: [Value], _ cursor: QueryCursor) -> Ordering {
        for (index, bound) in cursor.values.enumerated() {
            let order = values[index].compare(bound)
            if order != .same { return orders[index].direction == .descending ? order.reversed : order }
        }
        return .same
    }

    /// The fields that matter.
    private func partial(_ json: UnsafeBufferPointer<UInt8>) throws -> Fields {
        guard needsFields else { return [:] }
        return try Fields(stored: json, only: names)
    }
}

extension Fields {
    /// Reads those fields of what the database holds that are in `names`.
    fileprivate init(stored json: UnsafeBufferPointer<UInt8>, only names: Set<String>) throws {
        do {
            var fields = Fields()
            var reader = JSONReader(json)
            try reader.members { key, reader in
                let name = key.string
                guard names.contains(name) else { return try reader.skip() }
                fields[name] = try Value(from: &reader)
            }
            self = fields
        } catch is JSONError {
            throw Status(.dataLoss, "A document in the database is damaged.")
        }
    }
}

extension Filter {
    fileprivate func appendPaths(to paths: inout [FieldPath]) {
        switch self {
        case .composite(_, let filters): for filter in filters { filter.appendPaths(to: &paths) }
        case .field(let path, _, _), .unary(let path, _): paths.append(path)
        }
    }
}
