extension Recurrence {
    /// Whether its rule is computed here. If it is not, the series stays at its first occurrence.
    public var isComputed: Bool { (try? RecurrenceRule(rule)) != nil }
}

extension Todo {
    /// The days of its next occurrences, the current one first; none if it does not repeat, or no more.
    public func nextDays(_ count: Int) -> [Day] {
        guard let recurrence, let current, count > 0 else { return [] }
        return [current.due.day] + recurrence.days(after: current).prefix(count - 1)
    }
}
