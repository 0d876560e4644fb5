import FirestoreWire
import Foundation
import GRDB

/// A range of one collection in the order of an index: by name, or by the field `seq` and then by name.
///
/// The sync protocol uses such queries. The cost of a page does not depend on its position or on the number of
/// documents. All other queries scan the collection.
struct IndexScan {
    /// The rows: createTime, updateTime, fields, key.
    private(set) var sql: String
    private(set) var arguments: StatementArguments

    /// - Parameter withFields: Whether the rows need their fields; without them, only the index is read.
    /// - Returns: nil if no index has the query's order.
    init?(_ plan: QueryPlan, in collection: StoredCollection, _ db: Database, withFields: Bool) throws {
        guard !plan.selector.allDescendants, !plan.selector.collectionID.isEmpty else { return nil }
        let isBySeq: Bool
        switch plan.orders.map(\.field) {
        case [.documentID]: isBySeq = false
        case [Self.seq, .documentID] where plan.orders[0].direction == plan.orders[1].direction:
            // The index only contains integers. Values of other types, which our clients never write, require a scan.
            let others = try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM document WHERE collection = ? AND hasOtherSeq IS NOT NULL)")
            guard try Bool.fetchOne(others, arguments: [collection.id]) == false else { return nil }
            isBySeq = true
        default: return nil
        }
        let columns = withFields ? "createTime, updateTime, fields, key" : "0, 0, x'7B7D', key"
        var bounds = Bounds(collection: collection, isBySeq: isBySeq)
        if let filter = plan.filter { bounds.add(filter) }
        if let start = plan.start {
            bounds.add(start, isDescending: plan.orders[0].direction == .descending)
        }
        let direction = plan.orders[0].direction == .descending ? "DESC" : "ASC"
        let order = isBySeq ? "seq \(direction), key \(direction)" : "key \(direction)"
        sql = """
            SELECT \(columns) FROM document WHERE collection = ?\(isBySeq ? " AND seq IS NOT NULL" : "")\(bounds.sql)
            ORDER BY \(order)
            """
        arguments = [collection.id] + bounds.arguments
    }

    private static let seq = try? FieldPath(["seq"])
}

extension IndexScan {
    /// The part of a query's conditions that an index answers. The matcher checks these again, and all others.
    private struct Bounds {
        let collection: StoredCollection
        let isBySeq: Bool
        var sql = ""
        var arguments = StatementArguments()

        mutating func add(_ filter: Filter) {
            switch filter {
            case .composite(.and, let filters): for filter in filters { add(filter) }
            case .field(let path, let comparison, let value):
                guard let symbol = comparison.symbol else { return }
                if isBySeq, path == IndexScan.seq, case .integer(let integer) = value {
                    add("seq \(symbol) ?", [integer])
                } else if !isBySeq, path.isDocumentID, let key = key(of: value) {
                    add("key \(symbol) ?", [key])
                }
            default: break
            }
        }

        mutating func add(_ start: QueryCursor, isDescending: Bool) {
            let symbol = (isDescending ? "<" : ">") + (start.before ? "=" : "")
            switch start.values.first {
            case .integer(let seq)? where isBySeq:
                if start.values.count == 2, let key = key(of: start.values[1]) {
                    add("(seq, key) \(symbol) (?, ?)", [seq, key])
                } else {
                    add("seq \(isDescending ? "<=" : ">=") ?", [seq])
                }
            case let value? where !isBySeq:
                if let key = key(of: value) { add("key \(symbol) ?", [key]) }
            default: break
            }
        }

        private mutating func add(_ condition: String, _ values: StatementArguments) {
            sql += " AND \(condition)"
            arguments += values
        }

        /// The key of a document directly in the collection.
        private func key(of value: Value) -> Data? {
            guard case .reference(let text) = value, let name = try? ResourceName(parsing: text),
                let parent = name.parent, StoredCollection.path(of: parent) == collection.path, let id = name.id
            else { return nil }
            var key = OrderedKey()
            key.append(id: id)
            return Data(key.bytes)
        }
    }
}

extension Filter.FieldOperator {
    fileprivate var symbol: String? {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqual: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqual: ">="
        case .equal: "="
        default: nil
        }
    }
}
