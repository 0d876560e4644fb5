import Foundation

extension TodoFilter {
    /// What a name in a filter names.
    public enum Subject: String, Hashable, Sendable, CaseIterable {
        /// A tag, by title.
        case tag
        /// A list, by path.
        case list
        /// A place, by name.
        case place
        /// A to-do, by the beginning of its id.
        case todo = "to-do"

        /// How it is named.
        var forms: [String] {
            switch self {
            case .tag: ["a title", "home/ for a tag and those below it"]
            case .list: ["a path such as Work/Reports, with the lists in it", "the beginning of an id"]
            case .place: ["a name", "the beginning of an id"]
            case .todo: ["the beginning of the id of a to-do that they are below"]
            }
        }

        /// The form in which names are compared.
        var folded: @Sendable (String) -> String {
            switch self {
            case .tag: TagName.folded
            case .list:
                { path in
                    path.split(separator: "/", omittingEmptySubsequences: false).map { TagName.folded(String($0)) }
                        .joined(separator: "/")
                }
            case .place: SearchText.folded
            case .todo: { $0.trimmed.lowercased() }
            }
        }
    }

    /// The filter in which names are replaced: a title without the slash after it, a place without the distance. The spans
    /// stay those of the text that was read.
    /// - Parameter name: the other name; nil for one that stays. It is not asked for patterns.
    func renaming(_ name: (Subject, String) -> String?) -> TodoFilter {
        TodoFilter(condition?.renaming(name), order: order)
    }

    /// Checks that everything has been made that the filter names.
    /// - Throws: ``TodoError`` with code `not-found`.
    func checkNames(_ names: FilterNames) throws {
        // No name has a meaning that depends on the clock.
        let clock = FilterClock(now: Date(timeIntervalSince1970: 0), timeZone: .gmt, settings: .standard)
        let context = FilterContext(clock: clock, names: names)
        for reference in references {
            guard let field = reference.field else { continue }
            try FilterRefusal.placed(at: reference.span) {
                _ = try field.kind.predicate(.name(reference.name), of: field.name, in: context)
            }
        }
    }
}

extension TodoFilter.Reference {
    /// What it names, and the name without a slash after it or a distance; nil for a pattern, a position and a view.
    package var subject: (subject: TodoFilter.Subject, name: String)? {
        guard let field, let subject = field.subject, let name = field.kind.split(name)?.name else { return nil }
        return (subject, name)
    }
}

extension TodoFilter.Condition {
    fileprivate func renaming(_ name: (TodoFilter.Subject, String) -> String?) -> Self {
        switch self {
        case .and(let parts): return .and(parts.map { $0.renaming(name) })
        case .or(let parts): return .or(parts.map { $0.renaming(name) })
        case .not(let part): return .not(part.renaming(name))
        case .text, .view: return self
        case .field(let field, let operands):
            guard let subject = field.subject else { return self }
            return .field(
                field,
                operands.map { operand in
                    guard case .name(let old) = operand.value, let parts = field.kind.split(old),
                        let new = name(subject, parts.name)
                    else { return operand }
                    return TodoFilter.Operand(.name(TodoFilter.Name(new + parts.rest)), span: operand.span)
                })
        }
    }
}
