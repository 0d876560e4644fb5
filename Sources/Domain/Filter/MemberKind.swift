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

extension TodoFilter {
    /// Whether it asks who is to do something, so that the names of members are needed.
    package var namesMembers: Bool { condition.map { !$0.isTooDeep && $0.namesMembers } ?? false }
}

extension TodoFilter.Condition {
    fileprivate var namesMembers: Bool {
        switch self {
        case .and(let parts), .or(let parts): parts.contains(where: \.namesMembers)
        case .not(let part): part.namesMembers
        case .field(let field, _): field == .for
        case .text, .view: false
        }
    }
}
