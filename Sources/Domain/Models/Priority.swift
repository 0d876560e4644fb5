/// How much a to-do matters, beside those that have no priority.
public enum Priority: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// When there is nothing else.
    case low
    /// Before what is low.
    case medium
    /// Before everything else.
    case high

    /// 1 for low to 3 for high; 0 stands for no priority.
    public var rank: Int {
        switch self {
        case .low: 1;
        case .medium: 2;
        case .high: 3
        }
    }

    /// The priority with this rank; nil where there is none.
    public init?(rank: Int) {
        guard let priority = Self.allCases.first(where: { $0.rank == rank }) else { return nil }
        self = priority
    }

    /// Low comes before high.
    public static func < (left: Priority, right: Priority) -> Bool { left.rank < right.rank }
}
