extension Agenda {
    /// The part of the agenda that fits a screen, fairly: no section crowds out another one.
    ///
    /// An entry takes one row. A heading takes one more, together with its first entry; ``overdue``, ``today``,
    /// ``started`` and each day of ``next`` have headings. The rows are given out in rounds. In each round overdue,
    /// today, started and next get the row of their next entry, in this order. It ends when there is no room for the
    /// next in turn, or when all entries have rows. So two sections that are both cut differ by one entry at most, and
    /// a larger screen shows everything that a smaller one does. ``counts`` stay those of the whole agenda.
    /// - Parameter rows: the rows for headings and entries.
    public func fitting(rows: Int) -> Agenda {
        let later = next.flatMap { day in day.entries.indices.map { $0 == 0 ? 2 : 1 } }
        // The number of rows that the entries of each section take.
        let costs = [Self.costs(overdue.count), Self.costs(today.count), Self.costs(started.count), later]
        var (taken, room, isCut) = ([0, 0, 0, 0], rows, false)
        while !isCut, let round = Optional(costs.indices.filter { taken[$0] < costs[$0].count }), !round.isEmpty {
            for section in round {
                let cost = costs[section][taken[section]]
                isCut = cost > room
                if isCut { break }
                room -= cost
                taken[section] += 1
            }
        }
        var agenda = self
        agenda.overdue = Array(overdue.prefix(taken[0]))
        agenda.today = Array(today.prefix(taken[1]))
        agenda.started = Array(started.prefix(taken[2]))
        agenda.next = []
        var rest = taken[3]
        for day in next where rest > 0 {
            agenda.next.append(DayEntries(day: day.day, entries: Array(day.entries.prefix(rest))))
            rest -= day.entries.count
        }
        return agenda
    }

    /// The number of rows that it takes, including headings.
    public var rows: Int {
        let headings = [overdue, today, started].filter { !$0.isEmpty }.count + next.count
        return shown.all + headings
    }

    private static func costs(_ count: Int) -> [Int] { (0..<count).map { $0 == 0 ? 2 : 1 } }
}
