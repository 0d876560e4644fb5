extension Agenda {
    /// The part of the agenda that fits into a screen, fairly: no section crowds out another one.
    ///
    /// An entry takes one row. A heading, of ``overdue``, ``today``, ``started`` and of each day of ``next``, takes one more,
    /// with its first entry. The rows are given out in rounds: in each round overdue, today, started and next get the row
    /// of their next entry, in this order, until there is no room for the one whose turn it is, or all have what they need.
    /// So two sections that are both cut differ by one entry at most, and a larger screen shows all that a smaller one
    /// does. ``counts`` stay those of the whole.
    /// - Parameter rows: the rows for headings and entries.
    public func fitting(rows: Int) -> Agenda {
        let later = next.flatMap { day in day.entries.indices.map { $0 == 0 ? 2 : 1 } }
        // What the entries of each section cost.
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

    /// How many rows it takes with its headings.
    public var rows: Int {
        let headings = [overdue, today, started].filter { !$0.isEmpty }.count + next.count
        return shown.all + headings
    }

    private static func costs(_ count: Int) -> [Int] { (0..<count).map { $0 == 0 ? 2 : 1 } }
}
