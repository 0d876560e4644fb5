extension TodoFilter {
    /// A field of filters. Its single declaration is used for parsing, printing, validation and suggestions.
    public struct Field: Hashable, Sendable {
        /// The name before the colon, in lower case.
        public let name: String
        /// The kind of its values, which reads them and knows their meaning.
        let kind: any FilterFieldKind
        /// The names that other programs use. They lead to a suggestion of this field.
        let otherNames: [String]

        private init(_ known: Known, _ kind: any FilterFieldKind, otherNames: [String] = []) {
            name = known.rawValue
            self.kind = kind
            self.otherNames = otherNames
        }

        /// Creates the field with this name; nil if there is none.
        public init?(name: String) {
            guard let field = Self.all.first(where: { $0.name == name }) else { return nil }
            self = field
        }

        /// The words that the field takes, such as `open` and `none`, for completion. Other values are not included.
        public var words: [String] { kind.words }

        /// The values that can be typed, including its ``words``. Each is a word, or a phrase that describes the value:
        /// `open`, `a title`.
        public var forms: [String] { kind.forms }

        /// The kind of object that the names in its values refer to; nil if its values are not names.
        public var subject: Subject? { kind.subject }

        /// Compares the names.
        public static func == (left: Field, right: Field) -> Bool { left.name == right.name }
        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
}

extension TodoFilter.Field {
    /// The state: open, done, overdue, waiting, started, blocked, ready, repeating.
    public static let `is` = TodoFilter.Field(
        .is,
        KeywordsKind([
            ("open", { _ in .condition(.isDone(false)) }),
            ("done", { _ in .condition(.isDone(true)) }),
            (
                "overdue",
                { .and([.condition(.isDone(false)), .condition(.due(.before($0.now, in: $0.timeZone)))]) }
            ),
            (
                "waiting",
                { .and([.condition(.isDone(false)), .condition(.start(.after($0.now, in: $0.timeZone)))]) }
            ),
            ("started", { _ in .condition(.isStarted(true)) }),
            ("blocked", { _ in .condition(.isBlocked(true)) }),
            ("ready", { .condition(.isReady(waiting: .after($0.now, in: $0.timeZone))) }),
            ("repeating", { _ in .condition(.isRepeating(true)) }),
        ]))

    /// The tags, by title.
    public static let tag = TodoFilter.Field(
        .tag,
        NamesKind(
            nameSubject: .tag, find: { try $0.tags.find($1) }, none: .condition(.untagged),
            any: .not(.condition(.untagged)), among: { .condition(.tagged($0)) }), otherNames: ["label", "context"])

    /// The list of the to-do or a list above it, by path.
    public static let list = TodoFilter.Field(
        .list,
        NamesKind(
            nameSubject: .list, find: { try $0.lists.find($1) }, none: .condition(.unlisted),
            any: .not(.condition(.unlisted)), among: { .condition(.listed($0)) }, otherNone: "inbox"),
        otherNames: ["project", "folder"])

    /// The to-do that it is a part of, directly or indirectly, by the beginning of its id.
    public static let `in` = TodoFilter.Field(
        .in,
        NamesKind(
            nameSubject: .todo, find: { try $0.todos.find($1) }, none: .condition(.root), any: .not(.condition(.root)),
            among: { .or($0.map { .condition(.descendant(of: $0)) }) }, takesPatterns: false))

    /// The place, by name.
    public static let place = TodoFilter.Field(
        .place,
        NamesKind(
            nameSubject: .place, find: { try $0.places.find($1).map(\.id) }, none: .not(.condition(.isAnywhere)),
            any: .condition(.isAnywhere), among: { .condition(.located($0)) }), otherNames: ["location"])

    /// Nearness to a place.
    public static let near = TodoFilter.Field(.near, NearKind())

    /// The due date.
    public static let due = TodoFilter.Field(
        .due, DatesKind(has: { .hasDue($0) }, window: { .due($0) }), otherNames: ["deadline"])

    /// The start date.
    public static let start = TodoFilter.Field(.start, DatesKind(has: { .hasStart($0) }, window: { .start($0) }))

    /// The time when it was created.
    public static let created = TodoFilter.Field(.created, TimesKind(field: .created, isAlwaysThere: true))

    /// The time of its last edit.
    public static let updated = TodoFilter.Field(.updated, TimesKind(field: .updated, isAlwaysThere: true))

    /// The time when it was done.
    public static let completed = TodoFilter.Field(.completed, TimesKind(field: .completed, isAlwaysThere: false))

    /// The priority.
    public static let priority = TodoFilter.Field(.priority, PriorityKind())

    /// The estimate.
    public static let estimate = TodoFilter.Field(
        .estimate, NumbersKind(unit: .minutes, among: { .estimate(from: $0, through: $1) }),
        otherNames: ["duration", "effort"])

    /// The member of its shared list who is to do it, by name or id.
    public static let `for` = TodoFilter.Field(.for, MemberKind(), otherNames: ["assignee", "assigned"])

    /// The properties that it has a value for.
    public static let has = TodoFilter.Field(
        .has,
        KeywordsKind([
            ("due", { _ in .condition(.hasDue(true)) }),
            ("start", { _ in .condition(.hasStart(true)) }),
            ("reminder", { _ in .condition(.hasReminder(true)) }),
            ("tag", { _ in .not(.condition(.untagged)) }),
            ("list", { _ in .not(.condition(.unlisted)) }),
            ("parent", { _ in .not(.condition(.root)) }),
            ("place", { _ in .condition(.isAnywhere) }),
            ("priority", { _ in .condition(.priority(Priority.allCases)) }),
            ("estimate", { _ in .condition(.estimate(from: nil, through: nil)) }),
            ("assignee", { _ in .not(.condition(.assigned([nil]))) }),
        ]))

    /// Whether it is in a shared list, or in one that is called so or shared with somebody.
    public static let shared = TodoFilter.Field(.shared, SharedKind(), otherNames: ["with"])

    /// The program that changed it last, such as an assistant, by the beginning of its name.
    public static let by = TodoFilter.Field(.by, WriterKind(), otherNames: ["author"])

    /// Words in its title, notes or tags.
    public static let text = TodoFilter.Field(.text, TextKind())

    /// All fields, in the order in which help shows them.
    public static let all = Known.allCases.map(\.field)

    /// The names of the fields. Each declared field has a case here, so ``all`` is complete.
    private enum Known: String, CaseIterable {
        case `is`, tag, list, `in`, place, near, due, start, created, updated, completed, priority, estimate, `for`,
            has,
            shared, by, text

        var field: TodoFilter.Field {
            switch self {
            case .is: .is
            case .tag: .tag
            case .list: .list
            case .in: .in
            case .place: .place
            case .near: .near
            case .due: .due
            case .start: .start
            case .created: .created
            case .updated: .updated
            case .completed: .completed
            case .priority: .priority
            case .estimate: .estimate
            case .for: .for
            case .has: .has
            case .shared: .shared
            case .by: .by
            case .text: .text
            }
        }
    }
}

extension Todo.Condition {
    /// Whether a to-do has a location: no two points of the earth are farther apart than this distance.
    fileprivate static var isAnywhere: Todo.Condition {
        .near(Coordinate(uncheckedLatitude: 0, longitude: 0), within: 20_100_000)
    }
}
