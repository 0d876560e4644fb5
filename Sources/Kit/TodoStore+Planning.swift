import Foundation
public import TodoDomain
import TodoLocal

// Plans and reviews, at the time and in the time zone of the environment.
extension TodoStore {
    /// The to-dos that are overdue, due today or on the next days, and those that were started, without those that other
    /// members of shared lists are to do.
    /// - Parameters:
    ///   - days: the number of days after today.
    ///   - rows: the number of rows that it may take with its headings; nil for the whole agenda. Its counts are always
    ///     those of the whole agenda.
    public func agenda(days: Int = Agenda.usualDays, rows: Int? = nil) async throws -> Agenda {
        try await agenda(days: days, rows: rows, ofEverybody: false)
    }

    /// The same with a choice of people.
    /// - Parameters:
    ///   - days: as above.
    ///   - rows: as above.
    ///   - ofEverybody: whether to-dos that other members of shared lists are to do are among them.
    public func agenda(days: Int = Agenda.usualDays, rows: Int? = nil, ofEverybody: Bool) async throws -> Agenda {
        let (now, zone) = (stack.environment.now(), stack.environment.timeZone)
        return try await stack.read { transaction in
            let todos = self.todoDAO.store
            let isMine: Query<Todo>.Predicate? = try ofEverybody ? nil : transaction.notForOthers
            func mine(_ query: Query<Todo>) -> Query<Todo> { isMine.map { query.filter($0) } ?? query }
            let overdue = mine(Agenda.overdueQuery(now: now, zone: zone))
            var queries = Agenda.queries(now: now, zone: zone, days: days).map(mine)
            if let rows {
                // Over the years very many to-dos can become overdue. A screen shows only the first.
                queries = Agenda.otherQueries(now: now, zone: zone, days: days).map(mine)
                queries += try self.first(rows, of: overdue, now: now, zone: zone, transaction)
            }
            var items: [Todo.ID: PlannedTodo] = [:]
            for query in queries {
                let ready = query.filter(.isReady(waiting: .after(now, in: zone)))
                let readyIDs = Set(try todos.ids(ready, in: transaction))
                for todo in try todos.bare(query, in: transaction) {
                    items[todo.id] = PlannedTodo(todo, isReady: readyIDs.contains(todo.id))
                }
            }
            var whole = Agenda(items.values, now: now, zone: zone, days: days)
            if let rows {
                whole = whole.counting(overdue: try todos.count(overdue, in: transaction)).fitting(rows: rows)
            }
            return whole.filled(with: try self.models(whole.ids, in: transaction))
        }
    }

    /// The parts of a query of due to-dos that contain the first ones of an agenda: the ready to-dos and then the others,
    /// each by due day.
    private func first(
        _ limit: Int, of query: Query<Todo>, now: Date, zone: TimeZone, _ transaction: ReadTransaction
    ) throws -> [Query<Todo>] {
        let isReady = Query<Todo>.Predicate.condition(.isReady(waiting: .after(now, in: zone)))
        var (parts, rest) = ([Query<Todo>](), max(limit, 0))
        for part in [query.filter(isReady), query.filter(.not(isReady))] where rest > 0 {
            // All found to-dos are due by the end of their last day. Others that are due by then may come before them.
            let found = try todoDAO.store.page(part.ascending(\.due).limit(rest), in: transaction).items
            guard let last = found.compactMap({ $0.due?.day(in: zone) }).max() else { continue }
            parts.append(part.due(DueWindow(from: nil, until: last.adding(days: 1), in: zone)))
            rest -= found.count
        }
        return parts
    }

    /// The to-dos that can be done now, the highest score first.
    /// - Parameters:
    ///   - limit: the maximum number.
    ///   - ofEverybody: whether to-dos that other members of shared lists are to do are among them.
    public func next(_ limit: Int, ofEverybody: Bool = false) async throws -> [NextScore.Ranked] {
        let (now, zone) = (stack.environment.now(), stack.environment.timeZone)
        return try await stack.read { transaction in
            let dependents = try transaction.openDependents()
            var query = Query<Todo>.ready(on: now, in: zone)
            if !ofEverybody, let isMine = try transaction.notForOthers { query = query.filter(isMine) }
            let ready = try self.todoDAO.store.bare(query, in: transaction)
            func planned(_ todo: Todo) -> PlannedTodo {
                PlannedTodo(todo, isReady: true, dependents: dependents[todo.id] ?? 0)
            }
            let best = NextScore.ranked(ready.lazy.map(planned), now: now, zone: zone).prefix(max(limit, 0))
            let models = try self.models(best.map(\.id), in: transaction)
            return NextScore.ranked(models.values.map(planned), now: now, zone: zone)
        }
    }

