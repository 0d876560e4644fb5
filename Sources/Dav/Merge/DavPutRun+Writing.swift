import Foundation
import JSON
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal

/// Writes what a client has changed.
extension DavPutRun {
    /// Makes the to-do of an object.
    func create() throws {
        var todo = body.todo
        todo = Todo(
            id: id, title: todo.title, notes: todo.notes, createdAt: min(todo.createdAt, now),
            completedAt: todo.completedAt.map { min($0, now) }, due: todo.due, priority: todo.priority,
            start: todo.start?.sortKey == todo.due?.sortKey ? nil : todo.start,
            startedAt: body.status == "IN-PROCESS" ? now : nil,
            tags: try body.categories.map { try TagMapping().model(from: transaction.tag(titled: $0)) }.uniqued(),
            location: todo.location, alarms: todo.alarms.map(body.countingFromDue), extras: todo.extras)
        todo.extras["ics.\(CalDAVEncoder.parentProperty)"] = nil
        if let rule = body.rule, !rule.isEmpty, !todo.isDone, let due = body.todo.due ?? body.todo.start {
            todo.recurrence =
                SeriesInFile(rule: rule, due: due, zone: transaction.environment.timeZone.identifier).recurrence
            todo.due = due
        }
        try transaction.create(todo, isNew: true)
        try transaction.put(id.rawValue, in: place.collection, below: nil)
        if let parent = body.parent.map(CalDAVEncoder.id(uid:)) { _ = try setParent(parent) }
        try depend(on: Set(body.todo.dependsOn), not: [])
        for text in body.comments { try comment(text) }
        try takeExceptions(nil)
        try transaction.welcome(id, by: client, memory)
    }

    /// Changes the to-do in what the client has changed.
    func change(_ item: DavItem, _ base: Base, isRevived: Bool) throws {
        let isBase = base.etag == item.etag
        let present = try (isBase ? base.issued : nil) ?? merge.read(item.bytes)
        var merging = Merging(base: base.object, body: body, present: present)
        merging.earlier = base.earlier
        merging.isAfterPut = base.isAfterPut
        merging.rules = rules
        merging.support = try memory.support(of: client)
        let isSeries = present.rule != nil || base.issued?.rule != nil && isRepeating
        if isSeries { merging.excluded = [.due, .start, .status, .other("PERCENT-COMPLETE")] }
        let changes = merging.changes()
        let before = try transaction.reading.record(TodoEntity.self, id: id.rawValue)
        try write(changes, merging)
        if isSeries {
            try changeSeries(base, present, takesOffRule: body.revision != nil || merging.support.contains("RRULE"))
        } else if let rule = body.rule, rule != base.object?.rule, let due = body.todo.due ?? body.todo.start,
            !body.todo.isDone
        {
            var update = Todo.Update(id: id)
            update.recurrence = .set(
                SeriesInFile(rule: rule, due: due, zone: transaction.environment.timeZone.identifier).recurrence)
            // Its moments rang once; now they ring for each occurrence.
            let moments = body.todo.alarms.filter { body.countingFromDue($0) != $0 }.map(\.trigger)
            for (id, trigger) in try servedAlarms() where moments.contains(trigger) {
                let alarm = body.countingFromDue(Alarm(trigger))
                update.alarms[id] = .clear
                update.alarms[alarm.id] = .set(alarm)
            }
            try transaction.update(update)
            try takeExceptions(nil)
        }
        if let before { try record(changes.conflicts, before: before) }
    }

    var isRepeating: Bool {
        (try? transaction.reading.record(TodoEntity.self, id: id.rawValue))?.content.todo.recurrence != nil
    }

