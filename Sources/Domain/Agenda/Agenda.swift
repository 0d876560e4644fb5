public import Foundation

/// The to-dos that need attention: overdue, today, the next days, and started ones.
///
/// An open to-do is in one section at most, the first of these that applies:
///
/// | section | to-dos |
/// |---|---|
/// | ``overdue`` | the due date has passed: an instant before now, a day before today |
/// | ``today`` | due today, or begins today |
/// | ``next`` | due, or begins, on one of the days after that |
/// | ``started`` | all others that a person is working on |
///
/// The due date takes precedence: a start counts only if the due date is not within these days. A to-do whose start has
/// passed is not listed for that, and neither is a to-do without dates.
///
/// Within a section, or within a day of ``next``, ready to-dos come first. Then the earlier deadline comes first; the
/// deadline of a day is its end, so a to-do due at a time of that day comes before it. Then follow the higher priority,
/// the older to-do, and the id. In ``started``, the to-do that was started last comes first.
public struct Agenda: Hashable, Sendable {
    /// An entry of a section.
    public struct Entry: Hashable, Sendable, Identifiable {
        /// The to-do, and whether it is ready.
        public let item: PlannedTodo
        /// The date that puts it on the agenda; nil in ``Agenda/started``.
        public let date: Due?
        /// Whether ``date`` is its start.
        public let isStart: Bool

        /// The identifier of the to-do.
        public var id: Todo.ID { item.id }
        /// The to-do.
        public var todo: Todo { item.todo }
    }

    /// The entries of a day.
    public struct DayEntries: Hashable, Sendable {
        /// The day.
        public let day: Day
        /// Its entries, one or more.
        public internal(set) var entries: [Entry]
    }

    /// The number of to-dos in each section.
    public struct Counts: Hashable, Sendable {
        /// The number of to-dos in ``Agenda/overdue``.
        public var overdue: Int
        /// The number of to-dos in ``Agenda/today``.
        public var today: Int
        /// The number of to-dos in ``Agenda/next``.
        public var next: Int
        /// The number of to-dos in ``Agenda/started``.
        public var started: Int

        /// Creates the numbers of to-dos.
        public init(overdue: Int = 0, today: Int = 0, next: Int = 0, started: Int = 0) {
            self.overdue = overdue
            self.today = today
            self.next = next
            self.started = started
        }

        /// The number of to-dos in all sections.
        public var all: Int { overdue + today + next + started }
    }

    /// The to-dos whose due date has passed.
    public internal(set) var overdue: [Entry] = []
    /// The to-dos of today.
    public internal(set) var today: [Entry] = []
    /// The to-dos of the days after today, day by day, without empty days.
    public internal(set) var next: [DayEntries] = []
    /// The to-dos that a person is working on and that are in no other section.
    public internal(set) var started: [Entry] = []
    /// The numbers of entries, including those that ``fitting(rows:)`` leaves out.
    public private(set) var counts = Counts()
    /// The day for which the agenda was made.
    public let day: Day

    /// The default number of days in ``next``.
    public static let usualDays = 7

    /// Creates the agenda of `items` at `now`.
    /// - Parameters:
    ///   - items: to-dos, in any order; done ones are ignored.
    ///   - zone: the zone in which days begin.
    ///   - days: the number of days after today; a negative number counts as 0.
    public init(_ items: some Sequence<PlannedTodo>, now: Date, zone: TimeZone, days: Int = usualDays) {
        day = Day(containing: now, in: zone)
        let last = day.adding(days: max(days, 0))
        let past = DueWindow.before(now, in: zone)
        var later: [Day: [Keyed]] = [:]
        var (overdue, today, started) = ([Keyed](), [Keyed](), [Keyed]())
        for item in items where !item.todo.isDone {
            if let due = item.todo.due, past.contains(due) {
                overdue.append(Keyed(item, due, zone: zone))
            } else if let entry = Keyed(item, from: day, through: last, zone: zone), let date = entry.entry.date {
                let day = date.day(in: zone)
                if day == self.day { today.append(entry) } else { later[day, default: []].append(entry) }
            } else if let moment = item.todo.startedAt {
                started.append(Keyed(started: item, at: moment))
            }
        }
        self.overdue = overdue.entries
        self.today = today.entries
        self.started = started.entries
        next = later.sorted { $0.key < $1.key }.map { DayEntries(day: $0.key, entries: $0.value.entries) }
        counts = shown
    }

    /// The open to-dos that an agenda needs, for a store with very many.
    public static func query(now: Date, zone: TimeZone, days: Int = usualDays) -> Query<Todo> {
        .all.open.any(of: queries(now: now, zone: zone, days: days))
    }

