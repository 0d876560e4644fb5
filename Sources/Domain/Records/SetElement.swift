/// An element of a record's set, such as one tag of a to-do: a register that says whether the element is in the set.
public struct SetElement: Hashable, Sendable {
    /// Whether it is in the set.
    package var isPresent: Bool
    /// When and where that was written.
    public var stamp: Stamp

    /// An element.
    public init(isPresent: Bool, stamp: Stamp) {
        self.isPresent = isPresent
        self.stamp = stamp
    }
}
