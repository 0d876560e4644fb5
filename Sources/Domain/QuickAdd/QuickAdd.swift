public import Foundation

/// Reads a to-do that is typed in one line: `Call Bob tomorrow 5pm +work p1`.
///
/// | word                                    | meaning                                                                  |
/// |-----------------------------------------|--------------------------------------------------------------------------|
/// | `+work`, `+"kitchen floor"`             | a tag, which need not exist; it begins with a letter or an emoji, and does not end with a punctuation mark |
/// | `@Migros`, `@"Main Street"`             | an existing place                                                        |
/// | `/Work/Reports`, `/"Kitchen floor"`     | an existing list                                                         |
/// | `^8c0f`                                 | an existing to-do that this one is a part of                             |
/// | `p1`, `p2`, `p3`                        | high, medium and low priority                                            |
/// | `due:friday`, `due:"next friday 9am"`   | when it is due, as ``DuePhrase`` reads it; `due:none` for never          |
/// | `start:`, `remind:10m`, `remind:+30m`   | when it starts; when to remind of it as ``ReminderPhrase`` reads it, any number of times |
/// | `tomorrow 5pm`, `by friday`, `a week from friday` | when it is due                                                 |
/// | `friday 14:00-15:30`                    | when it starts and when it is due                                        |
/// | `every mon and fri`, `each 1st`, `daily`, `every! 10 days` | a repetition, as ``RepeatPhrase`` reads it            |
/// | `tomorrow 9am every week`, `every week tomorrow 9am` | a repetition that begins then                               |
/// | `remind me to … tomorrow at 9`          | due, and a reminder, at that moment                                      |
/// | `tomorrow 3pm remind me 30 min before`   | due, and a reminder so long before                                       |
///
/// All of these may be anywhere in the line. A value that a to-do has only once counts only the first time: a second place,
/// list, parent or priority stays in the title. Only `due:`, `start:` and `remind:` promise a value, and are refused if it is
/// not understood.
///
/// A date or a repetition counts if its form leaves no doubt. Names stay in the title: words that all begin with a capital
/// (`Next Friday`), `Good Friday`, `Daily`, a number after a word that is numbered. So do phrases that have two meanings, that
/// a to-do cannot hold, that do not exist or that other programs write. These get one of the ``Draft/hints``: `tuesday at 3`,
/// `every 12 hours`, `30 feb`, `#shop`. If a line has two days, both get a hint.
///
/// Text in double quotes goes into the title as it is, and so does a word after `\`. The backslash is removed if the word
/// would otherwise have a meaning, and is an ordinary character otherwise. If nothing were left for the title, the whole line
/// is the title.
public enum QuickAdd {
    /// The maximum length of a line, in bytes.
    public static let longestLine = 8192

    /// Reads `line`, typed at `now` by somebody in `zone`.
    /// - Parameter names: the names among the ``mentions(in:)`` of the line that exist.
    /// - Throws: ``TodoError`` with code `title-too-long` for a line of more than ``longestLine`` bytes; the errors of
    ///   ``DuePhrase`` for a value of `due:` or `start:`, and those of ``ReminderPhrase`` for a value of `remind:`. Such an
    ///   error has the position of the word as its underlying ``Problem``.
    public static func parse(
        _ line: String, now: Date, zone: TimeZone, names: Names, settings: PhraseSettings = .standard
    ) throws -> Draft {
        var reader = QuickAddReader(
            try QuickAddLine(line), names: names, dates: QuickAddDates(now: now, zone: zone, settings: settings))
        return try reader.read()
    }

    /// The names of the guards that decided about the phrases of a line. Tests use them to check each guard by itself.
    package static func guards(in line: String, now: Date, zone: TimeZone) throws -> [String] {
        let dates = QuickAddDates(now: now, zone: zone, settings: .standard)
        var reader = QuickAddReader(try QuickAddLine(line), names: Names(), dates: dates)
        _ = try reader.read()
        return reader.guards
    }

    /// The meaning of a line if one guard did not exist. Tests use it to show what each guard is for.
    package static func parse(_ line: String, without guard: String, now: Date, zone: TimeZone) throws -> Draft {
        let dates = QuickAddDates(now: now, zone: zone, settings: .standard)
        var reader = QuickAddReader(try QuickAddLine(line), names: Names(), dates: dates)
        reader.missingGuard = `guard`
        return try reader.read()
    }

    /// The number of grammar elements that are tried for a line. Tests bound the work with it, without a clock.
    package static func tries(in line: String, now: Date, zone: TimeZone) throws -> Int {
        let dates = QuickAddDates(now: now, zone: zone, settings: .standard)
        var reader = QuickAddReader(try QuickAddLine(line), names: Names(), dates: dates)
        _ = try reader.read()
        return reader.tries
    }

    /// The names of all guards, in the order in which they are asked.
    package static var guardNames: [String] { QuickAddGuard.all.map(\.name) }

