/// A member of a shared list.
struct MemberKind: FilterFieldKind {
    /// The person whose to-dos these are.
    private static let me = "me"

    var words: [String] { [Self.me] + FilterWords.all }
    var expected: [String] { ["a name"] + words }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        // In quotation marks, a word is a name.
        if !lexeme.isQuoted, words.contains(lexeme.word) { return .word(lexeme.word) }
        let name = lexeme.text.trimmed
        guard !name.isEmpty else { throw FilterRefusal("\(field): takes the name of a member.", expected: expected) }
        return .phrase(name)
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        let members = context.names.members
        switch value {
        case .word(Self.me): return among(members.filter(\.isMe))
        case .word(FilterWords.any): return .not(.condition(.assigned([nil])))
        case .word(FilterWords.none): return .condition(.assigned([nil]))
        case .phrase(let name):
            let found = members.called(name)
            guard !found.isEmpty else {
                throw FilterRefusal.unknown(
                    "member", name, suggestion: NearestWord.to(name, among: members.compactMap(\.name)))
            }
            return among(found)
        case .word, .name, .range: throw misfit(field)
        }
    }

    private func among(_ members: [Space.Member]) -> Query<Todo>.Predicate {
        .condition(.assigned(Set(members.map(\.id)).sorted()))
    }
}

/// Whether a to-do is in a shared list, and in which.
struct SharedKind: FilterFieldKind {
    private static let (yes, no) = ("yes", "no")

    var words: [String] { [Self.yes, Self.no] }
    var expected: [String] { words + ["the name of a list or a member"] }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        if !lexeme.isQuoted, words.contains(lexeme.word) { return .word(lexeme.word) }
        let name = lexeme.text.trimmed
        guard !name.isEmpty else {
            throw FilterRefusal("\(field): takes yes, no, or the name of a list or a member.", expected: expected)
        }
        return .phrase(name)
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        switch value {
        case .word(Self.yes): return .condition(.shared(in: nil))
        case .word(Self.no): return .not(.condition(.shared(in: nil)))
        case .phrase(let name):
            let (spaces, folded) = (context.names.spaces, TagName.folded(name))
            let found = spaces.filter { space in
                TagName.folded(space.name) == folded
                    || space.members.contains { !$0.isMe && ![$0].called(name).isEmpty }
            }
            guard !found.isEmpty else {
                let known = spaces.map(\.name) + spaces.flatMap(\.members).compactMap(\.name)
                throw FilterRefusal.unknown(
                    "shared list or member", name, suggestion: NearestWord.to(name, among: known))
            }
            return .condition(.shared(in: found.map(\.id).sorted()))
        case .word, .name, .range: throw misfit(field)
        }
    }
}

extension TodoFilter {
    /// Whether it asks who is to do something, or with whom it is shared, so that the shared lists and their members are needed.
    package var namesMembers: Bool { condition.map { !$0.isTooDeep && $0.namesMembers } ?? false }
}

extension TodoFilter.Condition {
    fileprivate var namesMembers: Bool {
        switch self {
        case .and(let parts), .or(let parts): parts.contains(where: \.namesMembers)
        case .not(let part): part.namesMembers
        case .field(let field, _): field == .for || field == .shared
        case .text, .view: false
        }
    }
}

extension [Space.Member] {
    /// Those with a name, ignoring case and the amount of white space, or else the one with exactly this id.
    package func called(_ name: String) -> [Space.Member] {
        let folded = TagName.folded(name)
        let named = filter { $0.name.map { TagName.folded($0) == folded } ?? false }
        return named.isEmpty ? filter { $0.id == name } : named
    }
}
