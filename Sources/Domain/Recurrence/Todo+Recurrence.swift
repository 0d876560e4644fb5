extension Recurrence {
    /// Whether its rule is computed here. If it is not, the series stays at its first occurrence.
    public var isComputed: Bool { (try? RecurrenceRule(rule)) != nil }
}

extension Todo {
    /// The days of its next occurrences, the current one first, without those that are settled already; none if it does
    /// not repeat, or no more.
    public func nextDays(_ count: Int) -> [Day] {
        guard let recurrence, let current, count > 0 else { return [] }
        let settled = settledAhead ?? []
        let later = recurrence.days(after: current).lazy.filter { !settled.contains($0) }
        return [current.due.day] + Array(later.prefix(count - 1))
    }
}
