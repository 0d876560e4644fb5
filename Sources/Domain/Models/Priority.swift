/// How important a to-do is. To-dos without a priority rank below all of these.
public enum Priority: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Above no priority.
    case low
    /// Above low.
    case medium
    /// Above everything else.
    case high

    /// 1 for low to 3 for high; 0 is reserved for no priority.
    public var rank: Int {
        switch self {
        case .low: 1;
        case .medium: 2;
        case .high: 3
        }
    }

    /// The priority with this rank; nil if there is none.
    public init?(rank: Int) {
        guard let priority = Self.allCases.first(where: { $0.rank == rank }) else { return nil }
        self = priority
    }

    /// The priority that somebody has typed: `high`, `p1` or `1`; `medium`, `p2` or `2`; `low`, `p3` or `3`; in any case.
    /// - Throws: ``TodoError`` with code `usage`, which names the priorities but does not repeat the text.
    public static func parse(_ text: String) throws -> Priority {
        guard let priority = Priority(typed: text.trimmed.lowercased()) else {
            throw TodoError(.usage, "A priority is high, medium or low. These can be typed as p1, p2 and p3.")
        }
        return priority
    }

    /// The priority that a word in small letters means; nil if it means none.
    init?(typed word: String) {
        guard
            let priority = Priority(rawValue: word)
                ?? Priority(number: word.hasPrefix("p") ? word.dropFirst() : word[...])
        else { return nil }
        self = priority
    }

    /// The priority with the number that people type: 1 is the highest, as in the `p1` of quick add.
    init?(number: Substring) {
        switch number {
        case "1": self = .high
        case "2": self = .medium
        case "3": self = .low
        default: return nil
        }
    }

    /// Low comes before high.
    public static func < (left: Priority, right: Priority) -> Bool { left.rank < right.rank }
}
