/// The field paths of a mask, sorted like fields. So a mask is applied in a single pass over the fields, for any number
/// of paths. Paths inside another path of the set are omitted.
package struct FieldPathSet: Sendable {
    private let paths: [FieldPath]

    /// The set of `paths`.
    package init(_ paths: [FieldPath]) {
        var kept: [FieldPath] = []
        for path in paths.sorted(by: { $0.precedes($1) }) {
            // In this order, a path is directly followed by those inside it.
            if let last = kept.last, path == last || path.isInside(last) { continue }
            kept.append(path)
        }
        self.paths = kept
    }

    /// The part of `fields` that the paths select, with its enclosing maps: the result of a read with a mask.
    package func masked(_ fields: Fields) -> Fields { Self.masked(fields, paths[...], depth: 0) }

    /// Copies the values at the paths from `document` to `fields`, and removes fields that are missing there, as a
    /// write with a mask does. Enclosing maps are created if there is something to set.
    package func copy(from document: Fields, to fields: inout Fields) {
        fields = Self.merged(fields, document, paths[...], depth: 0)
    }

    /// Calls `body` with each name at `depth`, and the paths that continue after it: none if a path ends there.
    private static func forEachName(
        _ paths: ArraySlice<FieldPath>, depth: Int, _ body: (String, ArraySlice<FieldPath>) -> Void
    ) {
        var rest = paths
        while let first = rest.first {
            let name = first.segments[depth]
            let group = rest.prefix { Ordering.sameBytes($0.segments[depth], name) }
            rest = rest[group.endIndex...]
            body(name, first.segments.count == depth + 1 ? [] : group)
        }
    }

    private static func masked(_ fields: Fields, _ paths: ArraySlice<FieldPath>, depth: Int) -> Fields {
        var found: [Fields.Field] = []
        forEachName(paths, depth: depth) { name, group in
            guard let value = fields[name] else { return }
            if group.isEmpty {
                found.append(Fields.Field(name: name, value: value))
            } else if let inner = value.innerFields {
                let inner = masked(inner, group, depth: depth + 1)
                if !inner.isEmpty { found.append(Fields.Field(name: name, value: .map(inner))) }
            }
        }
        return Fields(sorted: found)
    }

    private static func merged(
        _ fields: Fields, _ document: Fields, _ paths: ArraySlice<FieldPath>, depth: Int
    ) -> Fields {
        var merged: [Fields.Field] = []
        var rest = fields[...]
        forEachName(paths, depth: depth) { name, group in
            while let field = rest.first, Ordering.bytes(field.name, name) == .before {
                merged.append(field)
                rest = rest.dropFirst()
            }
            var value: Value?
            if let field = rest.first, Ordering.sameBytes(field.name, name) {
                value = field.value
                rest = rest.dropFirst()
            }
            let new = group.isEmpty ? document[name] : Self.value(value, document[name], group, depth: depth + 1)
            if let new { merged.append(Fields.Field(name: name, value: new)) }
        }
        return Fields(sorted: merged + rest)
    }

    /// The new value in place of `value`, inside which `paths` continue.
    private static func value(
        _ value: Value?, _ document: Value?, _ paths: ArraySlice<FieldPath>, depth: Int
    ) -> Value? {
        let source = document?.innerFields ?? Fields()
        if let fields = value?.innerFields { return .map(merged(fields, source, paths, depth: depth)) }
        let made = merged([:], source, paths, depth: depth)
        return made.isEmpty ? value : .map(made)
    }
}

extension FieldPath {
    /// The order of paths by the bytes of their names; a path is followed by those inside it.
    package func precedes(_ other: FieldPath) -> Bool {
        for (left, right) in zip(segments, other.segments) where !Ordering.sameBytes(left, right) {
            return Ordering.bytes(left, right) == .before
        }
        return segments.count < other.segments.count
    }

    /// Whether it is a path inside `other`.
    package func isInside(_ other: FieldPath) -> Bool {
        segments.count > other.segments.count && zip(segments, other.segments).allSatisfy(Ordering.sameBytes)
    }
}
