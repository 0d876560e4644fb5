public import Foundation

/// How urgent and important a to-do is: a sum of points, each with its reason.
///
/// | term | points |
/// |---|---|
/// | `due` | 20 to 100 in the last 14 days before it is due, evenly; 20 before that; 1 more for each day overdue, up to 120 |
/// | `priority` | 60 for high, 40 for medium, 20 for low |
/// | `started` | 40 if a person is working on it |
/// | `blocking` | 10 for each open to-do that waits for it, up to 50 |
/// | `age` | 1 for each week since it was made, up to 20 |
/// | `start` | 10 if it had a start date, and that has come |
///
/// Points are whole numbers, rounded down, so that every device has the same. A to-do due on a day is due at the end of
/// that day. An earlier due date, a higher priority, more waiting to-dos, and a greater age never reduce points. Tags
/// give no points; filters use them.
public struct NextScore: Hashable, Sendable {
    /// A reason and its points.
    public struct Term: Hashable, Sendable {
        /// The reasons for points.
        public enum Name: String, Hashable, Sendable, CaseIterable {
            /// The time until it is due, or since it was due.
            case due
            /// The priority.
            case priority
            /// A person is working on it.
            case started
            /// Other to-dos wait for it.
            case blocking
            /// The time since it was created.
            case age
            /// Its start date has come.
            case start
        }

        /// The reason for the points.
        public let name: Name
        /// The number of points, more than 0.
        public let points: Int
    }

    /// The reasons, in the order of the table, without those that give no points.
    public let terms: [Term]
    /// The sum of all points.
    public var points: Int { terms.reduce(0) { $0 + $1.points } }

    /// Creates the score of an open to-do at `now`, in the zone in which days begin.
    public init(_ item: PlannedTodo, now: Date, zone: TimeZone) {
        self.init(item, deadline: item.todo.due?.deadline(in: zone), now: now, zone: zone)
    }

    private init(_ item: PlannedTodo, deadline: Date?, now: Date, zone: TimeZone) {
        let todo = item.todo
        let points: [(Term.Name, Int)] = [
            (.due, deadline.map { Self.points(due: $0, now: now) } ?? 0),
            (.priority, (todo.priority?.rank ?? 0) * 20),
            (.started, todo.isStarted ? 40 : 0),
            (.blocking, min(max(item.dependents, 0), 5) * 10),
            (.age, Int(min(max(Self.milliseconds(from: todo.createdAt, to: now) / (7 * Self.day), 0), 20))),
            (.start, todo.start?.hasBegun(at: now, in: zone) == true ? 10 : 0),
        ]
        terms = points.filter { $0.1 > 0 }.map { Term(name: $0.0, points: $0.1) }
    }

    private static let day: Int64 = 86_400_000

    private static func points(due deadline: Date, now: Date) -> Int {
        let (left, span) = (milliseconds(from: now, to: deadline), 14 * day)
        if left >= span { return 20 }
        return left > 0 ? 20 + Int(80 * (span - left) / span) : 100 + Int(min(-left / day, 20))
    }

    // Only programs can create times outside the years 1 to 9999.
    private static func milliseconds(from start: Date, to end: Date) -> Int64 {
        let range = Limits.time
        return min(max(end.milliseconds, range.lowerBound), range.upperBound)
            - min(max(start.milliseconds, range.lowerBound), range.upperBound)
    }
}

extension NextScore {
    /// A to-do and its score.
    public struct Ranked: Hashable, Sendable, Identifiable {
        /// The to-do.
        public let item: PlannedTodo
        /// Its score.
        public let score: NextScore

        /// The identifier of the to-do.
        public var id: Todo.ID { item.id }
    }

    /// The to-dos that can be done now, with the highest score first. Equal scores are sorted by deadline, then by
    /// higher priority, age and id.
    /// - Parameter items: to-dos, in any order; done to-dos and those that are not ready are left out.
    public static func ranked(_ items: some Sequence<PlannedTodo>, now: Date, zone: TimeZone) -> [Ranked] {
        let keyed = items.filter { $0.isReady && !$0.todo.isDone }.map { item in
            let deadline = item.todo.due?.deadline(in: zone)
            let score = NextScore(item, deadline: deadline, now: now, zone: zone)
            return (
                ranked: Ranked(item: item, score: score), points: score.points, deadline: deadline?.milliseconds ?? .max
            )
        }
        return keyed.sorted { left, right in
            if left.points != right.points { return left.points > right.points }
            if left.deadline != right.deadline { return left.deadline < right.deadline }
            return left.ranked.item.matters(before: right.ranked.item)
        }.map(\.ranked)
    }
}
