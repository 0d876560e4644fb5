public import Foundation
public import JSON

/// Something to do.
public struct Todo: Identifiable, Hashable, Sendable, Codable {
    /// The identifier of a to-do.
    public typealias ID = Identifier<Todo>

    /// Its identifier.
    public package(set) var id: ID
    /// 1 to 4,096 bytes on one line, without white space at either end.
    public var title: String
    /// Any text up to 256 KiB; empty for none.
    public var notes: String
    /// When it was made.
    public var createdAt: Date
    /// When it was last edited. Maintained by the store, which ignores the value given.
    public var updatedAt: Date
    /// When it was done; nil while it is open.
    public var completedAt: Date?
    /// When it is due; nil for no date.
    public var due: Due?
    /// How much it matters; nil for no priority.
    public var priority: Priority?
    /// When it can be begun; nil for any time. Before that it is waiting.
    public var start: Due?
    /// When somebody began it; nil while nobody has.
    public var startedAt: Date?
    /// How long it takes, in minutes from 1 to ``Limits/estimate``; nil for no estimate.
    public var estimate: Int?
    /// The id of the member of its shared list who is to do it (``Space/Member``); nil for nobody in particular. 1 to 128 bytes,
    /// none of them a control character. Somebody who is no longer a member keeps the to-do, and is shown as nobody.
    public var assignee: String?
    /// Its tags, sorted by title.
    public var tags: [Tag]
    /// Where to do it; nil for anywhere.
    public var location: Location?
    /// Its list; for a subtask, the list of its root. nil for the inbox.
    public var list: TodoList?
    /// The to-do that it is a subtask of; nil for none.
    public var parent: ID?
    /// Where somebody put it among its siblings; nil if nobody did. Set by the store, which changes it when the to-do is
    /// moved, and ignored in other writes.
    public package(set) var position: OrderKey?
    /// The to-dos above it, outermost first; at most the nearest ``Limits/levels``. Set by the store and ignored in writes.
    public package(set) var ancestors: [Ancestor]
    /// How many of its direct subtasks are open and done. Set by the store and ignored in writes.
    public package(set) var subtasks: TodoCount
    /// The to-dos that have to be done first, by id, whether they are known here or not.
    public var dependsOn: [ID]
    /// Whether it is open and one of those that it depends on is open too. A dependency does not count if it would close a
    /// cycle, or if its to-do is missing or deleted. Set by the store and ignored in writes.
    public package(set) var isBlocked: Bool
    /// The rule by which it repeats; nil if it does not. The store numbers what is set (``Recurrence/stretch``), and
    /// writes its due date with it.
    public var recurrence: Recurrence?
    /// The current occurrence of one that repeats; nil for others, and once it has ended. ``due`` is when it is due. Set by
    /// the store and ignored in writes.
    public package(set) var current: Recurrence.Current?
    /// The keys after the current one that are settled already, where each date is owed; nil for none. Set by the store and
    /// ignored in writes.
    package var settledAhead: Set<Day>?
    /// The to-do that repeats and one of whose occurrences this one settles. Set by the store.
    public package(set) var series: ID?
    /// The occurrence that it settles. Set by the store.
    public package(set) var occurrence: Occurrence?
    /// Whether that occurrence was skipped rather than done. Set by the store.
    public package(set) var isSkipped: Bool
    /// When to remind of it, by id.
    public var alarms: [Alarm]
    /// Which of its reminders were acknowledged or snoozed, for the latest occurrence that has any. Set by the store and
    /// ignored in edits; an import takes it over.
    public package(set) var alarmStates: [AlarmState.Key: AlarmState]
    /// The comments on it, oldest first. They are edited for themselves: set by the store and ignored in writes.
    public package(set) var comments: [Comment]
    /// The name of the program that changed it last, such as an assistant, here or on another device, or in a shared list that
    /// of the other member; nil for this person. If another member has sent what one has written, it is `Ann (sent by Bob)`.
    /// Set by the store and ignored in writes.
    public package(set) var changedBy: String?
    /// The shared space that it is in; nil for the own one, which nobody else sees. Set by the store and ignored in writes.
    public package(set) var space: Space.ID?
    /// When each of its fields was edited last; nil if it was never edited since it was made, and outside exports and imports.
    package var fieldDates: FieldDates?
    /// Properties from other programs that are not modelled here, by name. They are kept and exported again. One that is null
    /// is not there, so setting one to null removes it; within arrays and objects null is a value. NaN and the infinities,
    /// which JSON does not have, are refused (`bad-extra`).
    public var extras: [String: JSONValue]

