import JSON
import TodoDomain
import TodoFormats
import TodoLocal

/// Takes over what a client says of single occurrences of a series. It names them by their dates.
extension DavPutRun {
    /// Settles, skips or moves the occurrences that the client names. What cannot be done is recorded, and ours is served.
    /// - Parameter issued: the object that the client was served; nil if it is not known.
    func takeExceptions(_ issued: CalDAVObject?) throws {
        for exception in body.exceptions { try take(exception, issued) }
    }

    private func take(_ exception: CalDAVObject.Exception, _ issued: CalDAVObject?) throws {
        let todo = try model()
        guard let recurrence = todo.recurrence else { return }
        let named = exception.occurrence.inZone(of: recurrence.usualDue)
        let days = days(of: named.day, issued, recurrence)
        if let title = exception.title, title.trimmed != body.todo.title.trimmed {
            try recordRefused(TodoRegister.title.rawValue, .string(title))
        }
        switch exception.status {
        case "COMPLETED": try settle(.done, on: days, named: named, issued)
        case "CANCELLED": try settle(.skipped, on: days, named: named, issued)
        default:
            guard let due = exception.due?.inZone(of: recurrence.usualDue), due.sortKey != named.sortKey,
                todo.due?.sortKey != due.sortKey
            else { return }
            // Only the present occurrence can have a date of its own.
            guard let current = todo.current, days.contains(current.key) else {
                return try recordRefused(TodoRegister.due.rawValue, .due(due))
            }
            var update = Todo.Update(id: id)
            update.dueOnce = due
            try transaction.update(update)
        }
    }

    /// The days of the rule that a date can mean, the likeliest first. A client counts from the date that it was shown, which
    /// is not that of the rule if the occurrence was moved.
    private func days(of named: Day, _ issued: CalDAVObject?, _ recurrence: Recurrence) -> [Day] {
        guard let key = issued?.key, let shown = issued?.todo.due?.inZone(of: recurrence.usualDue).day, shown != key
        else { return [named] }
        return named == shown ? [key] : [named, named.adding(days: key.daysSince1970 - shown.daysSince1970)]
    }

    private func settle(
        _ kind: Settlement.Kind, on days: [Day], named: Due, _ issued: CalDAVObject?
    ) throws {
        let entity = try transaction.reading.liveRecord(TodoEntity.self, id: id.rawValue)
        for day in days {
            do {
                try transaction.settle(entity, kind, at: now, on: day)
                return
            } catch let error as TodoError where error.code == .usage {}
        }
        // What was ticked is settled, also if the rule has changed since and no longer has that day.
        if let key = issued?.key, days.first == key {
            try transaction.settle(entity, kind, at: now, shown: key)
        } else {
            try recordRefused(TodoRegister.due.rawValue, .due(named))
        }
    }
}
