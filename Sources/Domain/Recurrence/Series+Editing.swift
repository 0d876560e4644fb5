extension Series {
    /// The register for another due date of the current occurrence, from which on the series repeats: its new anchor.
    /// - Throws: ``TodoError`` with code `usage` for a date after the end of the rule, or where the series has ended.
    public func anchored(at due: Due) throws -> Recurrence {
        guard let current else { throw Self.hasEnded }
        if let last = rule?.lastDay, due.day > last {
            throw TodoError(.usage, "\(due.day) is after \(last), with which this to-do stops repeating.")
        }
        return stretch(base: due.day, key: due.day, due: due, number: current.number)
    }

    /// The register for another due date of the current occurrence alone; where it counts from the completion, that is the
    /// same as a new anchor.
    /// - Throws: ``TodoError`` with code `usage` where the series has ended.
    public func moved(once due: Due) throws -> Recurrence {
        guard let current else { throw Self.hasEnded }
        guard recurrence.mode != .everyFromCompletion else { return try anchored(at: due) }
        var recurrence = recurrence
        (recurrence.key, recurrence.due, recurrence.number) = (current.key, due, current.number)
        recurrence.after = settled.greatestKey(from: 0)
        return recurrence
    }

    /// The register for another rule or mode, with an explicit first occurrence.
    ///
    /// A COUNT says how many there are from now on. As those before stay counted, the rule is written with all of them.
    /// - Parameter rule: an RRULE; one that is not computed is kept as it is.
    public func repeating(by rule: String, mode: Recurrence.Mode, zone: String, first: Due) -> Recurrence {
        let before = max(settled.count, (current?.number ?? 1) - 1)
        var rule = rule
        if let computed = try? RecurrenceRule(rule), case .count(let count)? = computed.end,
            let counted = try? computed.ending(.count(min(count + before, Recurrence.greatestNumber)))
        {
            rule = counted.description
        }
        var next = stretch(base: first.day, key: first.day, due: first, number: before + 1)
        (next.rule, next.mode, next.zone) = (rule, mode, zone)
        return next
    }

    /// The register that ends the series before its current occurrence.
    /// - Throws: ``TodoError`` with code `usage` where it has ended, `recurrence-not-computed` where its rule is more than
    ///   is computed, as it is never rewritten.
    public func ended() throws -> Recurrence {
        guard let current else { throw Self.hasEnded }
        guard let rule else { throw Self.isNotComputed }
        var recurrence = recurrence
        recurrence.rule = try rule.ending(.day(current.key.adding(days: -1))).description
        return recurrence
    }

    private static var hasEnded: TodoError { TodoError(.usage, "This to-do does not repeat any more.") }

    private static var isNotComputed: TodoError {
        TodoError(.recurrenceNotComputed, "The rule by which this to-do repeats is more than is computed here.")
    }
}
