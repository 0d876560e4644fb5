import Foundation
import GRDB
import JSON
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal

extension DavMerge {
    /// Takes a client's object: makes a to-do of it, or changes the one with its UID in what the client has changed. All is
    /// one step of the history; what changes nothing writes nothing.
    /// - Parameters:
    ///   - body: an iCalendar object with one VTODO.
    ///   - place: where the client puts it.
    ///   - client: who it is.
    ///   - claim: the conditions of the request.
    /// - Throws: ``DavRefusal``.
    package func put(
        _ body: [UInt8], to place: DavPlace, client: DavClient, claim: DavClaim
    ) async throws -> DavPut {
        let object = try read(body)
        let (database, run) = (database, self)
        do {
            return try await store.stack.write("edit") { transaction in
                try database.queue.write { connection in
                    let put = DavPutRun(
                        merge: run, transaction: transaction, memory: DavMemory(database: connection), client: client,
                        claim: claim, place: place, body: object, bytes: body)
                    return try put.run()
                }
            }
        } catch let error as TodoError where Self.refused.contains(error.code) {
            throw DavRefusal(.forbidden, error.reason)
        }
    }

    private static let refused: Set<TodoError.Code> = [
        .usage, .tooDeep, .wouldCircle, .emptyTitle, .titleTooLong, .titleNotOneLine, .notesTooLong, .badText,
        .extrasTooLong, .badExtra, .badRecurrence, .badReminder, .tooManyReminders, .tooMany, .tagTitleTooLong,
        .emptyTagTitle, .placeNameTooLong,
    ]

    /// Reads a client's object.
    func read(_ bytes: [UInt8]) throws -> CalDAVObject {
        let environment = store.stack.environment
        do {
            return try CalDAVObject(bytes, timeZone: environment.timeZone, now: environment.now())
        } catch let problem as CalDAVProblem {
            switch problem {
            case .unreadable(let text): throw DavRefusal(.supportedCalendarData, text)
            case .component(let text): throw DavRefusal(.supportedCalendarComponent, text)
            case .resource(let text): throw DavRefusal(.validCalendarObjectResource, text)
            case .value(let text): throw DavRefusal(.forbidden, text)
            }
        }
    }
}

/// One PUT, within one transaction.
struct DavPutRun {
    let merge: DavMerge
    let transaction: WriteTransaction
    let memory: DavMemory
    let client: DavClient
    let claim: DavClaim
    let place: DavPlace
    let body: CalDAVObject
    let bytes: [UInt8]

    var rules: MergeRules { merge.rules }
    var now: Date { transaction.date }
    var id: Todo.ID { CalDAVEncoder.id(uid: body.uid) }

    /// The state that the client has changed.
    struct Base {
        var bytes: [UInt8]?
        var etag = ""
        var object: CalDAVObject?
        /// What this program served, also where the base is what the client sent.
        var issued: CalDAVObject?
        var earlier: [CalDAVObject]?
        var isAfterPut = false
    }

    /// How many tags, comments or dependencies a client's object has at most.
    static let mostElements = 1000

    func run() throws -> DavPut {
        for (count, what) in [
            (body.categories.count, "categories"), (body.comments.count, "comments"),
            (body.todo.dependsOn.count, "dependencies"),
        ] where count > Self.mostElements {
            throw DavRefusal(.forbidden, "A to-do has at most \(Self.mostElements) \(what), and this one has \(count).")
        }
        let entity = try transaction.reading.record(TodoEntity.self, id: id.rawValue)
        let isLive = entity.map { !$0.record.isDeleted } ?? false
        let former = isLive ? try merge.items.item(id, in: transaction.reading) : nil
        try check(former)
        let base = try base(former)
        if let former { try memory.keep(former, at: now) }
        let outcome: DavPut.Outcome
        if let entity {
            if !isLive { try transaction.edit(entity, registers: [:], deletion: .revive) }
            guard let item = try merge.items.item(id, in: transaction.reading) else {
                throw DavRefusal(.notFound, "The to-do cannot be served.")
            }
            if item.collection != place.collection {
                try transaction.move(item, to: place.collection, by: client, memory)
            }
            try change(item, base, isRevived: !isLive)
            let isSame = transaction.historyStep == nil
            outcome = !isLive ? .created : item.collection != place.collection ? .moved : isSame ? .unchanged : .updated
        } else if let copy = try copiedOccurrence() {
            return DavPut(todo: copy, outcome: .created)
        } else {
            try create()
            outcome = .created
        }
        try memory.learn(body.names, of: client)
        if rules.usesLastPut { try memory.keepPut(bytes, of: id, by: client, claiming: base.etag, at: now) }
        return DavPut(todo: id, outcome: outcome)
    }