    func write(_ changes: MergeChanges, _ merging: Merging) throws {
        var update = Todo.Update(id: id)
        for field in changes.fields { try set(field, in: &update) }
        if !changes.addedTags.isEmpty || !changes.removedTags.isEmpty {
            let added = try changes.addedTags.map { Tag.ID(stored: try transaction.tag(titled: $0).record.id) }
            let names = Set(changes.removedTags.map(TagName.folded))
            let removed = try model().tags.filter { names.contains(TagName.folded($0.title)) }.map(\.id)
            update.tags = Todo.TagChange(add: Set(added), remove: Set(removed))
            if merging.body.names.contains("CATEGORIES") { update.extras["ics.CATEGORIES"] = .clear }
        }
        for alarm in changes.addedAlarms {
            let alarm = merging.body.countingFromDue(Alarm(alarm.trigger))
            update.alarms[alarm.id] = .set(alarm)
        }
        if !changes.removedAlarms.isEmpty {
            let triggers = changes.removedAlarms.map(\.trigger)
            for (id, trigger) in try servedAlarms() where triggers.contains(trigger) { update.alarms[id] = .clear }
        }
        if !update.isEmpty { try transaction.update(update) }
        if changes.fields.contains(.parent), try !setParent(body.parent.map(CalDAVEncoder.id(uid:))) {
            try recordRefusedParent()
        }
        try depend(on: changes.addedDependencies, not: changes.removedDependencies)
        for text in changes.addedComments { try comment(text) }
        if changes.editedComment.count == 2,
            let known = try model().comments.first(where: { $0.text == changes.editedComment[0] })
        {
            try transaction.update(Todo.Comment.Update(id: known.id, text: changes.editedComment[1]))
        }
        if let date = changes.acknowledged { try acknowledge(date, endsSnooze: changes.endsSnooze) }
        if let date = changes.snoozed { try snooze(until: date) }
        if changes.isReordered, let order = body.order { try reorder(order) }
    }

    func set(_ field: MergeField, in update: inout Todo.Update) throws {
        let todo = body.todo
        switch field {
        case .title: update.title = todo.title
        case .notes: update.notes = todo.notes
        case .due: update.due = Change(todo.due)
        case .start: update.start = Change(todo.start)
        case .priority: update.priority = Change(todo.priority)
        case .status:
            let present = try model()
            if todo.isDone {
                if !present.isDone { update.completedAt = .set(min(todo.completedAt ?? now, now)) }
            } else {
                if present.isDone { update.completedAt = .clear }
                let isStarted = body.status == "IN-PROCESS"
                if isStarted != (present.startedAt != nil) { update.startedAt = isStarted ? .set(now) : .clear }
            }
        case .place:
            if let location = todo.location {
                if try transaction.reading.record(LocationEntity.self, id: location.id.rawValue) == nil {
                    try transaction.create(location)
                }
                update.location = .set(location.id)
            } else {
                update.location = .clear
            }
        case .parent: return
        case .other: break
        }
        // A line that says more than the value is kept as an extra.
        for name in field.properties {
            let key = "ics.\(name)"
            let (kept, known) = (todo.extras[key], try model().extras[key])
            if kept != known { update.extras[key] = Change(kept) }
        }
    }

    /// The to-do as it is shown now.
    func model() throws -> Todo {
        let entity = try transaction.reading.liveRecord(TodoEntity.self, id: id.rawValue)
        guard let todo = try TodoMapping().models(from: [entity], in: transaction.reading).first else {
            throw DavRefusal(.notFound, "There is no such to-do.")
        }
        return todo
    }

    /// The alarms as clients have them, by their ids here.
    func servedAlarms() throws -> [(Alarm.ID, Alarm.Trigger)] {
        let todo = try model()
        return try todo.alarms.compactMap { alarm in
            var one = todo
            one.alarms = [alarm]
            let encoder = CalDAVEncoder(timeZone: transaction.environment.timeZone)
            let trigger = try merge.read(encoder.bytes(of: one, below: nil, order: nil)).todo.alarms.first?.trigger
            return trigger.map { (alarm.id, $0) }
        }
    }

