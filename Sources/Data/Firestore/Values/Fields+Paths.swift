extension Fields {
    /// The value that `path` leads to; nil where there is none. Setting makes the maps on the way, in place of whatever
    /// stands there, as an update mask does; setting nil removes the field and leaves the maps.
    public subscript(path: FieldPath) -> Value? {
        get { value(at: path.segments[...]) }
        set { set(newValue, at: path.segments[...]) }
    }

    /// What `paths` lead to, in the maps that hold it, and nothing else: what a read with this mask returns.
    package func masked(by paths: [FieldPath]) -> Fields {
        var fields = Fields()
        for path in paths {
            if let value = self[path] { fields[path] = value }
        }
        return fields
    }

    private func value(at path: ArraySlice<String>) -> Value? {
        guard let name = path.first, let value = self[name] else { return nil }
        if path.count == 1 { return value }
        guard case .map(let fields) = value else { return nil }
        return fields.value(at: path.dropFirst())
    }

    private mutating func set(_ value: Value?, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        if path.count == 1 {
            self[name] = value
            return
        }
        var inner = Fields()
        if case .map(let fields)? = self[name] {
            inner = fields
        } else if value == nil {
            return
        }
        inner.set(value, at: path.dropFirst())
        self[name] = .map(inner)
    }
}