    /// Checks the conditions of the request.
    private func check(_ present: DavItem?) throws {
        if let named = place.todo, named != id,
            try merge.items.item(named, in: transaction.reading) != nil
        {
            throw DavRefusal(.noUIDConflict(named), "This address has a to-do with another UID.")
        }
        let isHere = present.map { place.todo == id && $0.collection == place.collection } ?? false
        if let present, !isHere, present.collection == place.collection {
            throw DavRefusal(.noUIDConflict(id), "The to-do with this UID has another address.")
        }
        if claim.isForNew, isHere {
            throw DavRefusal(.preconditionFailed, "There is a to-do at this address already.")
        }
        guard let tags = claim.ifMatch else { return }
        for tag in tags {
            if tag == "*" ? isHere : tag == present?.etag { return }
            if tag != "*", rules.mergesStale, try memory.snapshot(of: id, etag: tag) != nil { return }
        }
        throw DavRefusal(.preconditionFailed, "This state of the to-do was never served.")
    }

    /// The state that the client has changed, as well as it can be known.
    private func base(_ present: DavItem?) throws -> Base {
        func state(etag: String) throws -> [UInt8]? {
            etag == present?.etag ? present?.bytes : try memory.snapshot(of: id, etag: etag)?.bytes
        }
        let served = try memory.served(of: id, to: client)
        var base = Base()
        if rules.usesRevision, let revision = body.revision {
            if let present, DavMemory.revision(in: present.bytes) == revision {
                (base.bytes, base.etag) = (present.bytes, present.etag)
            } else if let known = try memory.snapshot(of: id, revision: revision) {
                (base.bytes, base.etag) = (known.bytes, known.etag)
            }
        }
        if base.bytes == nil {
            // A client that asked for the ETag alone has not read what it names.
            for tag in claim.ifMatch ?? [] where served.isEmpty || served.contains(where: { $0.etag == tag }) {
                guard let bytes = try state(etag: tag) else { continue }
                (base.bytes, base.etag) = (bytes, tag)
                break
            }
        }
        if base.bytes == nil, let last = served.first {
            (base.bytes, base.etag) = (try state(etag: last.etag), last.etag)
        }
        base.object = try base.bytes.map(merge.read)
        base.issued = base.object
        if let index = served.firstIndex(where: { $0.etag == base.etag }), base.object != nil,
            now.timeIntervalSince(served[index].at) < rules.echoWindow
        {
            base.earlier = try served[(index + 1)...].prefix(3).compactMap { try state(etag: $0.etag) }
                .map(merge.read)
        }
        if rules.usesLastPut, let last = try memory.lastPut(of: id, by: client), last.claim == base.etag {
            (base.object, base.isAfterPut) = (try merge.read(last.body), true)
        }
        return base
    }

    /// What has settled an occurrence, if the object is a copy of that: some programs make one beside the series that they
    /// move on. It is in the history here, and is not served.
    private func copiedOccurrence() throws -> Todo.ID? {
        guard body.todo.isDone, body.rule == nil, let due = body.todo.due else { return nil }
        let since = now.milliseconds - Self.copyingTime
        let settled = try transaction.reading.entities(
            TodoEntity.self,
            where: """
                isDeleted = 0 AND series IS NOT NULL AND title = \(.text(body.todo.title)) AND createdAt >= \(.integer(since))
                """)
        return settled.first { $0.content.todo.due?.day == due.day }.map { .init(stored: $0.record.id) }
    }

    /// Within how many milliseconds a copy follows.
    private static let copyingTime: Int64 = 120_000