    /// A to-do; times are kept to the millisecond. `Todo(title: "Buy milk")` is a new one, made now.
    public init(
        id: ID = ID(), title: String, notes: String = "", createdAt: Date = Date(), updatedAt: Date? = nil,
        completedAt: Date? = nil,
        due: Due? = nil, priority: Priority? = nil, start: Due? = nil, startedAt: Date? = nil, estimate: Int? = nil,
        assignee: String? = nil, tags: [Tag] = [], location: Location? = nil, list: TodoList? = nil, parent: ID? = nil,
        dependsOn: [ID] = [],
        recurrence: Recurrence? = nil, alarms: [Alarm] = [], extras: [String: JSONValue] = [:]
    ) {
        self.alarms = alarms
        alarmStates = [:]
        self.recurrence = recurrence
        current = nil
        series = nil
        occurrence = nil
        isSkipped = false
        self.id = id
        self.title = title
        self.notes = notes
        self.createdAt = createdAt.roundedToMilliseconds
        self.updatedAt = (updatedAt ?? createdAt).roundedToMilliseconds
        self.completedAt = completedAt?.roundedToMilliseconds
        self.start = start
        self.startedAt = startedAt?.roundedToMilliseconds
        self.estimate = estimate
        self.assignee = assignee
        self.list = list
        self.parent = parent
        position = nil
        ancestors = []
        subtasks = TodoCount()
        comments = []
        self.dependsOn = dependsOn
        isBlocked = false
        self.due = due
        self.priority = priority
        self.tags = tags
        self.location = location
        self.extras = extras
    }

    /// The same under the id of what settles an occurrence.
    package func settling(_ occurrence: Occurrence, of series: ID) -> Todo {
        var todo = self
        todo.id = occurrence.id(in: series)
        return todo
    }

    /// Whether it is done. One that repeats is, once it has ended.
    public var isDone: Bool { completedAt != nil }
    /// Whether it repeats.
    public var isRepeating: Bool { recurrence != nil }
    /// A to-do above another one.
    public struct Ancestor: Identifiable, Hashable, Sendable, Codable {
        /// The id, which never changes.
        public let id: ID
        /// The title: what is to be done.
        public let title: String
        /// Whether it is open and waits for other to-dos.
        public let isBlocked: Bool
        /// When it can be begun; nil for any time, and if it is done.
        public let start: Due?

        /// A to-do above another one.
        public init(id: ID, title: String, isBlocked: Bool = false, start: Due? = nil) {
            self.id = id
            self.title = title
            self.isBlocked = isBlocked
            self.start = start
        }
    }

    /// Whether it is open and somebody has begun it.
    public var isStarted: Bool { startedAt != nil && !isDone }

    /// Whether it is open and cannot be begun yet at `now`, on the day that it then is in `zone`.
    public func isWaiting(at now: Date, in zone: TimeZone) -> Bool {
        !isDone && start.map(DueWindow.after(now, in: zone).contains) ?? false
    }
}