    func acknowledge(_ claimed: Date, endsSnooze: Bool) throws {
        // A date in the future would silence all alarms until then.
        let date = min(claimed, now)
        let todo = try model()
        var registers: [String: JSONValue] = [:]
        let occurrence = todo.current.flatMap { current in
            todo.recurrence.map { Occurrence(stretch: $0.stretch, key: current.key) }
        }
        for alarm in todo.alarms {
            let key = AlarmState.Key(alarm.id, occurrence)
            let state = todo.alarmStates[key] ?? AlarmState()
            guard state.acknowledged.map({ $0 < date }) ?? true else { continue }
            registers[ReminderRegister.state(alarm.id).name] = AlarmState(
                acknowledged: date, snoozed: state.snoozed.flatMap { $0 > date && !endsSnooze ? $0 : nil },
                extras: state.extras
            ).register(for: key)
        }
        guard !registers.isEmpty else { return }
        try transaction.edit(
            transaction.reading.liveRecord(TodoEntity.self, id: id.rawValue), registers: registers)
    }

    /// Snoozes the alarm that rang last: a client does not say which one it means.
    func snooze(until date: Date) throws {
        let todo = try model()
        let settings = ReminderSettings(timeZone: transaction.environment.timeZone)
        let reminded = RemindedTodo(id: todo.id, due: todo.due, start: todo.start, alarms: [])
        let rung = todo.alarms.compactMap { alarm in
            reminded.moment(of: alarm.trigger, settings).map { (alarm: alarm, moment: $0) }
        }.filter { $0.moment <= now }.max { $0.moment < $1.moment }
        guard date > now, let rung else { return }
        let occurrence = todo.current.flatMap { current in
            todo.recurrence.map { Occurrence(stretch: $0.stretch, key: current.key) }
        }
        let key = AlarmState.Key(rung.alarm.id, occurrence)
        let state = (todo.alarmStates[key] ?? AlarmState()).snoozing(rung.moment, until: date)
        try transaction.edit(
            transaction.reading.liveRecord(TodoEntity.self, id: id.rawValue),
            registers: [ReminderRegister.state(rung.alarm.id).name: state.register(for: key)])
    }

    func comment(_ text: String) throws {
        let comment = Todo.Comment(id: transaction.environment.makeID(), on: id, text: text, createdAt: now)
        guard let valid = try? comment.validated() else { return }
        try transaction.create(valid, isNew: true)
    }

    func depend(on added: Set<Todo.ID>, not removed: Set<Todo.ID>) throws {
        for other in removed.sorted() {
            var update = Todo.Update(id: id)
            update.dependencies = Todo.DependencyChange(remove: [other])
            try transaction.update(update)
        }
        for other in added.sorted() where other != id {
            guard let entity = try transaction.reading.record(TodoEntity.self, id: other.rawValue),
                !entity.record.isDeleted
            else { continue }
            var update = Todo.Update(id: id)
            update.dependencies = Todo.DependencyChange(add: [other])
            do { try transaction.update(update) } catch let error as TodoError where error.code == .wouldCircle {}
        }
    }

    /// Puts the to-do below another one, or at the top; returns whether that can be.
    func setParent(_ parent: Todo.ID?) throws -> Bool {
        guard let parent else {
            try transaction.put(id.rawValue, in: place.collection, below: nil)
            return true
        }
        let above = try transaction.reading.record(TodoEntity.self, id: parent.rawValue)
        do {
            if let above, !above.record.isDeleted {
                try transaction.settle(id, below: parent, in: place.collection, by: client, memory)
            } else {
                // The parent may come later. Until then, the to-do is at the top.
                let entity = try transaction.reading.liveRecord(TodoEntity.self, id: id.rawValue)
                let list: TodoList.ID? = if case .list(let list) = place.collection { list } else { nil }
                try transaction.edit(
                    entity,
                    registers: [TodoRegister.standing.rawValue: .standing(Standing(in: list, below: parent))])
            }
            return true
        } catch let error as TodoError where error.code == .wouldCircle || error.code == .tooDeep {
            return false
        }
    }
}

extension [Tag] {
    /// Without what comes twice.
    fileprivate func uniqued() -> [Tag] {
        var seen = Set<Tag.ID>()
        return filter { seen.insert($0.id).inserted }
    }
}
