import Foundation

extension TodoFilter {
    /// The kinds of objects that a name in a filter can refer to.
    public enum Subject: String, Hashable, Sendable, CaseIterable {
        /// A tag, by title.
        case tag
        /// A list, by path.
        case list
        /// A place, by name.
        case place
        /// A to-do, by the beginning of its id.
        case todo = "to-do"

        /// The forms of a name of this kind.
        var forms: [String] {
            switch self {
            case .tag: ["a title", "home/ for a tag and those below it"]
            case .list: ["a path such as Work/Reports, with the lists in it", "the beginning of an id"]
            case .place: ["a name", "the beginning of an id"]
            case .todo: ["the beginning of the id of a to-do that they are below"]
            }
        }

        /// The folding under which names are compared.
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

    /// The filter with other names. A name is passed without a slash after a title, and without the distance of a place. The
    /// spans stay those of the original text.
    /// - Parameter name: the other name; nil to keep a name. It is not called for patterns.
    func renaming(_ name: (Subject, String) -> String?) -> TodoFilter {
        TodoFilter(condition?.renaming(name), order: order)
    }

    /// Checks that everything that the filter names exists.
    /// - Throws: ``TodoError`` with code `not-found`.
    func checkNames(_ names: FilterNames) throws {
        // The meaning of a name never depends on the clock.
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
    /// The kind of object that it refers to, and the name without a slash after it or a distance; nil for a pattern, a
    /// position and a view.
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
