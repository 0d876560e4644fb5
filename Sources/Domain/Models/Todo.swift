public import Foundation
public import JSON

/// Something to be done.
public struct Todo: Identifiable, Hashable, Sendable, Codable {
    /// What a to-do is known by.
    public typealias ID = Identifier<Todo>

    /// What it is known by.
    public package(set) var id: ID
    /// 1 to 4,096 bytes on one line, without white space at either end.
    public var title: String
    /// Any text up to 256 KiB; empty for none.
    public var notes: String
    /// When it was made.
    public var createdAt: Date
    /// When it was last edited; kept by the store, ignored where it is given.
    public var updatedAt: Date
    /// When it was done; nil while it is open.
    public var completedAt: Date?
    /// When it is due; nil for no date.
    public var due: Due?
    /// How much it matters; nil for no priority.
    public var priority: Priority?
    /// Its tags, by title.
    public var tags: [Tag]
    /// Where it is to be done; nil for anywhere.
    public var location: Location?
    /// What other programs know of it and we do not model, by their names; kept and exported again.
    public var extras: [String: JSONValue]

    /// A to-do; times are kept to the millisecond.
    public init(
        id: ID, title: String, notes: String = "", createdAt: Date, updatedAt: Date? = nil, completedAt: Date? = nil,
        due: Due? = nil, priority: Priority? = nil, tags: [Tag] = [], location: Location? = nil,
        extras: [String: JSONValue] = [:]
    ) {
        (self.id, self.title, self.notes) = (id, title, notes)
        self.createdAt = createdAt.roundedToMilliseconds
        self.updatedAt = (updatedAt ?? createdAt).roundedToMilliseconds
        self.completedAt = completedAt?.roundedToMilliseconds
        (self.due, self.priority, self.tags, self.location, self.extras) = (due, priority, tags, location, extras)
    }

    /// Whether it is done.
    public var isDone: Bool { completedAt != nil }
}

extension Todo {
    /// Changes to one to-do; what is not named stays as it is.
    public struct Update: Hashable, Sendable, Identifiable {
        /// What it is known by.
        public package(set) var id: ID
        /// A new title.
        public var title: String?
        /// New notes.
        public var notes: String?
        /// Set to the time at which it was done; cleared to open it again.
        public var completedAt: Change<Date>
        /// A new due date, or none any more.
        public var due: Change<Due>
        /// A new priority, or none any more.
        public var priority: Change<Priority>
        /// Another place, or none any more.
        public var location: Change<Location.ID>
        /// Tags to put on and to take off.
        public var tags: TagChange?
        /// Changes of imported properties, by their names.
        public var extras: [String: Change<JSONValue>]

        /// A change of the given fields.
        public init(
            id: ID, title: String? = nil, notes: String? = nil, completedAt: Change<Date> = .keep,
            due: Change<Due> = .keep, priority: Change<Priority> = .keep, location: Change<Location.ID> = .keep,
            tags: TagChange? = nil, extras: [String: Change<JSONValue>] = [:]
        ) {
            (self.id, self.title, self.notes, self.completedAt) = (id, title, notes, completedAt)
            (self.due, self.priority, self.location) = (due, priority, location)
            (self.tags, self.extras) = (tags, extras)
        }

        /// What turns `original` into `todo`: only the fields that differ, so that a stale screen never writes old
        /// values over newer ones.
        /// - Throws: ``TodoError`` with code `usage` as ``Todo/checkEdit(of:)`` does.
        public init(from original: Todo, to todo: Todo) throws {
            try todo.checkEdit(of: original)
            self.init(differenceOf: todo, from: original)
        }

        /// The same of an edit that was checked.
        package init(differenceOf todo: Todo, from original: Todo) {
            self.init(id: original.id)
            Content.fields.note(Content(todo), from: Content(original), in: &self)
            let (before, after) = (Set(original.tags.map(\.id)), Set(todo.tags.map(\.id)))
            tags = before == after ? nil : TagChange(add: after.subtracting(before), remove: before.subtracting(after))
            for key in Set(original.extras.keys).union(todo.extras.keys) where original.extras[key] != todo.extras[key]
            {
                extras[key] = Change(todo.extras[key])
            }
        }

        /// Whether it changes nothing.
        public var isEmpty: Bool {
            var update = self
            if tags == TagChange() { update.tags = nil }
            update.extras = extras.filter { !$0.value.isKept }
            return update == Update(id: id)
        }
    }

    /// A change of a to-do's tags.
    public struct TagChange: Hashable, Sendable {
        /// The tags to put on it.
        public var add: Set<Tag.ID>
        /// The tags to take off it.
        public var remove: Set<Tag.ID>
        /// Whether every other tag is taken off too.
        public var removesOthers: Bool

        /// Tags to put on and to take off; the others stay.
        public init(add: Set<Tag.ID> = [], remove: Set<Tag.ID> = [], removesOthers: Bool = false) {
            (self.add, self.remove, self.removesOthers) = (add, remove, removesOthers)
        }

        /// Puts tags on.
        public static func add(_ tags: Set<Tag.ID>) -> TagChange { TagChange(add: tags) }
        /// Takes tags off.
        public static func remove(_ tags: Set<Tag.ID>) -> TagChange { TagChange(remove: tags) }
        /// Makes these its tags, and no others.
        public static func set(_ tags: Set<Tag.ID>) -> TagChange { TagChange(add: tags, removesOthers: true) }
    }
}
