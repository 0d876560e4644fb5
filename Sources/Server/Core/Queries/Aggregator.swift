import FirestoreWire

/// Computes the aggregations over the documents that a query finds.
struct Aggregator {
    /// The operations, with the names of their results.
    private let aggregations: [(operation: Aggregation.Operation, alias: String)]
    /// The aggregated fields; a document that lacks one of them is not counted at all.
    let paths: [FieldPath]
    private var count: Int64 = 0
    private var sums: [Sum]

    private static let maximumCount = 5

    /// - Throws: ``Status`` INVALID_ARGUMENT.
    init(_ aggregations: [Aggregation]) throws(Status) {
        guard !aggregations.isEmpty else { throw Status(.invalidArgument, "Aggregations can not be empty.") }
        guard aggregations.count <= Self.maximumCount else {
            throw Status(.invalidArgument, "At most \(Self.maximumCount) aggregations are allowed.")
        }
        var named: [(Aggregation.Operation, String)] = []
        var unnamed = 0
        var paths: [FieldPath] = []
        for aggregation in aggregations {
            var alias = aggregation.alias
            if alias.isEmpty {
                unnamed += 1
                alias = "field_\(unnamed)"
            }
            guard alias.utf8.count <= FieldPath.maximumSize, !ResourceName.isReserved(alias) else {
                throw Status(.invalidArgument, "An alias is too long, or begins and ends with '__'.")
            }
            guard !named.contains(where: { $0.1.utf8.elementsEqual(alias.utf8) }) else {
                throw Status(.invalidArgument, "Aggregation aliases contain duplicate alias: \(alias).")
            }
            switch aggregation.operation {
            case .count(let limit):
                guard limit ?? 0 >= 0 else {
                    throw Status(
                        .invalidArgument,
                        "The `up_to` value in a COUNT aggregation must be greater than or equal to zero.")
                }
            case .sum(let path), .average(let path):
                guard !path.isDocumentID else {
                    throw Status(.invalidArgument, "Aggregations are not supported for the property: __key__")
                }
                if !paths.contains(path) { paths.append(path) }
            }
            named.append((aggregation.operation, alias))
        }
        self.aggregations = named
        self.paths = paths
        sums = paths.map { _ in Sum() }
    }

    /// Adds a document, given its values at ``paths``.
    mutating func add(_ values: [Value?]) {
        count += 1
        for (index, value) in values.enumerated() { sums[index].add(value) }
    }

    /// The results by alias.
    var result: Fields {
        Fields(
            aggregations.map { operation, alias in
                switch operation {
                case .count(let limit): (alias, .integer(min(count, limit ?? .max)))
                case .sum(let path): (alias, sum(path).total)
                case .average(let path): (alias, sum(path).average)
                }
            })
    }

    private func sum(_ path: FieldPath) -> Sum { paths.firstIndex(of: path).map { sums[$0] } ?? Sum() }
}

extension Aggregator {
    /// A sum of numbers: exact as long as all are integers and it does not overflow.
    private struct Sum {
        private var count = 0
        private var integer: Int64 = 0
        private var isInteger = true
        private var double: Double = 0

        mutating func add(_ value: Value?) {
            switch value {
            case .integer(let value)?:
                let (sum, overflowed) = integer.addingReportingOverflow(value)
                integer = sum
                isInteger = isInteger && !overflowed
                double += Double(value)
            case .double(let value)?:
                isInteger = false
                double += value
            default: return
            }
            count += 1
        }

        var total: Value { isInteger ? .integer(integer) : .double(double) }

        var average: Value { count == 0 ? .null : .double((isInteger ? Double(integer) : double) / Double(count)) }
    }
}
