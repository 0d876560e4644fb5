/// The names of objects of one kind. Several objects may have the same name.
struct NameIndex<Named: Sendable>: Sendable {
    private let noun: String
    private let folded: @Sendable (String) -> String
    /// The entries by folded name.
    private var entries: [String: (name: String, named: [Named])] = [:]
    private var ids: [(id: String, named: Named)] = []
    /// Whether these are the names of a moment of the past.
    var isPast = false

    init(noun: String, folded: @escaping @Sendable (String) -> String) {
        self.noun = noun
        self.folded = folded
    }

    mutating func add(_ named: Named, named name: String) {
        entries[folded(name), default: (name, [])].named.append(named)
    }

    mutating func add(_ named: Named, id: String) { ids.append((id, named)) }

    subscript(_ name: String) -> [Named] { entries[folded(name)]?.named ?? [] }

    /// The objects with a name, or with a name that matches a pattern. A pattern may match nothing. An unknown name may be the
    /// beginning of an id.
    /// - Throws: `FilterRefusal` with code `not-found`.
    func find(_ name: TodoFilter.Name) throws -> [Named] {
        if name.isPattern { return found(by: NamePattern(name.parts, folded)) }
        var found = self[name.text]
        if let tree = name.text.dropLastSlash {
            found = self[tree] + self.found(by: NamePattern([tree + "/", ""], folded))
        }
        if found.isEmpty { found = identified(name.text.trimmed.lowercased()) }
        guard found.isEmpty else { return found }
        let known = entries.count <= FilterNames.mostSuggested ? entries.values.map(\.name).sorted() : []
        // The title of a list alone is not a path.
        let ending = "/" + folded(name.text)
        throw FilterRefusal.unknown(
            noun, name.text,
            suggestion: NearestWord.to(name.text, among: known) ?? known.first { folded($0).hasSuffix(ending) },
            isPast: isPast)
    }

    /// The objects with exactly this name, or else the object whose id begins with it.
    func exactly(_ name: String) -> [Named] {
        let named = self[name]
        return named.isEmpty ? identified(name.trimmed.lowercased()) : named
    }

    private func found(by pattern: NamePattern) -> [Named] {
        // The order is the same each time.
        entries.filter { pattern.matches($0.key) }.sorted { $0.key < $1.key }.flatMap(\.value.named)
    }

    /// The only object whose id begins with the text; empty if there are several.
    private func identified(_ prefix: String) -> [Named] {
        guard !prefix.isEmpty else { return [] }
        let found = ids.filter { $0.id.hasPrefix(prefix) }.map(\.named)
        return found.count == 1 ? found : []
    }
}

extension String {
    /// The text before a slash at its end; nil if there is none.
    var dropLastSlash: String? { hasSuffix("/") ? String(dropLast()) : nil }
}

/// A pattern for folded names: parts in order, with any text between them.
struct NamePattern {
    private let parts: [[UInt8]]
    /// The bytes of the shortest name that can match.
    private let shortest: Int

    /// Creates the pattern with a star between these parts.
    init(_ parts: [String], _ folded: (String) -> String) {
        // The parts are folded together, so that white space beside a star is kept. No name contains the separator.
        let separator = "\u{0}"
        let bytes = folded(parts.map { $0.replacing(separator, with: "") }.joined(separator: separator))
            .utf8.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
        self.parts = bytes
        shortest = bytes.reduce(0) { $0 + $1.count }
    }

    /// Whether a folded name matches. The first part must be at the beginning and the last part at the end. Each other part is
    /// searched after the one before it, as early as possible.
    func matches(_ name: String) -> Bool {
        guard shortest <= name.utf8.count, let first = parts.first, let last = parts.last else { return false }
        var rest = Array(name.utf8)[...]
        guard parts.count > 1 else { return rest.elementsEqual(first) }
        guard rest.starts(with: first) else { return false }
        rest = rest.dropFirst(first.count)
        guard rest.suffix(last.count).elementsEqual(last) else { return false }
        rest = rest.dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
