import Foundation
import JSON
import TodoDomain
import TodoFormats
import TodoLocal

/// A client’s change of an occurrence of a series.
enum SeriesChange: Hashable {
    /// The occurrence that was shown was done or skipped.
    case settle(Day, Settlement.Kind)
    /// It was moved on, as some programs do when it is done: these were done, and the next one may be due otherwise.
    case advance([Day], moved: Due?)
    /// The shown occurrence is due at another time, just this once.
    case once(Due)
    /// The occurrence that the client settled last is open again.
    case undo
    /// Nothing.
    case nothing
}

extension DavPutRun {
    /// Applies the client’s changes to a series. The client reads the result next.
    func changeSeries(_ base: Base, _ present: CalDAVObject, takesOffRule: Bool) throws {
        let todo = try model()
        guard let recurrence = todo.recurrence else { return }
        try takeExceptions(base.issued)
        let known = base.object
        // Of a client that reads anew and writes its old values, the occurrence that its user saw is that of those values.
        let echoed = base.isAfterPut ? nil : echo(of: base)
        let shown = echoed?.key ?? base.issued?.key ?? present.key ?? todo.current?.key
        let isNewlyDone = body.todo.isDone && !(known?.todo.isDone ?? false)
        if isNewlyDone, let shown {
            let kind: Settlement.Kind = body.status == "CANCELLED" ? .skipped : .done
            return try settle([(shown, kind)], from: base, isShown: true)
        }
        guard !body.todo.isDone else { return }
        // A client may convert times to UTC, where they are on other days.
        func local(_ due: Due?) -> Due? { due?.inZone(of: recurrence.usualDue) }
        let bodyDue = local(body.todo.due)
        if known?.rule != body.rule,
            try changeRule(known, bodyDue, todo, recurrence, takesOffRule: takesOffRule)
        {
            return
        }
        guard let known, let due = bodyDue, let former = local(known.todo.due), due.sortKey != former.sortKey,
            !Merging(base: nil, body: body, present: known).isSame(.due, known, body), let shown
        else { return }
        let change: SeriesChange =
            if echoed == nil, isTick(due, former, shown, base.issued, present) {
                .settle(shown, .done)
            } else {
                try decide(due, former, shown, todo, recurrence, isEcho: echoed != nil)
            }
        switch change {
        case .settle(let day, let kind): try settle([(day, kind)], from: base, isShown: true)
        case .advance(let days, let moved):
            try settle(days.map { ($0, .done) }, from: base, isShown: false)
            if let moved {
                let now = try model()
                guard now.current != nil, now.due?.sortKey != moved.sortKey else { return }
                var update = Todo.Update(id: id)
                update.dueOnce = moved
                try transaction.update(update)
            }
        case .once(let due):
            var update = Todo.Update(id: id)
            update.dueOnce = due
            try transaction.update(update)
        case .undo: try undoSettlement()
        case .nothing: break
        }
    }

    /// The state before the base whose date the client's object has, if the client was served the base so lately that its user
    /// cannot have seen it.
    private func echo(of base: Base) -> CalDAVObject? {
        func isSame(_ one: CalDAVObject) -> Bool {
            Merging(base: nil, body: body, present: one).isSame(.due, one, body)
        }
        guard let issued = base.issued, body.todo.due != nil, !isSame(issued) else { return nil }
        return base.earlier?.first(where: isSame)
    }

    /// Whether a client that was shown an occurrence of another rule has moved it on by that rule, which is a tick.
    private func isTick(_ due: Due, _ former: Due, _ shown: Day, _ base: CalDAVObject?, _ present: CalDAVObject) -> Bool
    {
        guard let rule = base?.rule, rule != present.rule, let zone = try? model().recurrence?.zone else {
            return false
        }
        let known = SeriesInFile(rule: rule, due: former, zone: zone).recurrence
        let next = known.days(after: Recurrence.Current(key: shown, due: former, number: 1)).first { _ in true }
        return next.map { $0 <= due.day } ?? false
    }

