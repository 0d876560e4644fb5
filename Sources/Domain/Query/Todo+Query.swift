public import Foundation

extension Todo: Queryable {
    /// What can be asked of a to-do.
    public enum Condition: Hashable, Sendable, Codable, IDCondition, TextCondition {
        /// It is done, or is open.
        case isDone(Bool)
        /// Its id is one of these.
        case ids([Todo.ID])
        /// It bears at least one of these tags.
        case tagged([Tag.ID])
        /// It bears no tag at all.
        case untagged
        /// It is to be done at one of these places.
        case located([Location.ID])
        /// It is to be done at a place within so many metres of a point.
        case near(Coordinate, within: Double)
        /// It has a due date, or has none.
        case hasDue(Bool)
        /// Its due date lies in a range.
        case due(DueWindow)
        /// Its priority is one of these; nil stands for none.
        case priority([Priority?])
        /// A time of its own lies in a range.
        case time(TimeField, from: Date?, until: Date?)
        /// Its title, notes and tags' titles hold each of these words, which are folded.
        case matching([String])
    }

    /// The times of a to-do that can be asked for.
    public enum TimeField: String, Hashable, Sendable, Codable {
        /// When it was made.
        case created
        /// When it was last edited.
        case updated
        /// When it was done; open ones have none.
        case completed
    }

    /// What to-dos can be sorted by.
    public enum SortKey: String, Hashable, Sendable, Codable, CaseIterable {
        /// When it was last edited.
        case updated
        /// When it was made.
        case created
        /// When it is due; without a date after every date.
        case due
        /// The title, case and accents folded.
        case title
        /// How much it matters; without a priority below low.
        case priority
        /// When it was done; open ones before every time.
        case completed
    }

    /// The sort keys under the names of the properties.
    public struct SortKeys: Sendable {
        /// When it was last edited.
        public let updatedAt = SortKey.updated
        /// When it was made.
        public let createdAt = SortKey.created
        /// When it is due; without a date after every date.
        public let due = SortKey.due
        /// The title, case and accents folded.
        public let title = SortKey.title
        /// How much it matters; without a priority below low.
        public let priority = SortKey.priority
        /// When it was done; open ones before every time.
        public let completedAt = SortKey.completed
    }

    /// The sort keys under the names of the properties.
    public static let sortKeys = SortKeys()
    /// What was edited last comes first.
    public static let defaultOrder = [SortTerm<Todo>(.updated, descending: true)]

    /// What the to-do has for a sort key.
    public func sortValue(for key: SortKey) -> SortValue {
        switch key {
        case .updated: .integer(updatedAt.milliseconds)
        case .created: .integer(createdAt.milliseconds)
        case .due: .integer(due?.sortKey ?? .max)
        case .title: .text(SearchText.folded(title))
        case .priority: .integer(Int64(priority?.rank ?? 0))
        case .completed: .integer(completedAt?.milliseconds ?? Limits.time.lowerBound - 1)
        }
    }

    /// Whether the to-do meets the condition.
    public func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .isDone(let done): return isDone == done
        case .ids(let ids): return ids.contains(id)
        case .tagged(let ids): return tags.contains { ids.contains($0.id) }
        case .untagged: return tags.isEmpty
        case .located(let ids): return location.map { ids.contains($0.id) } ?? false
        case .near(let point, let metres): return location.map { $0.coordinate.distance(to: point) <= metres } ?? false
        case .hasDue(let has): return (due != nil) == has
        case .due(let window): return due.map(window.contains) ?? false
        case .priority(let priorities): return priorities.contains(priority)
        case .time(let field, let start, let end):
            let time: Date? =
                switch field {
                case .created: createdAt
                case .updated: updatedAt
                case .completed: completedAt
                }
            return time?.lies(from: start, until: end) ?? false
        case .matching(let words):
            let content = Content(self)
            let own = Content.fields.searched.map { $0.value.text(of: content) }
            let texts = (own + tags.map(\.title)).map(SearchText.folded)
            return words.allSatisfy { word in texts.contains { SearchText.contains($0, word) } }
        }
    }
}

extension Todo.Condition: CustomStringConvertible {
    /// The condition in words, for logs and tests; what a person typed is left out.
    public var description: String {
        switch self {
        case .isDone(let done): done ? "done" : "open"
        case .ids(let ids): "id in \(ids.map(\.rawValue))"
        case .tagged(let ids): "tagged \(ids.map(\.rawValue))"
        case .untagged: "untagged"
        case .located(let ids): "at \(ids.map(\.rawValue))"
        case .near(let point, let metres): "within \(metres) m of \(point.latitude),\(point.longitude)"
        case .hasDue(let has): has ? "with a due date" : "without a due date"
        case .due(let window): "due in \(window.firstDay?.description ?? "")..<\(window.endDay?.description ?? "")"
        case .priority(let priorities): "priority in \(priorities.map { $0?.rawValue ?? "none" })"
        case .time(let field, let start, let end):
            "\(field) in \(start.map { "\($0.milliseconds)" } ?? "")..<\(end.map { "\($0.milliseconds)" } ?? "")"
        case .matching(let words): "matching \(words.count) words"
        }
    }
}

extension Query<Todo> {
    /// Those that are not done.
    public var open: Query { filter(.isDone(false)) }
    /// Those that are done.
    public var done: Query { filter(.isDone(true)) }
    /// Those without any tag.
    public var untagged: Query { filter(.untagged) }
    /// Those that bear the tag.
    public func tagged(_ tag: Tag) -> Query { tagged([tag.id]) }
    /// Those that bear at least one of the tags.
    public func tagged(_ tags: [Tag.ID]) -> Query { filter(.tagged(tags)) }
    /// Those to be done at the place.
    public func located(_ location: Location) -> Query { located([location.id]) }
    /// Those to be done at one of the places.
    public func located(_ locations: [Location.ID]) -> Query { filter(.located(locations)) }
    /// Those to be done within so many metres of a point.
    public func near(_ point: Coordinate, within metres: Double) -> Query { filter(.near(point, within: metres)) }
    /// Those to be done within so many metres of a place, the place itself included.
    public func near(_ place: Location, within metres: Double) -> Query { near(place.coordinate, within: metres) }
    /// Those with this priority; nil: with none.
    public func priority(_ priority: Priority?) -> Query { filter(.priority([priority])) }
    /// Those whose due date lies in the range.
    public func due(_ window: DueWindow) -> Query { filter(.due(window)) }
    /// Those that are due on a day, or at an instant that falls on it in `zone`.
    public func due(on day: Day, in zone: TimeZone) -> Query { due(.on(day, in: zone)) }

    /// Open ones whose due date has passed at `now`, on the day that it then is in `zone`.
    public static func overdue(on now: Date, in zone: TimeZone = .current) -> Query {
        Query.all.open.due(.before(now, in: zone))
    }
}
