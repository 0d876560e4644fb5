import Foundation
public import JSON

/// The single-value registers of a to-do and their fields in the model. CONTRIBUTING.md lists what else a new one
/// needs.
package enum TodoRegister: String, CaseIterable, Sendable {
    /// The title: what is to be done.
    case title
    /// Longer text; null if it is empty.
    case notes
    /// When it was done; null while it is open.
    case completion
    /// When it is due, or null.
    case due
    /// How much it matters, or null.
    case priority
    /// When it can be begun, or null.
    case start
    /// When somebody began it, or null.
    case started
    /// How long it takes, in minutes, or null.
    case estimate
    /// The id of the member of its shared list who is to do it, or null.
    case assignee
    /// The id of its location, or null.
    case location
    /// Its list and its parent: one register, so that a move is never torn.
    case standing
    /// Where it was put among its siblings, or null.
    case position
    /// The rule by which it repeats and where that starts, or null. `due` is always written with it.
    case recurrence
    /// The id of the to-do that repeats and one of whose occurrences it settles, or null.
    case series
    /// The occurrence that it settles, or null. Only clearing it lets the occurrence come again.
    case occurrence
    /// Whether that occurrence was skipped rather than done.
    case skipped
    /// Where it was moved from this space, or null. It is written with the deletion here.
    case movedTo
}

extension TodoRegister: FieldRegister {
    package var field: Field<Todo.Content> {
        switch self {
        case .title:
            .line(rawValue, \.todo.title, \.title, isSearched: true, limit: Limits.title, check: Validation.title)
        case .notes:
            .text(rawValue, \.todo.notes, \.notes, isSearched: true, limit: Limits.notes, check: Validation.notes)
        case .completion: .completion(rawValue, member: "completedAt", \.todo.completedAt, \.completedAt)
        case .due: .due(rawValue, \.todo.due, \.due)
        case .priority: .priority(rawValue, \.todo.priority, \.priority)
        case .standing: .standing(rawValue, \.standing, \.standing)
        case .position: .order(rawValue, \.position)
        case .start: .due(rawValue, \.todo.start, \.start)
        case .started: .time(rawValue, member: "startedAt", \.todo.startedAt, \.startedAt)
        case .estimate: .number(rawValue, of: .minutes, \.todo.estimate, \.estimate)
        case .assignee:
            .optionalText(rawValue, \.todo.assignee, \.assignee, limit: Limits.memberID, check: Validation.memberID)
        case .location: .reference(rawValue, to: .location, column: "locationID", \.locationID, \.location)
        case .recurrence: .recurrence(rawValue, \.todo.recurrence, \.recurrence)
        case .series: .hidden(rawValue, \.series)
        case .occurrence: .occurrence(rawValue, \.todo.occurrence)
        case .skipped: .flag(rawValue, \.todo.isSkipped)
        case .movedTo: .address(rawValue, \.movedTo)
        }
    }
}

extension TodoRegister {
    /// Whether the to-do that settles an occurrence takes over the value of the one that repeats. The others belong to one
    /// of the two alone: when it is due and whether it is done, how it repeats, and where it was put among its siblings.
    package var isTakenOver: Bool {
        switch self {
        case .title, .notes, .priority, .estimate, .assignee, .location, .standing: true
        case .completion, .due, .start, .started, .position, .recurrence, .series, .occurrence, .skipped,
            .movedTo:
            false
        }
    }

    /// The register of an imported property. The key is composed (NFC), however the file spells its accents.
    package static func extra(_ key: String) -> String {
        extrasPrefix + (key.utf8.allSatisfy { $0 < 0x80 } ? key : key.precomposedStringWithCanonicalMapping)
    }
    /// The key of the imported property in a register; nil for any other register.
    package static func extraKey(of register: String) -> String? {
        register.hasPrefix(extrasPrefix) ? String(register.dropFirst(extrasPrefix.count)) : nil
    }
    /// The prefix of the registers of imported properties.
    package static let extrasPrefix = "extras."
}

extension Todo {
    /// The content of a to-do's record. Of `todo`, only the fields are used: its id and its dates are stored beside the
    /// content, its tags and its location by their ids.
    public struct Content: RecordContent {
        /// The to-do.
        public package(set) var todo: Todo
        /// The id of its location, which need not be known here.
        package var locationID: String?
        /// Where it was put, whether the list and the parent are known here or not.
        public package(set) var standing = Standing()
        /// Where it was put among its siblings, which need not be there.
        public package(set) var position: OrderPosition?
        /// The to-do that repeats and one of whose occurrences it settles, whether it is known here or not.
        public package(set) var series: String?
        /// Where it was moved; nil if it was not.
        public package(set) var movedTo: RecordAddress?
        /// The derived values shown instead of the due date and the completion; nil if these are shown. It is not a register.
        package var shown: ShownState?
        /// The registers of its reminders.
        public var reminders: [String: JSONValue] = [:]
        /// Its tags, including removed ones and ones not known here.
        public var elements: [String: SetElement] = [:]

        /// Empty content.
        public init() { self = Self.empty }

        /// The content of a to-do.
        package init(_ todo: Todo) {
            self.todo = todo
            locationID = todo.location?.id.rawValue
            standing = Standing(list: todo.list?.id.rawValue, parent: todo.parent?.rawValue)
            position = todo.position.map { OrderPosition($0, in: todo.container) }
            series = todo.series?.rawValue
            if !todo.alarms.isEmpty || !todo.alarmStates.isEmpty {
                reminders = Self.reminders(todo.alarms, todo.alarmStates)
            }
        }

        /// Takes over what is derived from other records.
        public mutating func inheritDerived(from other: Content) { shown = other.shown }

        private static let empty = Content(Todo(id: .init(stored: ""), title: "", createdAt: .init(milliseconds: 0)))
        /// The fields.
        public static let fields = FieldTable<Content>(TodoRegister.self)

        /// The update of a to-do.
        public typealias Update = Todo.Update

        /// The imported properties.
        public var extras: [String: JSONValue] {
            get { todo.extras }
            set { todo.extras = newValue }
        }
    }
}

extension Todo.Update {
    /// The values of the registers that the update writes, by name, without tags.
    public var registers: [String: JSONValue] {
        var values = Todo.Content.fields.registers(of: self)
        for (key, change) in extras where !change.isKept { values[TodoRegister.extra(key)] = change.value ?? .null }
        for (id, change) in alarms where !change.isKept {
            values[ReminderRegister.alarm(id).name] = change.value?.json ?? .null
        }
        return values
    }
}
