extension Recurrence {
    /// Whether its rule can be computed. If it cannot, the series stays at its first occurrence.
    package var isComputed: Bool { (try? RecurrenceRule(rule)) != nil }
}

extension Todo {
    /// The days of its next occurrences, the current one first, without the settled ones. Empty if it does not repeat,
    /// or no longer does.
    public func nextDays(_ count: Int) -> [Day] {
        guard let recurrence, let current, count > 0 else { return [] }
        let settled = settledAhead ?? []
        let later = recurrence.days(after: current).lazy.filter { !settled.contains($0) }
        return [current.due.day] + Array(later.prefix(count - 1))
    }
}
