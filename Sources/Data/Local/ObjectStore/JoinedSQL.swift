import SQLite

/// The SQL of conditions joined by `AND` and `OR`, with as few parentheses as possible.
///
/// SQLite's parser has a stack of a hundred entries. A `(` takes one, and the operand to the left of it two more. So
/// the part that is nested deepest comes first.
struct JoinedSQL {
    let fragment: SQLFragment
    /// Whether it is an `OR`, which needs parentheses in an `AND`.
    private let isAlternative: Bool
    /// How many entries of the stack its parentheses take.
    private let weight: Int

    /// A single condition, which binds at least as strongly as `AND`.
    init(_ condition: SQLFragment) { self.init(condition, isAlternative: false, weight: 0) }

    private init(_ fragment: SQLFragment, isAlternative: Bool, weight: Int) {
        self.fragment = fragment
        self.isAlternative = isAlternative
        self.weight = weight
    }

    /// A condition that requires all of the parts.
    static func all(_ parts: [JoinedSQL]) -> JoinedSQL {
        joined(parts.map(\.parenthesized), by: "AND", empty: "1", isAlternative: false)
    }

    /// The SQL as a part of an `AND`.
    ///
    /// SQLite plans an index for each part of an `OR`, and plans again for each `OR` within it. The time doubles with
    /// each level, until SQLite reports "no query solution". A sum is not planned for. Written at the end, it takes no
    /// entry of the stack.
    private var parenthesized: JoinedSQL {
        guard isAlternative else { return self }
        return JoinedSQL(
            weight > 0 ? "(\(fragment)) + 0" : "(\(fragment))", isAlternative: false, weight: weight + 1)
    }

    /// A condition that requires one of the parts.
    static func any(_ parts: [JoinedSQL]) -> JoinedSQL { joined(parts, by: "OR", empty: "0", isAlternative: true) }

    /// The SQL as a part of an `AND`.
    var inAnd: SQLFragment { Self.all([self]).fragment }

    private static func joined(
        _ parts: [JoinedSQL], by connective: String, empty: SQLFragment, isAlternative: Bool
    ) -> JoinedSQL {
        guard parts.count != 1 else { return parts[0] }
        guard let deepest = parts.indices.max(by: { parts[$0].weight < parts[$1].weight }) else {
            return JoinedSQL(empty)
        }
        guard parts[deepest].weight > 0 else {
            return JoinedSQL(
                .joined(parts.map(\.fragment), by: connective, empty: empty), isAlternative: isAlternative, weight: 0)
        }
        let others = parts.indices.filter { $0 != deepest }.map { parts[$0] }
        let rest = SQLFragment.joined(others.map(\.fragment), by: connective, empty: empty)
        // The parentheses around groups of eight are few, so they are not counted.
        let weight = max(parts[deepest].weight, (others.map(\.weight).max() ?? 0) + 2)
        return JoinedSQL(
            "\(parts[deepest].fragment) \(sql: connective) \(rest)", isAlternative: isAlternative, weight: weight)
    }
}
