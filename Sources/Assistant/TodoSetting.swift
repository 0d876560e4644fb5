import Foundation
import JSON
import TodoDomain
import TodoKit

/// The fields that a call sets: fields of the field table, and references by name.
struct TodoSetting {
    /// The fields of the field table.
    private(set) var update = Todo.Update(id: .init(stored: ""))
    private(set) var list: String?
    private(set) var createsList: Bool
    private(set) var parent: String?
    private(set) var place: Change<String> = .keep
    private(set) var tags: [String]?
    private(set) var addTags: [String]
    private(set) var removeTags: [String] = []
    private(set) var dependsOn: [String]?
    private(set) var repetition: Change<RepeatPhrase> = .keep
    private(set) var endsRepeating = false
    private(set) var reminders: [ReminderPhrase]
    private(set) var appendedNotes: String?

    private static let named: [String: JSONValue] = [
        "list": Schema.text("path"), "createList": Schema.flag(), "parent": Schema.text("id"),
        "place": Schema.optionalText(),
        "tags": Schema.texts(),
        "dependsOn": Schema.texts("ids"), "repeat": Schema.optionalText("\"every 2 weeks\""),
        "remind": Schema.texts("\"10m\", \"9am\""),
    ]
    private static let fields = Dictionary(
        SettableField.all.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })

    /// The schema for a new to-do.
    static let addProperties = fields.merging(named) { $1 }.merging(["line": Schema.text()]) { $1 }
    /// The schema for a change.
    static let changeProperties = fields.merging(named) { $1 }.merging([
        "addTags": Schema.texts(), "removeTags": Schema.texts(), "appendNotes": Schema.text(),
    ]) { $1 }

    /// Reads the fields.
    /// - Parameter known: the existing names, for errors.
    init(_ arguments: inout Arguments, known: [String: JSONValue], _ clock: ToolClock) throws {
        for field in SettableField.all {
            if let value = arguments.take(field.name) { try field.set(value, in: &update, clock) }
        }
        list = try arguments.text("list")
        createsList = try arguments.flag("createList")
        parent = try arguments.text("parent")
        if let value = arguments.take("place") {
            guard value.isNull || value.string != nil else { throw arguments.wrong("place", "a text, or null") }
            place = Change(value.string)
        }
        if let value = arguments.take("repeat") {
            guard value.isNull || value.string != nil else { throw arguments.wrong("repeat", "a text, or null") }
            endsRepeating = value.string.map(RepeatPhrase.isEnd) ?? false
            if !endsRepeating {
                repetition = try Change(value.string).map {
                    try RepeatPhrase.parse(
                        $0, now: clock.now, timeZone: clock.timeZone, settings: clock.settings.phrases)
                }
            }
        }
        tags = try arguments.texts("tags")
        dependsOn = try arguments.texts("dependsOn")
        let reminding = ReminderSettings(timeZone: clock.timeZone, allDayTime: clock.settings.defaultTime)
        reminders = try (arguments.texts("remind") ?? []).map {
            try ReminderPhrase.parse($0, now: clock.now, reminding, phrases: clock.settings.phrases)
        }
        addTags = []
        if known["addTags"] != nil {
            addTags = try arguments.texts("addTags") ?? []
            removeTags = try arguments.texts("removeTags") ?? []
            appendedNotes = try arguments.text("appendNotes").map(Validation.notes)
        }
        try arguments.finish(known: known.keys.sorted())
    }

    /// The changes to existing to-dos.
    func changes(_ run: ToolRun) async throws -> TodoChanges {
        var changes = TodoChanges(update)
        changes.placement = try await run.placement(list: list, parent: parent, create: createsList)
        changes.place = try await place(run)
        changes.repetition = repetition
        changes.endsRepeating = endsRepeating
        changes.reminders = reminders
        changes.appendedNotes = appendedNotes
        changes.addingTags = try ((tags ?? []) + addTags).map(Validation.tagTitle)
        changes.removesOtherTags = tags != nil
        for title in removeTags {
            changes.removingTags.formUnion(
                try await run.store.tags.fetch(.titled(title), source: .local).items.map(\.id))
        }
        if let dependsOn {
            changes.dependencies = Todo.DependencyChange(
                add: Set(try await run.todos(dependsOn).map(\.id)), remove: [], removesOthers: true)
        }
        guard changes != TodoChanges() else { throw TodoError(.usage, "There is nothing in set.") }
        return changes
    }

    private func place(_ run: ToolRun) async throws -> Change<PlaceReference> {
        switch place {
        case .keep: return .keep
        case .clear: return .clear
        case .set(let name): return .set(try await run.store.place(named: name))
        }
    }

    /// A new to-do.
    /// - Parameter draft: the draft from a line of quick add. The fields complete and override it.
    func addition(_ draft: QuickAdd.Draft?, _ run: ToolRun) async throws -> TodoChanges {
        guard !endsRepeating else { throw TodoError(.usage, "A to-do that is added does not repeat yet.") }
        guard !reminders.contains(.noReminders) else {
            throw TodoError(.badReminder, "A to-do that is added has no reminders to remove.")
        }
        var changes = TodoChanges(update)
        changes.title = update.title ?? draft?.title
        if let due = draft?.due, update.due.isKept { changes.due = .set(due) }
        if let start = draft?.start, update.start.isKept { changes.start = .set(start) }
        if let priority = draft?.priority, update.priority.isKept { changes.priority = .set(priority) }
        if let recurrence = draft?.recurrence, update.recurrence.isKept { changes.recurrence = .set(recurrence) }
        changes.repetition = repetition
        changes.reminders = (draft?.reminders ?? []) + reminders
        changes.addingTags = try (draft?.tags ?? []) + (tags ?? []).map(Validation.tagTitle)
        changes.place = try await place(run)
        if let place = draft?.place, changes.place.isKept { changes.place = .set(.location(place)) }
        changes.placement = try await run.placement(list: list, parent: parent, create: createsList)
        if changes.placement == nil { changes.placement = draft?.changes.placement }
        if changes.placement == nil, let scope = run.scope { changes.placement = .path(scope.path) }
        if let dependsOn {
            changes.dependencies = Todo.DependencyChange(add: Set(try await run.todos(dependsOn).map(\.id)))
        }
        return changes
    }
}
