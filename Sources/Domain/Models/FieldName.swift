/// The name of a field in the history, in a conflict, in an undo that is refused: a code for programs, of which
/// `HistoryText.word(for:)` of TodoKit makes a word for people.
///
/// It is the name of a register, so that it also names what this version has no property for. `RegisterName` takes it apart.
public struct FieldName: RawRepresentable, Hashable, Sendable, Comparable {
    /// The name as it is stored, such as `title`, `extras.uuid`, or `tags.` followed by the id of a tag.
    public let rawValue: String

    /// A name as it is stored.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A name as it is stored.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The name of a register of a to-do.
    package init(_ register: TodoRegister) { self.init(register.rawValue) }

    /// By their bytes.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }
}

extension FieldName: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A name as it is stored.
    public init(stringLiteral value: String) { self.init(value) }

    /// The name as it is stored.
    public var description: String { rawValue }
}

// The fields of to-dos, by the names of their properties where they have one.
extension FieldName {
    /// ``Todo/title``.
    public static let title = Self(TodoRegister.title)
    /// ``Todo/notes``.
    public static let notes = Self(TodoRegister.notes)
    /// ``Todo/completedAt``.
    public static let completion = Self(TodoRegister.completion)
    /// ``Todo/due``.
    public static let due = Self(TodoRegister.due)
    /// ``Todo/priority``.
    public static let priority = Self(TodoRegister.priority)
    /// ``Todo/start``.
    public static let start = Self(TodoRegister.start)
    /// ``Todo/startedAt``.
    public static let started = Self(TodoRegister.started)
    /// ``Todo/estimate``.
    public static let estimate = Self(TodoRegister.estimate)
    /// ``Todo/assignee``.
    public static let assignee = Self(TodoRegister.assignee)
    /// ``Todo/location``.
    public static let location = Self(TodoRegister.location)
    /// ``Todo/list`` and ``Todo/parent``, which are one field.
    public static let standing = Self(TodoRegister.standing)
    /// ``Todo/recurrence``.
    public static let recurrence = Self(TodoRegister.recurrence)
    /// ``Todo/tags``, all of them; the history names each one, `tags.` followed by its id.
    public static let tags = Self("tags")
    /// ``Todo/dependsOn``, all of them; the history names each one, `after.` followed by its id.
    public static let dependencies = Self("dependencies")

    /// A reminder.
    public static func reminder(_ id: Alarm.ID) -> Self { Self(ReminderRegister.alarm(id).name) }
    /// One of ``Todo/extras``.
    public static func extra(_ key: String) -> Self { Self(TodoRegister.extra(key)) }
}

extension Todo.Update {
    /// The fields that it changes, tags and dependencies as one each.
    package var fieldNames: Set<FieldName> {
        Set(registers.keys.map { FieldName($0) })
            .union(tags == nil ? [] : [.tags]).union(dependencies == nil ? [] : [.dependencies])
    }
}
