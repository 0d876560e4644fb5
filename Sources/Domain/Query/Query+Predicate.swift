extension Query {
    /// Conditions joined by and, or and not.
    public indirect enum Predicate: Hashable, Sendable, Codable {
        /// The model meets this condition.
        case condition(Model.Condition)
        /// All of these; with none of them, everything.
        case and([Predicate])
        /// At least one of these; with none of them, nothing.
        case or([Predicate])
        /// Not this.
        case not(Predicate)

        /// Whether the model matches.
        public func isMet(by model: Model) -> Bool {
            switch self {
            case .condition(let condition): model.meets(condition)
            case .and(let parts): parts.allSatisfy { $0.isMet(by: model) }
            case .or(let parts): parts.contains { $0.isMet(by: model) }
            case .not(let part): !part.isMet(by: model)
            }
        }
    }
}

extension Query.Predicate: CustomStringConvertible {
    /// The predicate in words, for logs and tests.
    public var description: String {
        switch self {
        case .condition(let condition): condition.description
        case .and(let parts): parts.isEmpty ? "all" : "(\(parts.map(\.description).joined(separator: " and ")))"
        case .or(let parts): parts.isEmpty ? "none" : "(\(parts.map(\.description).joined(separator: " or ")))"
        case .not(let part): "not \(part)"
        }
    }
}