    // MARK: Writing

    /// Makes the to-do of an object.
    private func create() throws {
        var todo = body.todo
        todo = Todo(
            id: id, title: todo.title, notes: todo.notes, createdAt: min(todo.createdAt, now),
            completedAt: todo.completedAt, due: todo.due, priority: todo.priority,
            start: todo.start?.sortKey == todo.due?.sortKey ? nil : todo.start,
            startedAt: body.status == "IN-PROCESS" ? now : nil,
            tags: try body.categories.map { try TagMapping().model(from: transaction.tag(titled: $0)) }.uniqued(),
            location: todo.location, alarms: todo.alarms, extras: todo.extras)
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
        try transaction.welcome(id, by: client, memory)
    }

    /// Changes the to-do in what the client has changed.
    private func change(_ item: DavItem, _ base: Base, isRevived: Bool) throws {
        let present = try merge.read(item.bytes)
        var merging = Merging(base: base.object, body: body, present: present)
        (merging.earlier, merging.isAfterPut, merging.rules) = (base.earlier, base.isAfterPut, rules)
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
            try transaction.update(update)
        }
        if let before { try record(changes.conflicts, before: before) }
    }

    private var isRepeating: Bool {
        (try? transaction.reading.record(TodoEntity.self, id: id.rawValue))?.content.todo.recurrence != nil
    }

    private func write(_ changes: MergeChanges, _ merging: Merging) throws {
        var update = Todo.Update(id: id)
        for field in changes.fields { try set(field, in: &update) }
        if !changes.addedTags.isEmpty || !changes.removedTags.isEmpty {
            let added = try changes.addedTags.map { Tag.ID(stored: try transaction.tag(titled: $0).record.id) }
            let names = Set(changes.removedTags.map(TagName.folded))
            let removed = try model().tags.filter { names.contains(TagName.folded($0.title)) }.map(\.id)
            update.tags = Todo.TagChange(add: Set(added), remove: Set(removed))
            if merging.body.names.contains("CATEGORIES") { update.extras["ics.CATEGORIES"] = .clear }
        }
        for alarm in changes.addedAlarms { update.alarms[Alarm(alarm.trigger).id] = .set(Alarm(alarm.trigger)) }
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
        if let date = changes.acknowledged { try acknowledge(date) }
        if changes.isReordered, let order = body.order { try reorder(order) }
    }

    private func set(_ field: MergeField, in update: inout Todo.Update) throws {
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
        // A line that says more than the value does is kept beside it.
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
    private func servedAlarms() throws -> [(Alarm.ID, Alarm.Trigger)] {
        let todo = try model()
        return try todo.alarms.compactMap { alarm in
            var one = todo
            one.alarms = [alarm]
            let encoder = CalDAVEncoder(timeZone: transaction.environment.timeZone)
            let trigger = try merge.read(encoder.bytes(of: one, below: nil, order: nil)).todo.alarms.first?.trigger
            return trigger.map { (alarm.id, $0) }
        }
    }

    private func acknowledge(_ date: Date) throws {
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
                acknowledged: date, snoozed: state.snoozed.flatMap { $0 > date ? $0 : nil }, extras: state.extras
            ).register(for: key)
        }
        guard !registers.isEmpty else { return }
        try transaction.edit(
            transaction.reading.liveRecord(TodoEntity.self, id: id.rawValue), registers: registers)
    }

    private func comment(_ text: String) throws {
        let comment = Todo.Comment(id: transaction.environment.makeID(), on: id, text: text, createdAt: now)
        guard let valid = try? comment.validated() else { return }
        try transaction.create(valid, isNew: true)
    }

    private func depend(on added: Set<Todo.ID>, not removed: Set<Todo.ID>) throws {
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
    private func setParent(_ parent: Todo.ID?) throws -> Bool {
        guard let parent else {
            try transaction.put(id.rawValue, in: place.collection, below: nil)
            return true
        }
        let above = try transaction.reading.record(TodoEntity.self, id: parent.rawValue)
        do {
            if let above, !above.record.isDeleted {
                try transaction.settle(id, below: parent, in: place.collection, by: client, memory)
            } else {
                // It may come later; until then the to-do is at the top.
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

    // MARK: Conflicts

    /// Records the values that went without the client's user having seen them.
    private func record(_ fields: Set<MergeField>, before: TodoEntity) throws {
        guard let after = try transaction.reading.record(TodoEntity.self, id: id.rawValue) else { return }
        for field in fields.sorted(by: { $0.properties[0] < $1.properties[0] }) {
            for name in registers(of: field) {
                let (lost, kept) = (before.currentValue(of: name), after.currentValue(of: name))
                guard lost != kept, field != .status || !(lost != .null && kept != .null) else { continue }
                _ = try transaction.note(
                    RecordConflict(
                        register: name, lost: lost, lostStamp: before.asRecord.stamp(of: name), kept: kept,
                        keptStamp: after.asRecord.stamp(of: name)), of: RecordKey(.todo, id.rawValue))
            }
        }
    }

    private func registers(of field: MergeField) -> [String] {
        switch field {
        case .title: [TodoRegister.title.rawValue]
        case .notes: [TodoRegister.notes.rawValue]
        case .due: [TodoRegister.due.rawValue]
        case .start: [TodoRegister.start.rawValue]
        case .status: [TodoRegister.completion.rawValue, TodoRegister.started.rawValue]
        case .priority: [TodoRegister.priority.rawValue]
        case .place: [TodoRegister.location.rawValue] + field.properties.map { TodoRegister.extra("ics.\($0)") }
        case .parent: [TodoRegister.standing.rawValue]
        case .other(let name): [TodoRegister.extra("ics.\(name)")]
        }
    }

    /// Records the parent that a client wished for and that cannot be; ours is served to it again.
    private func recordRefusedParent() throws {
        guard let entity = try transaction.reading.record(TodoEntity.self, id: id.rawValue) else { return }
        let name = TodoRegister.standing.rawValue
        let list: TodoList.ID? = if case .list(let list) = place.collection { list } else { nil }
        let wished = Standing(in: list, below: body.parent.map(CalDAVEncoder.id(uid:)))
        _ = try transaction.note(
            RecordConflict(
                register: name, lost: .standing(wished), lostStamp: try transaction.stamp(),
                kept: entity.currentValue(of: name), keptStamp: entity.asRecord.stamp(of: name)),
            of: RecordKey(.todo, id.rawValue))
    }

    /// Puts it between the siblings whose numbers are around its own.
    private func reorder(_ order: Int64) throws {
        let todo = try model()
        let siblings: [Todo] = try {
            let entities =
                if let parent = todo.parent {
                    try transaction.reading.entities(
                        TodoEntity.self, where: "isDeleted = 0 AND standingParent = \(.text(parent.rawValue))")
                } else if let list = todo.list {
                    try transaction.reading.todos(inLists: [list.id]).map {
                        try transaction.reading.liveRecord(TodoEntity.self, id: $0.rawValue)
                    }
                } else {
                    try transaction.reading.entities(TodoEntity.self, where: "isDeleted = 0 AND completedAt IS NULL")
                }
            return try TodoMapping().models(from: entities, in: transaction.reading)
        }().filter { $0.container == todo.container && $0.id != id }
        let before = siblings.filter { DavItems.order(of: $0) <= order }
            .max { DavItems.order(of: $0) < DavItems.order(of: $1) }
        let after = siblings.filter { DavItems.order(of: $0) > order }
            .min { DavItems.order(of: $0) < DavItems.order(of: $1) }
        let own = DavItems.order(of: todo)
        // Between the same neighbours it stays where it is.
        let isBetween =
            before.map { DavItems.order(of: $0) <= own } ?? true && after.map { own < DavItems.order(of: $0) } ?? true
        guard !isBetween, before != nil || after != nil else { return }
        let spot: OrderSpot = before.map { .after($0.id.rawValue) } ?? .first
        try transaction.move(todos: [id.rawValue], to: .here, at: spot)
    }
}

extension [Tag] {
    /// Without what comes twice.
    fileprivate func uniqued() -> [Tag] {
        var seen = Set<Tag.ID>()
        return filter { seen.insert($0.id).inserted }
    }
}
