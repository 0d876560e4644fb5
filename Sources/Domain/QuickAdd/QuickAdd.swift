public import Foundation

/// Reads a to-do that is typed in one line: `Call Bob tomorrow 5pm +work p1`.
///
/// | word                                    | meaning                                                                  |
/// |-----------------------------------------|--------------------------------------------------------------------------|
/// | `+work`, `+"kitchen floor"`             | a tag, which need not exist; it begins with a letter or an emoji, and does not end with a punctuation mark |
/// | `@Migros`, `@"Main Street"`             | a place that exists                                                      |
/// | `/Work/Reports`, `/"Kitchen floor"`     | a list that exists                                                       |
/// | `^8c0f`                                 | the to-do that exists and that this one is a part of                     |
/// | `p1`, `p2`, `p3`                        | high, medium and low priority                                            |
/// | `due:friday`, `due:"next friday 9am"`   | when it is due, as ``DuePhrase`` reads it; `due:none` for never          |
/// | `start:`, `remind:10m`, `remind:+30m`   | when it starts; when to remind of it as ``ReminderPhrase`` reads it, any number of times |
/// | `tomorrow 5pm`, `by friday`, `a week from friday` | when it is due                                                 |
/// | `friday 14:00-15:30`                    | when it starts and when it is due                                        |
/// | `every mon and fri`, `each 1st`, `daily`, `every! 10 days` | how often it repeats, as ``RepeatPhrase`` reads it    |
/// | `tomorrow 9am every week`, `every week tomorrow 9am` | how often it repeats, from then on                          |
/// | `remind me to … tomorrow at 9`          | due, and a reminder, at that moment                                      |
///
/// All of these stand anywhere in the line. What is said once counts once: a second place, list, parent or priority is
/// title. Only `due:`, `start:` and `remind:` promise a value, and are refused where it is not understood.
///
/// A date or a repetition counts where its form leaves no doubt. A name stays in the title: words that all begin with a
/// capital (`Next Friday`), `Good Friday`, `Daily`, a number after what is counted. What has two meanings, what a to-do
/// cannot hold, what does not exist and what other programs write stays in the title too, and is one of the
/// ``Draft/hints``: `tuesday at 3`, `every 12 hours`, `30 feb`, `#shop`. Two days in one line are both told.
///
/// Text in double quotes is title as it is, and so is a word after `\`; the backslash goes where it keeps something,
/// and is an ordinary character otherwise. If nothing were left for the title, all of the line is the title.
public enum QuickAdd {
    /// Bytes in a line.
    public static let longestLine = 8192

    /// The meaning of `line`, typed at `now` by somebody in `zone`.
    /// - Parameter names: which of the ``mentions(in:)`` of the line exist.
    /// - Throws: ``TodoError``: `title-too-long` for a line of more than ``longestLine`` bytes; for a value of `due:`,
    ///   or `start:` what ``DuePhrase`` throws, and for one of `remind:` what ``ReminderPhrase`` throws, with its place as
    ///   the underlying ``Problem``.
    public static func parse(
        _ line: String, now: Date, zone: TimeZone, names: Names, settings: PhraseSettings = .standard
    ) throws -> Draft {
        var reader = QuickAddReader(
            try QuickAddLine(line), names: names, dates: QuickAddDates(now: now, zone: zone, settings: settings))
        return try reader.read()
    }

    /// The names of the guards that decided about the phrases of a line, so that each can be tested by itself.
    package static func guards(in line: String, now: Date, zone: TimeZone) throws -> [String] {
        let dates = QuickAddDates(now: now, zone: zone, settings: .standard)
        var reader = QuickAddReader(try QuickAddLine(line), names: Names(), dates: dates)
        _ = try reader.read()
        return reader.guards
    }

    /// How many elements of rows of the grammar are tried for a line, so that its work can be bounded without a clock.
    package static func tries(in line: String, now: Date, zone: TimeZone) throws -> Int {
        let dates = QuickAddDates(now: now, zone: zone, settings: .standard)
        var reader = QuickAddReader(try QuickAddLine(line), names: Names(), dates: dates)
        _ = try reader.read()
        return reader.tries
    }

