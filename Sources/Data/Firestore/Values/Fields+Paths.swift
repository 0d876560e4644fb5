extension Fields {
    /// The value at `path`; nil if there is none. Setting a value creates the enclosing maps, replacing other values,
    /// as an update mask does; setting nil removes the field but keeps the maps.
    public subscript(path: FieldPath) -> Value? {
        get { value(at: path.segments[...]) }
        set { update(path) { $0 = newValue } }
    }

    /// Calls `body` with the value at `path`, to change it in place without copying.
    package mutating func update<T, E: Error>(
        _ path: FieldPath, _ body: (inout Value?) throws(E) -> T
    ) throws(E) -> T {
        try update(at: path.segments[...], body)
    }

    private func value(at path: ArraySlice<String>) -> Value? {
        guard let name = path.first, let value = self[name] else { return nil }
        if path.count == 1 { return value }
        return value.innerFields?.value(at: path.dropFirst())
    }

    private mutating func update<T, E: Error>(
        at path: ArraySlice<String>, _ body: (inout Value?) throws(E) -> T
    ) throws(E) -> T {
        // A path has at least one name.
        let name = path[path.startIndex]
        guard path.count > 1 else { return try update(name, body) }
        return try update(name) { (value: inout Value?) throws(E) -> T in
            guard var inner = value?.innerFields else {
                var inner = Fields()
                let result = try inner.update(at: path.dropFirst(), body)
                if !inner.isEmpty { value = .map(inner) }
                return result
            }
            value = nil
            defer { value = .map(inner) }
            return try inner.update(at: path.dropFirst(), body)
        }
    }
}

extension Value {
    /// The fields to which a path can lead from here: those of a map, but not those that represent a vector.
    var innerFields: Fields? {
        if case .map(let fields) = self, fields.vector == nil { fields } else { nil }
    }
}
