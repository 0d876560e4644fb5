/// A property of a struct, by its offset where it is stored: all fields of all rows pass through here, and reading by a
/// key path costs as much as the rest of the column.
package struct Property<Root, Value>: Sendable {
    @usableFromInline let path: ValuePath<Root, Value>
    /// Nil for a computed property.
    @usableFromInline let offset: Int?

    /// The property of a key path.
    package init(_ path: ValuePath<Root, Value>) {
        self.path = path
        offset = MemoryLayout<Root>.offset(of: path)
    }

    /// The value of the property.
    @inlinable
    package func value(of root: Root) -> Value {
        guard let offset else { return root[keyPath: path] }
        return withUnsafePointer(to: root) {
            UnsafeRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
        }
    }

    /// Sets the property.
    @inlinable
    package func set(_ value: Value, in root: inout Root) {
        guard let offset else { return root[keyPath: path] = value }
        withUnsafeMutablePointer(to: &root) {
            UnsafeMutableRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee = value
        }
    }
}
