import FirestoreWire
import JSON
import TestSupport

/// Makes random queries over the documents of ``RandomDocuments``.
struct RandomQueries {
    /// A query as JSON, and the parent under which to run it.
    static func query(_ random: inout RandomDocuments) -> (parent: String, query: JSONValue) {
        let parent = random.generator.pick(["", "", "", "/c/a", "/c/ghost"])
        let collection = parent.isEmpty ? random.generator.pick(["c", "c", "c", "d", "s", ""]) : "s"
        var query = StructuredQuery(
            from: [CollectionSelector(collection, allDescendants: random.generator.chance(0.25))])
        if random.generator.chance(0.6) { query.filter = filter(&random, depth: 2) }
        for _ in 0..<random.generator.pick([0, 0, 1, 1, 2]) {
            query.orderBy.append(Order(random.path(), random.generator.pick([.ascending, .descending])))
        }
        if random.generator.chance(0.2) {
            query.orderBy.append(Order(.documentID, query.orderBy.last?.direction ?? .ascending))
        }
        if random.generator.chance(0.25) { query.startAt = cursor(&random, query.orderBy) }
        if random.generator.chance(0.15) { query.endAt = cursor(&random, query.orderBy) }
        if random.generator.chance(0.3) { query.limit = random.generator.pick([0, 1, 2, 5]) }
        if random.generator.chance(0.15) { query.offset = random.generator.pick([1, 2, 30]) }
        if random.generator.chance(0.3) { query.select = random.mask().fieldPaths }
        return (parent, random.json(query))
    }

    /// An aggregation of a query.
    static func aggregation(_ random: inout RandomDocuments) -> (parent: String, query: JSONValue) {
        let (parent, query) = query(&random)
        var aggregations: [JSONValue] = []
        // With an equality on the name, the emulator demands an index for a sum that cannot exist.
        let text = query.canonicalJSON
        let isByName = ["EQUAL", "IN"].contains { text.contains(#""fieldPath":"__name__"},"op":"\#($0)""#) }
        for _ in 0..<Int.random(in: 1...3, using: &random.generator) {
            let path = random.path()
            aggregations.append(
                random.json(
                    Aggregation(
                        isByName
                            ? .count()
                            : random.generator.pick([.count(), .count(upTo: 2), .sum(path), .average(path)]),
                        alias: random.generator.pick(["", "", "n"]))))
        }
        return (parent, ["structuredQuery": query, "aggregations": .array(aggregations)])
    }

    private static func filter(_ random: inout RandomDocuments, depth: Int) -> Filter {
        if depth > 0, random.generator.chance(0.4) {
            return .composite(
                random.generator.pick([.and, .and, .or]),
                (0..<Int.random(in: 1...3, using: &random.generator)).map { _ in filter(&random, depth: depth - 1) })
        }
        if random.generator.chance(0.1) {
            let comparison = random.generator.pick(
                [.equal, .lessThan, .greaterThanOrEqual, .notEqual, .in, .notIn] as [Filter.FieldOperator])
            let names = (0..<Int.random(in: 1...3, using: &random.generator)).map { _ in
                Value.reference("<documents>/\(random.name())")
            }
            return .field(
                .documentID, comparison, comparison == .in || comparison == .notIn ? .array(names) : names[0])
        }
        if random.generator.chance(0.15) {
            return .unary(random.path(), random.generator.pick(Filter.UnaryOperator.allCases))
        }
        let comparison = random.generator.pick(Filter.FieldOperator.allCases)
        let value: Value =
            switch comparison {
            case .in, .notIn, .arrayContainsAny:
                .array((0..<Int.random(in: 1...3, using: &random.generator)).map { _ in random.value(depth: 1) })
            default: random.value(depth: 1)
            }
        return .field(random.path(), comparison, value)
    }

    private static func cursor(_ random: inout RandomDocuments, _ orders: [Order]) -> QueryCursor {
        let count = Int.random(in: 0...orders.count, using: &random.generator)
        return QueryCursor(
            orders.prefix(count).map { order in
                order.field.isDocumentID ? .reference("<documents>/\(random.name())") : random.value(depth: 1)
            }, before: .random(using: &random.generator))
    }
}
