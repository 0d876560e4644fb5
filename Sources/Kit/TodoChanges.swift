import Foundation
public import TodoDomain
import TodoLocal
import TodoRepositories

/// The location of a to-do, as a person specifies it.
public enum PlaceReference: Hashable, Sendable {
    /// A known location.
    case location(Location.ID)
    /// A point. A new location is made from it.
    case point(Coordinate)
}

/// A destination among lists and other to-dos.
public enum Placement: Hashable, Sendable {
    /// The inbox, without a parent.
    case inbox
    /// A list, without a parent.
    case list(TodoList.ID)
    /// The list at a path such as `Work/Reports`, created if missing, without a parent.
    case path(String)
    /// Below another to-do, as its subtask.
    case below(Todo.ID)
    /// The list in which it is shown, without a parent.
    case root
}

/// Changes to to-dos in the terms of a person. Tags are given by title, and are created if they are missing. Fields that are
/// not given stay as they are.
///
/// It has the fields that ``Todo/Update`` can write, under the same names.
@dynamicMemberLookup
public struct TodoChanges: Hashable, Sendable {
    /// The changed fields. Their to-do is set when it is edited.
    private var fields: Todo.Update
    /// The new location, or its removal.
    public var place: Change<PlaceReference>
    /// The new list or parent; nil if it does not change.
    public var placement: Placement?
    /// The reminders to add. If ``ReminderPhrase/noReminders`` is among them, the existing reminders are removed.
    public var reminders: [ReminderPhrase]
    /// The new rule by which it repeats, as a person words it, or the removal of the rule.
    public var repetition: Change<RepeatPhrase>
    /// Whether a day that is given as `due` or `dueOnce` keeps the time of day at which the to-do is due.
    public var dueKeepsTime = false
    /// Whether a day that is given as `start` keeps the time of day at which the to-do starts.
    public var startKeepsTime = false
    /// Whether a repeating to-do ends before its current occurrence. It then counts as done. Settled occurrences stay.
    public var endsRepeating: Bool
    /// The text to add below the notes; nil if there is none.
    public var appendedNotes: String?
    /// The titles of tags to add.
    public var addingTags: [String]
    /// The tags to remove.
    public var removingTags: Set<Tag.ID>
    /// Whether all other tags are removed.
    public var removesOtherTags: Bool

    /// A change of the given fields.
    public init(
        title: String? = nil, notes: String? = nil, due: Change<Due> = .keep, priority: Change<Priority> = .keep,
        start: Change<Due> = .keep, place: Change<PlaceReference> = .keep, placement: Placement? = nil,
        repetition: Change<RepeatPhrase> = .keep, reminders: [ReminderPhrase] = [],
        addingTags: [String] = [], removingTags: Set<Tag.ID> = [],
        removesOtherTags: Bool = false
    ) {
        fields = Todo.Update(
            id: .init(stored: ""), title: title, notes: notes, due: due, priority: priority, start: start)
        self.place = place
        self.placement = placement
        self.repetition = repetition
        self.reminders = reminders
        endsRepeating = false
        self.addingTags = addingTags
        self.removingTags = removingTags
        self.removesOtherTags = removesOtherTags
    }

    /// The changes of an update. The update's to-do is ignored.
    package init(_ update: Todo.Update) {
        self.init()
        fields = update
        fields.id = .init(stored: "")
    }

    /// The change of a field.
    public subscript<Value>(dynamicMember field: WritableKeyPath<Todo.Update, Value>) -> Value {
        get { fields[keyPath: field] }
        set { fields[keyPath: field] = newValue }
    }

    /// The changes without the fields with which a new to-do is created, and without removals, because a new to-do has
    /// nothing to remove.
    var withoutContent: TodoChanges {
        var rest = self
        rest.title = nil
        rest.notes = nil
        rest.setDue(.keep)
        rest.priority = .keep
        rest.setStart(.keep)
        rest.recurrence = .keep
        rest.dependencies = nil
        rest.place = .keep
        rest.repetition = .keep
        rest.reminders = []
        rest.addingTags = []
        rest.removingTags = []
        rest.removesOtherTags = false
        return rest
    }

    /// Changes the due date to a typed one.
    public mutating func setDue(_ entry: Change<DueEntry>) {
        self.due = entry.map(\.due)
        dueKeepsTime = entry.value?.keepsTime ?? false
    }

    /// Changes the start date to a typed one.
    public mutating func setStart(_ entry: Change<DueEntry>) {
        self.start = entry.map(\.due)
        startKeepsTime = entry.value?.keepsTime ?? false
    }

    /// The update of one to-do, once its location and its new tags are known.
    func update(of id: Todo.ID, place: Change<Location.ID>, adding tags: Set<Tag.ID>) -> Todo.Update {
        var update = fields
        update.id = id
        if !place.isKept { update.location = place }
        let change = Todo.TagChange(add: tags, remove: removingTags, removesOthers: removesOtherTags)
        if change != Todo.TagChange() { update.tags = change }
        return update
    }
}
