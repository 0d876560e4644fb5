public import Foundation

/// A filter for to-dos as people type it, such as `list:"Kitchen floor" (due:..today or tag:urgent) -is:overdue milk`.
///
/// Adjacent conditions, and conditions with `and` between them, must all be met. `or` binds weaker; `not` and `-` negate the
/// next condition. A to-do without a value does not meet a condition on that value, but meets the negated condition.
/// ```
/// filter = or            or = and *( "or" and )            and = not *( [ "and" ] not )
/// not    = [ "not" / "-" ] term                            term = "(" filter ")" / field / view / text
/// field  = name ":" value *( "," value )                   view = "@" ( quoted / bare )
/// value  = quoted / [ end ] ".." [ end ] / bare            end  = quoted / bare
/// text   = quoted / bare
/// quoted = DQUOTE *( any / "\" any ) DQUOTE
/// ```
/// Commas between values mean or. In a name, `*` matches any text; `"\*"` is a star. Bare text has no white space,
/// parentheses, quotation marks or colons, does not begin with `-` or `@`, and is not `&`, `&&`, `|` or `||`. A bare value may
/// have colons, but no comma and no `..`. Keywords, fields and their words may be written in any case. `sort:due,-priority`
/// may occur once, outside of parentheses. Conditions are separated by white space, also next to quotations and parentheses.
///
/// | field | values |
/// |---|---|
/// | `is:` | `open`, `done`, `overdue`, `waiting` (its start is in the future), `started`, `blocked`, `ready`, `repeating` |
/// | `tag:` | a title, `home/` for a tag and those below it, `any`, `none` |
/// | `list:` | a path such as `Work/Reports`, with the lists in it, or the beginning of an id, `any`, `none`, `inbox` |
/// | `in:` | the beginning of the id of a to-do that it is a part of, `any`, `none` |
/// | `place:` | a name or the beginning of an id, `any`, `none` |
/// | `near:` | a place or `"47.37,8.54"`, and a distance: `Migros/500m`, which is also the default |
/// | `due:`, `start:` | the phrases of ``DueFilter``, ranges `A..B`, `A..` and `..B` |
/// | `created:`, `updated:`, `completed:` | a day of ``PastPhrase``, `week` (the last seven days), `this week`, `last month`, `weekend`, ranges |
/// | `priority:` | `high`, `medium`, `low`, `any`, `none`, ranges |
/// | `estimate:` | minutes or hours such as `45m` and `1h30`, `any`, `none`, ranges |
/// | `for:` | the name or the id of a member of a shared list, `me`, `any`, `none` |
/// | `has:` | `due`, `start`, `reminder`, `tag`, `list`, `parent`, `place`, `priority`, `estimate`, `assignee` |
/// | `shared:` | `yes`, `no`, the name of a shared list or of somebody with whom lists are shared |
/// | `text:` | words, as without a field |
///
/// A filter is a value without a clock and without ids: `due:today` stays `due:today`.
/// ``query(now:timeZone:settings:names:byDefault:)`` resolves it for the present moment. ``description`` is its canonical
/// text, which parses as the same filter.
public struct TodoFilter: Hashable, Sendable {
    /// The condition that a to-do must meet; nil if there is none. A condition that is nested deeper than ``deepest`` stays as
    /// it was given, and ``query(now:timeZone:settings:names:byDefault:)`` refuses it.
    public let condition: Condition?
    /// The order in `sort:`; empty if there is none.
    public let order: [SortTerm<Todo>]

    /// Creates a filter. Conditions that have no text are replaced by equivalent ones that do: `and` and `or` with one
    /// condition by that condition, and with none by a condition that is always or never met. An order by a property of an app
    /// has no text, and is left out.
    public init(_ condition: Condition? = nil, order: [SortTerm<Todo>] = []) {
        if case .and([])? = condition {
            self.condition = nil
        } else {
            // A condition that will be refused is not traversed, because its nesting may exhaust the stack.
            self.condition = condition.map { $0.isTooDeep ? $0 : $0.normalized }
        }
        var seen = Set<Todo.SortKey>()
        self.order = order.filter { !$0.key.isExtra && seen.insert($0.key).inserted }
    }

    /// Parses `text`, typed at `now` by somebody in `timeZone`. Everything is checked except the names, which only a store
    /// knows.
    /// - Throws: ``TodoError`` with code `bad-filter`. The underlying ``Problem`` has the position and the texts that were
    ///   expected.
    public static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> TodoFilter {
        guard text.utf8.count <= longestText else { throw Problem.tooLong(text) }
        var parser = FilterParser(text, clock: FilterClock(now: now, timeZone: timeZone, settings: settings))
        return try parser.filter()
    }

