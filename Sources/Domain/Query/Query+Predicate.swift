extension Query {
    /// Conditions joined by and, or and not: `.and([.condition(.isDone(false)), .not(.condition(.untagged))])`.
    ///
    /// It knows how deep it is nested. A predicate that is nested deeper than ``Query/deepest`` replaces any predicate
    /// that it becomes a part of, and so grows no further. So code that follows its nesting cannot exhaust the stack,
    /// and ``Query/validate()`` refuses it.
    public struct Predicate: Hashable, Sendable {
        /// A condition, or a combination of predicates.
        public enum Kind: Hashable, Sendable, Codable {
            /// The model meets this condition.
            case condition(Model.Condition)
            /// All of these; with none of them, everything.
            case and([Predicate])
            /// At least one of these; with none of them, nothing.
            case or([Predicate])
            /// Not this.
            indirect case not(Predicate)
        }

        /// Its condition, or its combination of predicates.
        public let kind: Kind
        /// The depth of its parentheses when it is written down; `and` binds stronger than `or`.
        public let levels: Int

        private init(_ kind: Kind) {
            self.kind = kind
            levels =
                switch kind {
                case .condition: 0
                case .and(let parts): Self.most(parts) { $0.levels + ($0.isList ? 1 : 0) }
                case .or(let parts): Self.most(parts) { $0.levels + ($0.isAlternative ? 1 : 0) }
                case .not(let part): part.levels + (part.isCondition ? 0 : 1)
                }
        }

        /// The model meets this condition.
        public static func condition(_ condition: Model.Condition) -> Self { Self(.condition(condition)) }
        /// All of these; with none of them, everything.
        public static func and(_ parts: [Self]) -> Self { tooDeep(parts) ?? Self(.and(parts)) }
        /// At least one of these; with none of them, nothing.
        public static func or(_ parts: [Self]) -> Self { tooDeep(parts) ?? Self(.or(parts)) }
        /// Not this.
        public static func not(_ part: Self) -> Self { part.isTooDeep ? part : Self(.not(part)) }

        // Loops, because each of `reduce`, `first(where:)` and a key path would make generic types at its first use, for which
        // the runtime searches all conformances of the program (docs/performance.md).
        private static func most(_ parts: [Self], _ levels: (Self) -> Int) -> Int {
            var most = 0
            for part in parts { most = max(most, levels(part)) }
            return most
        }

        private static func tooDeep(_ parts: [Self]) -> Self? {
            for part in parts where part.isTooDeep { return part }
            return nil
        }

        /// Whether the model matches.
        public func isMet(by model: Model) -> Bool {
            switch kind {
            case .condition(let condition): model.meets(condition)
            case .and(let parts): parts.allSatisfy { $0.isMet(by: model) }
            case .or(let parts): parts.contains { $0.isMet(by: model) }
            case .not(let part): !part.isMet(by: model)
            }
        }
    }

    /// The maximum depth of parentheses in a predicate: that of a filter (``TodoFilter/deepest``), and a few levels
    /// that programs add.
    public static var deepest: Int { 40 }
    /// Conditions in a predicate.
    package static var mostConditions: Int { 512 }
    /// Words that are looked for in all conditions of a predicate.
    package static var mostWords: Int { 4096 }
}

extension Query.Predicate {
    /// Refuses a predicate that is nested too deep, or has too many conditions.
    /// - Throws: ``TodoError`` with code `bad-query`.
    public func validate() throws {
        guard !isTooDeep else { throw Self.tooDeep }
        let (conditions, words) = size
        guard conditions <= Query.mostConditions else {
            throw TodoError(
                .badQuery, "A query has at most \(Query.mostConditions) conditions; this one has \(conditions).")
        }
        guard words <= Query.mostWords else {
            throw TodoError(.badQuery, "A query looks for at most \(Query.mostWords) words; this one has \(words).")
        }
    }

    /// The refusal of a predicate that is nested deeper than ``Query/deepest``.
    private static var tooDeep: TodoError {
        TodoError(
            .badQuery, "A query has at most \(Query.deepest) pairs of parentheses within each other; this one has more."
        )
    }

    private var isTooDeep: Bool { levels > Query.deepest }

    private var isCondition: Bool { if case .condition = kind { true } else { false } }
    private var isAlternative: Bool { if case .or = kind { true } else { false } }
    private var isList: Bool {
        switch kind {
        case .and, .or: true
        case .condition, .not: false
        }
    }

    private var size: (conditions: Int, words: Int) {
        switch kind {
        case .condition(let condition): return (1, (condition as? any TextCondition)?.searchedWords.count ?? 0)
        case .and(let parts), .or(let parts):
            var sum = (conditions: 0, words: 0)
            for part in parts {
                let size = part.size
                sum = (sum.conditions + size.conditions, sum.words + size.words)
            }
            return sum
        case .not(let part): return part.size
        }
    }
}

extension Query.Predicate: Codable {
    /// The longest path of keys above a condition. Each and, or and not has three keys: its name, `_0`, and the index.
    private static var longestPath: Int { (Query.deepest + 2) * 9 }

    /// Reads a predicate.
    /// - Throws: ``TodoError`` with code `bad-query` if it is nested too deep; `DecodingError`.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.longestPath else { throw Self.tooDeep }
        self.init(try Kind(from: decoder))
        guard !isTooDeep else { throw Self.tooDeep }
    }

    /// Writes the predicate.
    public func encode(to encoder: any Encoder) throws { try kind.encode(to: encoder) }
}

extension Query.Predicate: CustomStringConvertible {
    /// The predicate in words, for logs and tests.
    public var description: String {
        switch kind {
        case .condition(let condition): condition.description
        case .and(let parts): parts.isEmpty ? "all" : "(\(parts.map(\.description).joined(separator: " and ")))"
        case .or(let parts): parts.isEmpty ? "none" : "(\(parts.map(\.description).joined(separator: " or ")))"
        case .not(let part): "not \(part)"
        }
    }
}