extension Todo {
    /// Changes to one to-do; fields that are not named stay as they are.
    public struct Update: Hashable, Sendable, Identifiable {
        /// Its identifier.
        public package(set) var id: ID
        /// A new title.
        public var title: String?
        /// New notes.
        public var notes: String?
        /// Set to the time at which it was done; clear it to reopen the to-do.
        public var completedAt: Change<Date>
        /// A new due date, or its removal.
        public var due: Change<Due>
        /// A new priority, or its removal.
        public var priority: Change<Priority>
        /// Another start date, or none any more.
        public var start: Change<Due>
        /// Set to the time at which it was begun; cleared where it is no longer worked on.
        public var startedAt: Change<Date>
        /// Another estimate in minutes, or its removal.
        public var estimate: Change<Int>
        /// Another member who is to do it, by id, or nobody in particular.
        public var assignee: Change<String>
        /// Another place, or its removal.
        public var location: Change<Location.ID>
        /// Another place among lists and to-dos. Below a to-do, its list counts whatever is named.
        public var standing: Standing?
        /// Another rule by which it repeats, or none any more. It begins with its ``Recurrence/due``.
        public var recurrence: Change<Recurrence>
        /// Another due date for the current occurrence of one that repeats; its rule stays where it is.
        public var dueOnce: Due?
        /// Tags to add and remove.
        public var tags: TagChange?
        /// To-dos that have to be done first, to add and remove.
        public var dependencies: DependencyChange?
        /// Changes to reminders, by id.
        public var alarms: [Alarm.ID: Change<Alarm>]
        /// Changes to imported properties, by name; null removes one, as ``Change/clear`` does.
        public var extras: [String: Change<JSONValue>]

        /// An update of the given fields.
        public init(
            id: ID, title: String? = nil, notes: String? = nil, completedAt: Change<Date> = .keep,
            due: Change<Due> = .keep, priority: Change<Priority> = .keep, start: Change<Due> = .keep,
            startedAt: Change<Date> = .keep, estimate: Change<Int> = .keep, assignee: Change<String> = .keep,
            location: Change<Location.ID> = .keep,
            standing: Standing? = nil, recurrence: Change<Recurrence> = .keep, dueOnce: Due? = nil,
            tags: TagChange? = nil,
            dependencies: DependencyChange? = nil, alarms: [Alarm.ID: Change<Alarm>] = [:],
            extras: [String: Change<JSONValue>] = [:]
        ) {
            self.alarms = alarms
            self.recurrence = recurrence
            self.dueOnce = dueOnce
            self.id = id
            self.title = title
            self.notes = notes
            self.completedAt = completedAt
            self.due = due
            self.priority = priority
            self.location = location
            self.start = start
            self.startedAt = startedAt
            self.standing = standing
            self.estimate = estimate
            self.assignee = assignee
            self.tags = tags
            self.dependencies = dependencies
            self.extras = extras
        }

        /// The update that turns `original` into `todo`: only the fields that differ, so that a stale screen never
        /// overwrites newer values with old ones.
        /// - Throws: ``TodoError`` with code `usage` as ``Todo/checkEdit(of:)`` does.
        public init(from original: Todo, to todo: Todo) throws {
            try todo.checkEdit(of: original)
            self.init(differenceOf: todo, from: original)
        }

        /// The same for an edit that has been checked.
        package init(differenceOf todo: Todo, from original: Todo) {
            self.init(id: original.id)
            Content.fields.note(Content(todo), from: Content(original), in: &self)
            tags = TagChange(from: original.tags.map(\.id), to: todo.tags.map(\.id))
            dependencies = DependencyChange(from: original.dependsOn, to: todo.dependsOn)
            alarms = Todo.differences(of: todo.alarms, from: original.alarms)
            for key in Set(original.extras.keys).union(todo.extras.keys) where original.extras[key] != todo.extras[key]
            {
                extras[key] = Change(todo.extras[key])
            }
        }

        /// Whether it changes nothing.
        public var isEmpty: Bool {
            var update = self
            if tags == TagChange() { update.tags = nil }
            if dependencies == DependencyChange() { update.dependencies = nil }
            update.extras = extras.filter { !$0.value.isKept }
            update.alarms = alarms.filter { !$0.value.isKept }
            return update == Update(id: id)
        }
    }

    /// A change of a to-do's tags.
    public typealias TagChange = SetChange<Tag.ID>
    /// A change of the to-dos that have to be done before a to-do.
    public typealias DependencyChange = SetChange<Todo.ID>
}