    /// Decides the meaning of a new date.
    private func decide(
        _ due: Due, _ former: Due, _ shown: Day, _ todo: Todo, _ recurrence: Recurrence, isEcho: Bool
    ) throws -> SeriesChange {
        if due.sortKey < former.sortKey {
            let last = try memory.settlement(of: id, by: client, at: now)
            if !last.occurrences.isEmpty, last.due == due.day.description { return .undo }
            if isEcho { return .nothing }
            let after = try lastSettled()
            guard todo.current?.key == shown, after.map({ due.day > $0 }) ?? true else {
                try recordRefused(TodoRegister.due.rawValue, .due(due))
                return .nothing
            }
            return .once(due)
        }
        if isEcho { return .nothing }
        // Another writer has settled it meanwhile.
        if let current = todo.current, current.key > shown, due.day <= (todo.due ?? current.due).day { return .nothing }
        if recurrence.mode == .everyFromCompletion { return .settle(shown, .done) }
        let number = todo.current?.number ?? 1
        switch recurrence.movedOn(from: Recurrence.Current(key: shown, due: former, number: number), to: due) {
        case .done(let days, next: _, let isOnRule): return .advance(days, moved: isOnRule ? nil : due)
        case .once: return .once(due)
        }
    }

    private func lastSettled() throws -> Day? {
        try transaction.reading.texts(
            "SELECT occurrence FROM todo WHERE isDeleted = 0 AND series = \(.text(id.rawValue)) AND occurrence IS NOT NULL"
        ).compactMap { try? JSONValue(parsing: $0).asOccurrence?.key }.max()
    }

    /// Settles occurrences. In a series without arrears the last of them settles those before it.
    private func settle(_ all: [(day: Day, kind: Settlement.Kind)], from base: Base, isShown: Bool) throws {
        let mode = try model().recurrence?.mode
        let meant = mode == .each ? all : all.suffix(1)
        var settled: [Todo.ID] = []
        for (day, kind) in meant {
            let entity = try transaction.reading.liveRecord(TodoEntity.self, id: id.rawValue)
            let made =
                if isShown {
                    try transaction.settle(entity, kind, at: now, shown: day)
                } else {
                    try settleTicked(entity, kind, day)
                }
            if let made { settled.append(.init(stored: made)) }
        }
        guard !settled.isEmpty, let due = base.issued?.todo.due ?? base.object?.todo.due else { return }
        try memory.settled(settled, of: id, from: due.day.description, by: client, at: now)
    }

    /// What was ticked is settled, also if the rule has changed since and no longer has that day.
    private func settleTicked(_ entity: TodoEntity, _ kind: Settlement.Kind, _ day: Day) throws -> String? {
        do {
            return try transaction.settle(entity, kind, at: now, on: day)
        } catch let error as TodoError where error.code == .usage {
            return try transaction.settle(entity, kind, at: now, shown: day)
        }
    }

    /// Opens again what this client has settled last.
    private func undoSettlement() throws {
        for occurrence in try memory.settlement(of: id, by: client, at: now).occurrences {
            guard let entity = try transaction.reading.record(TodoEntity.self, id: occurrence.rawValue),
                !entity.record.isDeleted
            else { continue }
            try transaction.edit(
                entity,
                registers: [TodoRegister.occurrence.rawValue: .null, TodoRegister.series.rawValue: .null],
                deletion: .delete(at: transaction.sharedNow), asWritten: true)
        }
        try memory.forgetSettlement(of: id, by: client)
    }

    /// Takes another rule over; returns whether that is all that the client has changed.
    private func changeRule(
        _ known: CalDAVObject?, _ newDue: Due?, _ todo: Todo, _ recurrence: Recurrence, takesOffRule: Bool
    ) throws -> Bool {
        guard let rule = body.rule else {
            guard known?.rule != nil, takesOffRule else { return false }
            var update = Todo.Update(id: id)
            update.recurrence = .clear
            try transaction.update(update)
            return true
        }
        // A client counts COUNT down by one with each occurrence that is done.
        if let old = known?.rule.flatMap({ try? RecurrenceRule($0) }), let new = try? RecurrenceRule(rule),
            case .count(let before)? = old.end, case .count(let after)? = new.end, abs(before - after) == 1,
            try old.ending(nil).description == new.ending(nil).description,
            known?.todo.due?.sortKey != body.todo.due?.sortKey
        {
            return false
        }
        if let old = known?.rule.flatMap({ try? RecurrenceRule($0) }), let new = try? RecurrenceRule(rule), old == new {
            return false
        }
        guard let due = newDue ?? todo.due else { return false }
        var next = SeriesInFile(rule: rule, due: due, zone: recurrence.zone).recurrence
        next.mode = recurrence.mode
        // Without a base nobody knows whether the client has changed the rule, or has an old one.
        guard known != nil else {
            try recordRefused(TodoRegister.recurrence.rawValue, .recurrence(next))
            return false
        }
        var update = Todo.Update(id: id)
        update.recurrence = .set(next)
        try transaction.update(update)
        return true
    }
}