    /// Hints for a title that is stored as typed: about dates and repetitions that quick add would understand, and about text
    /// that looks like them. There are no hints for a line that is too long, or that quick add would refuse.
    public static func hints(
        inTitle title: String, now: Date, zone: TimeZone, settings: PhraseSettings = .standard
    ) -> [Hint] {
        let draft = try? parse(title, now: now, zone: zone, names: Names(), settings: settings)
        let heard = (draft?.understood ?? []).filter { $0.kind == .due || $0.kind == .repeat }.map { part in
            let fix = part.text.contains(" ") ? "\"\(part.text)\"" : part.text
            return Hint(
                kind: .inTitle, text: part.text, span: part.span, reason: "A title is stored as it is.",
                fix: part.kind == .due ? "-d \(fix)" : "--repeat \(fix)")
        }
        let others = (draft?.hints ?? []).filter { $0.kind != .unknownName && $0.kind != .foreign }
        return (heard + others).sorted { $0.span.utf8.lowerBound < $1.span.utf8.lowerBound }
    }

    /// The places, lists and parents that `line` may mention. The caller looks up which of them exist.
    /// - Throws: ``TodoError`` with code `title-too-long` for a line of more than ``longestLine`` bytes.
    public static func mentions(in line: String) throws -> Mentions {
        var mentions = Mentions()
        for word in try QuickAddLine(line).words {
            switch word.token {
            case .place(let name): Mentions.add(name, to: &mentions.places)
            case .list(let path): Mentions.add(path, to: &mentions.lists)
            case .parent(let id): Mentions.add(id, to: &mentions.parents)
            default: break
            }
        }
        return mentions
    }
}

extension QuickAdd {
    /// The names that a line may mention, without signs and quotes, in the order of the line.
    public struct Mentions: Hashable, Sendable {
        /// Names of places.
        public fileprivate(set) var places: [String] = []
        /// Paths of lists, as ``TodoList/path`` is written.
        public fileprivate(set) var lists: [String] = []
        /// Beginnings of the ids of to-dos.
        public fileprivate(set) var parents: [String] = []

        /// Whether there is nothing to look up.
        public var isEmpty: Bool { places.isEmpty && lists.isEmpty && parents.isEmpty }

        /// The maximum number of different names of a kind that are looked up. Further names stay in the title.
        public static let limit = 16

        fileprivate static func add(_ name: String, to names: inout [String]) {
            if names.count < limit, !names.contains(name) { names.append(name) }
        }
    }

    /// The mentions that exist, each with its id. A mention without an entry is left in the title.
    public struct Names: Hashable, Sendable {
        /// Places by name.
        public var places: [String: Location.ID]
        /// Lists by path.
        public var lists: [String: TodoList.ID]
        /// To-dos by the beginning of their id.
        public var parents: [String: Todo.ID]
        /// Paths of lists that do not exist and will be created. A path that looks like the path of a file stays in the title.
        public var newLists: Set<String> = []
        /// The most similar existing list for each path of a list that does not exist.
        public var similarLists: [String: String] = [:]

        /// Creates the names that exist; by default there are none.
        public init(
            places: [String: Location.ID] = [:], lists: [String: TodoList.ID] = [:], parents: [String: Todo.ID] = [:]
        ) {
            self.places = places
            self.lists = lists
            self.parents = parents
        }
    }

    /// A to-do as it was typed, before its title is validated and it is stored.
    public struct Draft: Hashable, Sendable {
        /// The line without the parts that were understood. If nothing was understood, it is the line, byte for byte.
        public internal(set) var title: String
        /// The titles of the tags, each once.
        public internal(set) var tags: [String] = []
        /// Its place.
        public internal(set) var place: Location.ID?
        /// Its list.
        public internal(set) var list: TodoList.ID?
        /// The path of a list that does not exist and is created with the to-do.
        public internal(set) var newList: String?
        /// The to-do that this one is a part of.
        public internal(set) var parent: Todo.ID?
        /// Its priority.
        public internal(set) var priority: Priority?
        /// The due date. For a series, it is the date of the first occurrence.
        public internal(set) var due: Due?
        /// The start date.
        public internal(set) var start: Due?
        /// The reminders, in the order of the line.
        public internal(set) var reminders: [ReminderPhrase] = []
        /// The repetition.
        public internal(set) var recurrence: Recurrence?
        /// The parts that were understood, in the order of the line.
        public internal(set) var understood: [Understood] = []
        /// The parts that look like a date or another word of quick add and were left in the title, in the order of the line.
        public internal(set) var hints: [Hint] = []
    }

    /// A part of a line that was understood and is not in the title.
    public struct Understood: Hashable, Sendable {
        /// The meanings that a part of a line can have.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A tag.
            case tag
            /// A place.
            case place
            /// A list.
            case list
            /// The to-do that this one is a part of.
            case parent
            /// A priority.
            case priority
            /// A due date.
            case due
            /// A start date.
            case start
            /// A reminder.
            case remind
            /// A repetition.
            case `repeat`
        }

        /// The meaning of the part.
        public let kind: Kind
        /// The part as it was typed.
        public let text: String
        /// The position of the part in the line. Spans do not overlap, and are whole characters.
        public let span: TextSpan

        /// Creates a part of a line.
        public init(kind: Kind, text: String, span: TextSpan) {
            self.kind = kind
            self.text = text
            self.span = span
        }
    }

    /// The position of a value that was not understood: the underlying error of ``parse(_:now:zone:names:settings:)``.
    public struct Problem: Error, Hashable {
        /// The span of the word with its value.
        public let span: TextSpan

        package init(span: TextSpan) { self.span = span }
    }
}
