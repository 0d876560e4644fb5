/// The meaning of an element of a to-do's set.
///
/// The keys in ``Record/elements`` are plain text: the id of a tag, or `after.<id>` for a to-do that this one waits for. An
/// id has no dot. Only this type composes and parses them.
package enum TodoElement: Hashable, Sendable {
    /// A tag, by id.
    case tag(String)
    /// Another to-do that has to be done first, by id.
    case dependency(String)

    /// The prefix of the keys of dependencies.
    package static let dependencyPrefix = "after."

    /// Parses a key.
    package init(_ key: String) {
        self =
            key.hasPrefix(Self.dependencyPrefix)
            ? .dependency(String(key.dropFirst(Self.dependencyPrefix.count))) : .tag(key)
    }

    /// The key of the element.
    package var key: String {
        switch self {
        case .tag(let id): id
        case .dependency(let id): Self.dependencyPrefix + id
        }
    }

    /// Whether it is a tag.
    package var isTag: Bool { if case .tag = self { true } else { false } }
}

extension [String: Record.Element] {
    /// When each dependency that is present was written, by the id of the to-do that is waited for.
    package var dependencies: [String: Stamp] {
        var found: [String: Stamp] = [:]
        for (key, element) in self where element.isPresent {
            if case .dependency(let id) = TodoElement(key) { found[id] = element.stamp }
        }
        return found
    }
}