    /// The same to-dos as several queries, each of which uses an index: by due date, by start, and started to-dos. They
    /// overlap.
    public static func queries(now: Date, zone: TimeZone, days: Int = usualDays) -> [Query<Todo>] {
        parts(dueFrom: nil, now: now, zone: zone, days: days)
    }

    /// The open to-dos of ``overdue``.
    package static func overdueQuery(now: Date, zone: TimeZone) -> Query<Todo> {
        .all.open.due(.before(now, in: zone))
    }

    /// The queries of ``queries(now:zone:days:)``, without the to-dos that are due before today and are in no other query.
    package static func otherQueries(now: Date, zone: TimeZone, days: Int) -> [Query<Todo>] {
        parts(dueFrom: Day(containing: now, in: zone), now: now, zone: zone, days: days)
    }

    private static func parts(dueFrom first: Day?, now: Date, zone: TimeZone, days: Int) -> [Query<Todo>] {
        let today = Day(containing: now, in: zone)
        let end = today.adding(days: max(days, 0)).adding(days: 1)
        return [
            Query.all.open.due(DueWindow(from: first, until: end, in: zone)),
            Query.all.open.filter(.start(DueWindow(from: today, until: end, in: zone))), .all.open.started,
        ]
    }

    /// The ids of all entries in this value, in order.
    public var ids: [Todo.ID] {
        (overdue + today + next.flatMap(\.entries) + started).map(\.id)
    }

    /// The agenda with complete to-dos in its entries, for an agenda that was made from to-dos with fewer fields.
    package func filled(with todos: [Todo.ID: Todo]) -> Agenda {
        func filled(_ entries: [Entry]) -> [Entry] {
            entries.map { entry in
                var item = entry.item
                item.todo = todos[entry.id] ?? item.todo
                return Entry(item: item, date: entry.date, isStart: entry.isStart)
            }
        }
        var agenda = self
        agenda.overdue = filled(overdue)
        agenda.today = filled(today)
        agenda.started = filled(started)
        agenda.next = next.map { DayEntries(day: $0.day, entries: filled($0.entries)) }
        return agenda
    }

    /// The same agenda with another number of overdue to-dos, for an agenda that was made from only some of them.
    /// - Parameter overdue: the total number of overdue to-dos.
    package func counting(overdue: Int) -> Agenda {
        var agenda = self
        agenda.counts.overdue = overdue
        return agenda
    }

    /// Whether the agenda has no to-dos.
    public var isEmpty: Bool { counts.all == 0 }

    /// The numbers of entries in this value, by section.
    public var shown: Counts {
        Counts(
            overdue: overdue.count, today: today.count, next: next.reduce(0) { $0 + $1.entries.count },
            started: started.count)
    }
}

/// An entry with its sort keys.
private struct Keyed {
    let entry: Agenda.Entry
    private let time: Int64

    init(_ item: PlannedTodo, _ date: Due, isStart: Bool = false, zone: TimeZone) {
        entry = Agenda.Entry(item: item, date: date, isStart: isStart)
        time = date.deadline(in: zone).milliseconds
    }

    /// The entry for the due date, or else for the start, if that date is on one of these days.
    init?(_ item: PlannedTodo, from first: Day, through last: Day, zone: TimeZone) {
        if let due = item.todo.due, first...last ~= due.day(in: zone) {
            self.init(item, due, zone: zone)
        } else if let start = item.todo.start, first...last ~= start.day(in: zone) {
            self.init(item, start, isStart: true, zone: zone)
        } else {
            return nil
        }
    }

    init(started item: PlannedTodo, at moment: Date) {
        entry = Agenda.Entry(item: item, date: nil, isStart: false)
        // The to-do that was started last comes first.
        time = -moment.milliseconds
    }

    func precedes(_ other: Keyed) -> Bool {
        let (left, right) = (entry.item, other.entry.item)
        if left.isReady != right.isReady { return left.isReady }
        if time != other.time { return time < other.time }
        return left.matters(before: right)
    }
}

extension [Keyed] {
    fileprivate var entries: [Agenda.Entry] { sorted { $0.precedes($1) }.map(\.entry) }
}

extension PlannedTodo {
    /// The order of otherwise equal entries: the higher priority, the older to-do, the id.
    func matters(before other: PlannedTodo) -> Bool {
        let (left, right) = (todo, other.todo)
        let ranks = (left.priority?.rank ?? 0, right.priority?.rank ?? 0)
        if ranks.0 != ranks.1 { return ranks.0 > ranks.1 }
        return (left.createdAt, left.id) < (right.createdAt, right.id)
    }
}
