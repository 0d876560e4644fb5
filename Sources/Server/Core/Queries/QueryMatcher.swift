import FirestoreWire
import JSON

/// Decides whether a stored document matches a query, and its position in the order.
struct QueryMatcher: Sendable {
    private let filter: FilterMatcher?
    private let orders: [Order]
    private let start: QueryCursor?
    private let end: QueryCursor?
    /// The names of the fields that are read.
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

    /// Whether fields are read, rather than only the name.
    var needsFields: Bool { !names.isEmpty }

    /// The position of a document.
    enum Place {
        /// It matches, with these values of the sort fields.
        case found([Value])
        /// It does not match.
        case absent
        /// It comes after the end, and so does everything after it.
        case pastEnd
    }

    /// The position of the document called `name`.
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
            if order == .after || order == .same && end.before { return .pastEnd }
        }
        if let start {
            let order = compare(values, start)
            if order == .before || order == .same && !start.before { return .absent }
        }
        return filter?.matches(fields, name: name) == false ? .absent : .found(values)
    }

    /// The bytes by which documents with these values of the sort fields are sorted.
    func sortKey(_ values: [Value]) -> [UInt8] {
        var key = OrderedKey()
        for (order, value) in zip(orders, values) { key.append(value, descending: order.direction == .descending) }
        return key.bytes
    }

    /// The values of a document at `paths`: an aggregation reads only these.
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
    /// Parses the stored fields whose names are in `names`.
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