    /// The names of all guards, in the order in which they are asked.
    package static var guardNames: [String] { QuickAddGuard.all.map(\.name) }

    /// Hints for a title that is stored as it is: for dates and repetitions that quick add would hear, and for what looks like
    /// them. A line that is too long, or that quick add would refuse, has none.
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

    /// The places, lists and parents that `line` may mean, for whoever knows which of them exist.
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
    /// The names that a line may have, without signs and quotes, in the order of the line.
    public struct Mentions: Hashable, Sendable {
        /// Names of places.
        public fileprivate(set) var places: [String] = []
        /// Paths of lists, as ``TodoList/path`` is written.
        public fileprivate(set) var lists: [String] = []
        /// Beginnings of the ids of to-dos.
        public fileprivate(set) var parents: [String] = []

        /// Whether there is nothing to look up.
        public var isEmpty: Bool { places.isEmpty && lists.isEmpty && parents.isEmpty }

        /// How many different ones of a kind are looked up; further ones are title.
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
        /// Paths of lists that do not exist and are made. One that is rather the path of a file is left in the title.
        public var newLists: Set<String> = []
        /// For the path of a list that does not exist the most similar one.
        public var similarLists: [String: String] = [:]

        /// The mentions that exist; none if nothing is given.
        public init(
            places: [String: Location.ID] = [:], lists: [String: TodoList.ID] = [:], parents: [String: Todo.ID] = [:]
        ) {
            (self.places, self.lists, self.parents) = (places, lists, parents)
        }
    }

    /// A to-do as it was typed, before it is stored and its title validated.
    public struct Draft: Hashable, Sendable {
        /// The line without what was understood; byte for byte the line, if that was nothing.
        public internal(set) var title: String
        /// The titles of its tags, each once.
        public internal(set) var tags: [String] = []
        /// Its place.
        public internal(set) var place: Location.ID?
        /// Its list.
        public internal(set) var list: TodoList.ID?
        /// The path of its list, which does not exist and is made with the to-do.
        public internal(set) var newList: String?
        /// The to-do that it is a part of.
        public internal(set) var parent: Todo.ID?
        /// Its priority.
        public internal(set) var priority: Priority?
        /// When it is due; of a series the first occurrence.
        public internal(set) var due: Due?
        /// When it starts.
        public internal(set) var start: Due?
        /// When to remind of it, in the order of the line.
        public internal(set) var reminders: [ReminderPhrase] = []
        /// How it repeats.
        public internal(set) var recurrence: Recurrence?
        /// The parts that were understood, in the order of the line.
        public internal(set) var understood: [Understood] = []
        /// The parts that looked like something and were left in the title, in the order of the line.
        public internal(set) var hints: [Hint] = []
    }

    /// A part of a line that is not title.
    public struct Understood: Hashable, Sendable {
        /// The kind of thing that a part of a line says.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A tag.
            case tag
            /// A place.
            case place
            /// A list.
            case list
            /// The to-do that it is a part of.
            case parent
            /// How important it is.
            case priority
            /// When it is due.
            case due
            /// When it starts.
            case start
            /// When to remind of it.
            case remind
            /// How often it repeats.
            case `repeat`
        }

        /// The kind of thing that it says.
        public let kind: Kind
        /// How it was typed.
        public let text: String
        /// Where it is in the line. Spans do not overlap, and are whole characters.
        public let span: TextSpan

        /// A part of a line.
        public init(kind: Kind, text: String, span: TextSpan) { (self.kind, self.text, self.span) = (kind, text, span) }
    }

    /// The place of a value that is not understood: the underlying error of ``parse(_:now:zone:names:settings:)``.
    public struct Problem: Error, Hashable {
        /// The word with its value.
        public let span: TextSpan

        package init(span: TextSpan) { self.span = span }
    }
}
