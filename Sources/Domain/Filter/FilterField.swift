extension TodoFilter {
    /// A field of filters. It is declared once, and parsed, printed, checked and offered from there.
    public struct Field: Hashable, Sendable {
        /// What is typed before the colon, in lower case.
        public let name: String
        /// How its values are read, and what they mean.
        let kind: any FilterFieldKind
        /// What other programs call it, to be suggested to who types that.
        let otherNames: [String]

        private init(_ known: Known, _ kind: any FilterFieldKind, otherNames: [String] = []) {
            name = known.rawValue
            self.kind = kind
            self.otherNames = otherNames
        }

        /// The field with this name; nil if there is none.
        public init?(name: String) {
            guard let field = Self.all.first(where: { $0.name == name }) else { return nil }
            self = field
        }

        /// The words that it takes, such as `open` and `none`, for completion; what else it takes is not among them.
        public var words: [String] { kind.words }

        /// What can be typed as a value, its ``words`` among it, each as a word or as a phrase that says it: `open`, `a title`.
        public var forms: [String] { kind.forms }

        /// What the names in its values name; nil if it has none.
        public var subject: Subject? { kind.subject }

        /// Whether it is the same field.
        public static func == (left: Field, right: Field) -> Bool { left.name == right.name }
        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
}

extension TodoFilter.Field {
    /// The state: open, done, overdue, waiting, started, blocked, ready, repeating.
    public static let `is` = TodoFilter.Field(
        .is,
        WordsKind([
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

    /// The list in which it stands, or one above that, by path.
    public static let list = TodoFilter.Field(
        .list,
        NamesKind(
            nameSubject: .list, find: { try $0.lists.find($1) }, none: .condition(.unlisted),
            any: .not(.condition(.unlisted)), among: { .condition(.listed($0)) }, otherNone: "inbox"),
        otherNames: ["project", "folder"])

    /// The to-do that it is a part of, directly or not, by the beginning of its id.
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

    /// When it can be begun.
    public static let start = TodoFilter.Field(.start, DatesKind(has: { .hasStart($0) }, window: { .start($0) }))

    /// When it was made.
    public static let created = TodoFilter.Field(.created, TimesKind(field: .created, isAlwaysThere: true))

    /// When it was last edited.
    public static let updated = TodoFilter.Field(.updated, TimesKind(field: .updated, isAlwaysThere: true))

    /// When it was done.
    public static let completed = TodoFilter.Field(.completed, TimesKind(field: .completed, isAlwaysThere: false))

    /// The priority.
    public static let priority = TodoFilter.Field(.priority, PriorityKind())

    /// How long it takes.
    public static let estimate = TodoFilter.Field(
        .estimate, NumbersKind(unit: .minutes, among: { .estimate(from: $0, through: $1) }),
        otherNames: ["duration", "effort"])

    /// What it has at all.
    public static let has = TodoFilter.Field(
        .has,
        WordsKind([
            ("due", { _ in .condition(.hasDue(true)) }),
            ("start", { _ in .condition(.hasStart(true)) }),
            ("reminder", { _ in .condition(.hasReminder(true)) }),
            ("tag", { _ in .not(.condition(.untagged)) }),
            ("list", { _ in .not(.condition(.unlisted)) }),
            ("parent", { _ in .not(.condition(.root)) }),
            ("place", { _ in .condition(.isAnywhere) }),
            ("priority", { _ in .condition(.priority(Priority.allCases)) }),
            ("estimate", { _ in .condition(.estimate(from: nil, through: nil)) }),
        ]))

    /// The program that changed it last, such as an assistant, by the beginning of its name.
    public static let by = TodoFilter.Field(.by, WriterKind(), otherNames: ["author"])

    /// Words in its title, notes or tags.
    public static let text = TodoFilter.Field(.text, TextKind())

    /// Every field, in the order in which help shows them.
    public static let all = Known.allCases.map(\.field)

    /// The names of the fields: none is declared without being in ``all``.
    private enum Known: String, CaseIterable {
        case `is`, tag, list, `in`, place, near, due, start, created, updated, completed, priority, estimate, has, by,
            text

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
            case .has: .has
            case .by: .by
            case .text: .text
            }
        }
    }
}

extension Todo.Condition {
    /// It has a location: no two points of the earth are farther apart.
    fileprivate static var isAnywhere: Todo.Condition {
        .near(Coordinate(uncheckedLatitude: 0, longitude: 0), within: 20_100_000)
    }
}
