import SQLite
import TodoDomain

/// The shown state of repeating to-dos, and the occurrences that are taken: the table `todoOccurrence`.
final class DerivedSeries: DerivedState {
    /// Whether completions of series themselves are answered.
    var answersCompletions = false
    /// The ids of the series whose state has to be derived again. The value says that no occurrence before the current
    /// one can have become free.
    private var stale: [String: Bool] = [:]
    /// Whether any occurrence was ever settled; nil if that is not known yet.
    private var knowsAny: Bool?

    override var isReadBack: Bool { true }

    override var isStale: Bool { !stale.isEmpty }

    override func note(_ old: TodoEntity?, _ new: TodoEntity, in transaction: WriteTransaction) throws {
        if new.content.todo.recurrence != nil || old?.content.todo.recurrence != nil,
            old.map({ $0.seriesRegisters != new.seriesRegisters }) ?? true
        {
            stale[new.record.id] = false
        }
        let (before, after) = (old?.settled, new.settled)
        guard before != nil || after != nil else { return }
        let name = TodoRegister.occurrence.rawValue
        let isKept = before.map { before in after.map { $0 == before } ?? false } ?? false
        if isKept, old?.record.stamp(of: name) == new.record.stamp(of: name) { return }
        if let before, !isKept {
            // Also if it was the last one, because the to-dos that wait for its series were counted with it.
            try noteRemoval(of: new, in: transaction)
            knowsAny = true
            stale[before.series] = false
        }
        guard let after else { return }
        knowsAny = true
        try transaction.database.run(
            """
            INSERT INTO todoOccurrence VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (seriesID, space, stretch, key, todoID) DO UPDATE SET stamp = excluded.stamp
            """,
            [
                .text(after.series), transaction.space.value, .integer(Int64(after.occurrence.stretch)),
                .integer(Int64(after.occurrence.key.daysSince1970)), .integer(new.record.rowID),
                .text(new.record.stamp(of: name).description),
            ])
        stale[after.series] = stale[after.series] ?? true
    }

    override func noteRemoval(of todo: TodoEntity, in transaction: WriteTransaction) throws {
        try transaction.database.run("DELETE FROM todoOccurrence WHERE todoID = ?", [.integer(todo.record.rowID)])
        guard let series = todo.settled?.series else { return }
        knowsAny = true
        stale[series] = false
    }

    /// Notes a series that has to be derived again.
    func insert(_ id: String) { stale[id] = false }

    /// Derives the shown state of the changed series, and answers completions by devices that did not know about the
    /// repetition.
    override func derive(in transaction: WriteTransaction) throws {
        let answers = answersCompletions || transaction.author == .import
        while let (id, keepsFrontier) = stale.popFirst() {
            guard let todo = try transaction.reading.record(TodoEntity.self, id: id) else { continue }
            let rows = SettledRows(transaction.reading, series: id)
            let frontier = keepsFrontier ? todo.content.shown?.current?.key : nil
            let series = Series(todo, settled: rows, frontier: frontier)
            if answers, let series, try transaction.answer(todo, series) {
                stale[id] = false
                continue
            }
            let shown = series.map { ShownState($0, latest: rows.latest, written: todo) }
            try rows.check()
            if shown != todo.content.shown { try transaction.show(shown, on: todo) }
            try transaction.derived.restarts.insert(below: todo, in: transaction)
            try transaction.derived.blockers.insert(around: todo, in: transaction)
        }
    }

    /// Whether any occurrence was ever settled; most databases have none.
    func isAny(in transaction: WriteTransaction) throws -> Bool {
        if let knowsAny { return knowsAny }
        let isAny = try transaction.reading.integer("SELECT EXISTS (SELECT 1 FROM todoOccurrence)") != 0
        knowsAny = isAny
        return isAny
    }
}

extension TodoEntity {
    /// The registers from which a series is derived, with their stamps.
    fileprivate var seriesRegisters: [Record.Register] {
        [TodoRegister.recurrence, .due, .start, .completion].map {
            Record.Register(content.value(of: $0.rawValue), record.stamp(of: $0.rawValue))
        }
    }
}
