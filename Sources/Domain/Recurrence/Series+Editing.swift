extension Series {
    /// The register for another due date of the current occurrence, which becomes the new anchor of the series. A rule
    /// that names its days keeps them. A rule that does not, such as "every month", uses the last day of a month that
    /// lacks the new day (``RecurrenceRule/clamped(from:)``), until the date moves to a day that every month has.
    /// - Throws: ``TodoError`` with code `usage` for a date after the end of the rule, or if the series has ended.
    package func anchored(at due: Due) throws -> Recurrence {
        var next = try beginning(at: due)
        // A series that counts from its completion is clamped when its next date is computed.
        guard let rule, recurrence.mode != .everyFromCompletion else { return next }
        let open = rule.unclamped(from: recurrence.base)
        if open != rule, dates?.contains(due.day) ?? false {
            // The date is the last day of a shorter month, perhaps at another time. Longer months keep their day.
            next.base = recurrence.base
            return next
        }
        let moved = open.clamped(from: due.day)
        if moved != rule { next.rule = moved.description }
        return next
    }

    /// The same with an unchanged rule: the rule of a file already fits its date.
    func beginning(at due: Due) throws -> Recurrence {
        guard let current else { throw Self.hasEnded }
        if let last = rule?.lastDay, due.day > last {
            throw TodoError(.usage, "\(due.day) is after \(last), the end of the repetition.")
        }
        return stretch(base: due.day, key: due.day, due: due, number: current.number)
    }

    /// The register for another due date of the current occurrence only; in a series that counts from the completion,
    /// this equals a new anchor.
    /// - Throws: ``TodoError`` with code `usage` if the series has ended.
    package func moved(once due: Due) throws -> Recurrence {
        guard let current else { throw Self.hasEnded }
        guard recurrence.mode != .everyFromCompletion else { return try anchored(at: due) }
        var recurrence = recurrence
        let usual = recurrence.usualDue
        recurrence.usual = usual.on(current.key) == due.on(current.key) ? nil : usual
        recurrence.key = current.key
        recurrence.due = due
        recurrence.number = current.number
        recurrence.after = settled.greatestKey(from: 0)
        return recurrence
    }

    /// The register for another rule or mode, with an explicit first occurrence.
    ///
    /// A COUNT is the number of occurrences from now on. As the earlier ones still count, the written rule has the
    /// total.
    /// - Parameter rule: an RRULE; a rule that cannot be computed is kept unchanged.
    package func repeating(by rule: String, mode: Recurrence.Mode, zone: String, first: Due) -> Recurrence {
        let before = max(settled.count, (current?.number ?? 1) - 1)
        var rule = rule
        if let computed = try? RecurrenceRule(rule), case .count(let count)? = computed.end,
            let counted = try? computed.ending(.count(min(count + before, Recurrence.greatestNumber)))
        {
            rule = counted.description
        }
        var next = stretch(base: first.day, key: first.day, due: first, number: before + 1)
        next.rule = rule
        next.mode = mode
        next.zone = zone
        return next
    }

    /// The register for another recurrence, which begins with its own first occurrence.
    ///
    /// A COUNT is counted as in ``repeating(by:mode:zone:first:)``.
    package func repeating(as recurrence: Recurrence) -> Recurrence {
        var next = repeating(by: recurrence.rule, mode: recurrence.mode, zone: recurrence.zone, first: recurrence.due)
        next.base = recurrence.base
        next.key = recurrence.key
        next.usual = recurrence.usual
        return next
    }

    /// The register that ends the series before its current occurrence.
    /// - Throws: ``TodoError`` with code `usage` if it has ended, `recurrence-not-computed` if its rule cannot be
    ///   computed, because such a rule is never rewritten.
    package func ended() throws -> Recurrence {
        guard let current else { throw Self.hasEnded }
        guard let rule else { throw Self.isNotComputed }
        var recurrence = recurrence
        recurrence.rule = try rule.ending(.day(current.key.adding(days: -1))).description
        return recurrence
    }

    private static var hasEnded: TodoError { TodoError(.usage, "This to-do no longer repeats.") }

    private static var isNotComputed: TodoError {
        TodoError(.recurrenceNotComputed, "The rule by which this to-do repeats is not supported here.")
    }
}

extension RecurrenceRule {
    /// The rule from which ``clamped(from:)`` made this one on `day`; the rule itself if it was not clamped.
    ///
    /// For a date on a 31st, "every 31" and "every month" mean the same and give the same rule. So the rule follows to
    /// another day, as "every month" must. On any other day, a rule that names its day keeps it.
    fileprivate func unclamped(from day: Day) -> RecurrenceRule {
        let open = try? RecurrenceRule(frequency, interval: interval, weekStart: weekStart, end: end)
        guard let open, open.clamped(from: day) == self else { return self }
        return open
    }
}