    /// The month that contains a day, with the to-dos that are due and were done on each day.
    /// - Parameters:
    ///   - day: any day of the month.
    ///   - firstWeekday: the first day of a week.
    ///   - shown: how many of the due to-dos are returned for each day, the earliest first.
    public func calendar(
        of day: Day, firstWeekday: PhraseSettings.Weekday = .monday, shown: Int = 0
    ) async throws -> CalendarMonth {
        let zone = stack.environment.timeZone
        let empty = CalendarMonth(of: day, firstWeekday: firstWeekday, zone: zone)
        let days = empty.weeks.flatMap(\.days).compactMap { $0?.day }
        guard let first = days.first, let last = days.last else { return empty }
        let window = DueWindow(from: first, until: last.adding(days: 1), in: zone)
        return try await stack.read { transaction in
            let todos = self.todoDAO.store
            let done = Query<Todo>.all.done.filter(.isSkipped(false))
                .filter(.time(.completed, from: window.start, until: window.end))
            let due = try todos.bare(.all.open.due(window), in: transaction)
            let month = CalendarMonth(
                of: day, firstWeekday: firstWeekday, due: due.compactMap(\.due),
                done: try todos.bare(done, in: transaction).compactMap(\.completedAt), zone: zone)
            guard shown > 0 else { return month }
            let ids = Dictionary(grouping: due) { $0.due?.day(in: zone) ?? first }.mapValues { all in
                all.sorted { Self.isEarlier($0, $1, in: zone) }.prefix(shown).map(\.id)
            }
            let models = try self.models(ids.values.flatMap(\.self), in: transaction)
            return month.filled(with: ids.mapValues { $0.compactMap { models[$0] } })
        }
    }

    /// Whether a to-do comes before another one on a day. To-dos without a time come first, and the others follow by time.
    private static func isEarlier(_ one: Todo, _ other: Todo, in zone: TimeZone) -> Bool {
        func key(_ todo: Todo) -> (Date, String, String) {
            guard case .instant(let date, _) = todo.due else { return (.distantPast, todo.title, todo.id.rawValue) }
            return (date, todo.title, todo.id.rawValue)
        }
        return key(one) < key(other)
    }

    /// The numbers of to-dos that were created, done and open, from one day to another, both included. To-dos whose
    /// completion was undone are not counted as done.
    /// - Parameters:
    ///   - query: the to-dos to count, as they are now; nil for all, including deleted ones.
    ///   - first: the first day.
    ///   - last: the last day.
    ///   - firstWeekday: the first day of a week.
    /// - Throws: `usage` if the last day is before the first, or if there are more than ``Report/mostDays``.
    public func report(
        of query: Query<Todo>? = nil, from first: Day, through last: Day,
        firstWeekday: PhraseSettings.Weekday = .monday
    ) async throws -> Report {
        // Check the days before anything is read.
        try Report.count(from: first, through: last)
        let lifetimes = try await stack.read { transaction in
            guard let query else { return try transaction.lifetimes() }
            return try self.todoDAO.store.bare(query.filter(.isSkipped(false)), in: transaction).map {
                Report.Lifetime(createdAt: $0.createdAt, completedAt: $0.completedAt)
            }
        }
        return try Report(
            lifetimes, from: first, through: last, zone: stack.environment.timeZone, firstWeekday: firstWeekday)
    }

    /// The to-dos that were done on a day, the most recent first, without skipped occurrences.
    public func done(on day: Day) -> Query<Todo> {
        let window = DueWindow(from: day, until: day.adding(days: 1), in: stack.environment.timeZone)
        return Query.all.done.filter(.isSkipped(false)).filter(
            .time(.completed, from: window.start, until: window.end)
        ).descending(\.completedAt)
    }

    private func models(_ ids: [Todo.ID], in transaction: ReadTransaction) throws -> [Todo.ID: Todo] {
        var models: [Todo.ID: Todo] = [:]
        // A statement has a limited number of arguments.
        for start in stride(from: 0, to: ids.count, by: 1000) {
            let part = Array(ids[start..<min(start + 1000, ids.count)])
            for todo in try todoDAO.store.page(.ids(part), in: transaction).items { models[todo.id] = todo }
        }
        return models
    }
}

extension ReadTransaction {
    /// The condition of to-dos that no other member of a shared list is to do; nil where nothing is shared. Somebody who is no
    /// longer a member does nothing.
    fileprivate var notForOthers: Query<Todo>.Predicate? {
        get throws {
            let spaces = try sharedSpaces().values
            let others = Set(spaces.flatMap { space in space.members.keys.filter { $0 != space.me } })
            return others.isEmpty ? nil : .not(.condition(.assigned(others.sorted())))
        }
    }
}