    /// The maximum length of a filter, in bytes.
    package static let longestText = 4096
    /// The maximum depth of nested parentheses.
    public static let deepest = 32
    /// The maximum number of values and words in a filter and its views. SQLite limits the depth of expressions to 1,000.
    package static let mostTerms = 256
}

extension TodoFilter {
    /// A condition on to-dos.
    public indirect enum Condition: Hashable, Sendable {
        /// All of these conditions, two or more.
        case and([Condition])
        /// At least one of these conditions, two or more.
        case or([Condition])
        /// The negation of a condition.
        case not(Condition)
        /// A field with one of the values, one or more.
        case field(Field, [Operand])
        /// Each word is found in the title, the notes or the tags.
        case text(String)
        /// The condition of the saved view with this name.
        case view(Operand)
    }

    /// A value of a field, and its position in the text. Operands with equal values are equal.
    public struct Operand: Hashable, Sendable {
        /// The value.
        public let value: Value
        /// The position in the text; ``TextSpan/none`` if it was not read from a text.
        public let span: TextSpan

        /// Creates an operand.
        public init(_ value: Value, span: TextSpan = .none) {
            self.value = value
            self.span = span
        }

        /// Whether the values are equal. The positions do not matter.
        public static func == (left: Operand, right: Operand) -> Bool { left.value == right.value }
        /// Hashes the value.
        public func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }

    /// A value. The field decides which case it is.
    public enum Value: Hashable, Sendable {
        /// A word that the field knows, in lower case: `open`, `high`, `none`.
        case word(String)
        /// A name, in which stars can match any text.
        case name(Name)
        /// A phrase as it was typed, such as a day. The field parses it.
        case phrase(String)
        /// A range with both ends included. At least one end is given.
        case range(from: String?, through: String?)
    }

    /// A name, or a pattern for names.
    public struct Name: Hashable, Sendable {
        /// The texts between the stars; one part if there is no star.
        public let parts: [String]

        /// Creates a name in which stars have no special meaning.
        public init(_ name: String) { parts = [name] }
        /// Creates the pattern with a star between these parts.
        /// - Precondition: there is at least one.
        public init(parts: [String]) {
            precondition(!parts.isEmpty, "a name has a part")
            self.parts = parts
        }

        /// Whether the name has a star.
        package var isPattern: Bool { parts.count > 1 }
        /// The name with its stars.
        var text: String { parts.joined(separator: "*") }
    }
}

extension TodoFilter.Condition {
    /// Whether the text of the condition would be nested deeper than ``TodoFilter/deepest``. The check does not recurse, and
    /// no other code traverses such a condition.
    var isTooDeep: Bool {
        var rest = [(condition: self, levels: 0)]
        while let (condition, levels) = rest.popLast() {
            guard levels <= TodoFilter.deepest else { return true }
            switch condition {
            case .and(let parts): rest += parts.map { ($0, levels + ($0.isChain ? 1 : 0)) }
            case .or(let parts): rest += parts.map { ($0, levels + ($0.isDisjunction ? 1 : 0)) }
            case .not(let part): rest.append((part, levels + (part.isChain || part.isNegation ? 1 : 0)))
            case .field, .text, .view: break
            }
        }
        return false
    }

    /// The refusal of a condition that is nested too deep.
    static let tooDeep = FilterRefusal("Parentheses are at most \(TodoFilter.deepest) deep.")

    /// The equivalent condition in which each `and` and `or` has two parts or more.
    fileprivate var normalized: Self {
        switch self {
        case .and(let parts): Self.joined(parts, Self.and, empty: .or([.isDone(false), .isDone(true)]))
        case .or(let parts): Self.joined(parts, Self.or, empty: .and([.isDone(false), .isDone(true)]))
        case .not(let part): .not(part.normalized)
        case .field(_, let operands) where operands.isEmpty: Self.or([]).normalized
        case .field, .text, .view: self
        }
    }

    private static func joined(_ parts: [Self], _ join: ([Self]) -> Self, empty: Self) -> Self {
        let parts = parts.map(\.normalized)
        return parts.isEmpty ? empty : parts.count == 1 ? parts[0] : join(parts)
    }

    private static func isDone(_ isDone: Bool) -> Self {
        .field(.is, [TodoFilter.Operand(.word(isDone ? "done" : "open"))])
    }

    /// Whether the condition consists only of text.
    var isText: Bool {
        switch self {
        case .and(let parts), .or(let parts): parts.allSatisfy(\.isText)
        case .not(let part): part.isText
        case .text: true
        case .field, .view: false
        }
    }

    /// The number of values and words in the condition.
    var terms: Int {
        switch self {
        case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.terms }
        case .not(let part): part.terms
        case .field(let field, let operands): field.kind.terms(of: operands)
        case .text(let text): SearchText.words(of: text).count
        case .view: 1
        }
    }
}
