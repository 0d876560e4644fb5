/// That one to-do waits for another one: an element of the first, `after.<id>`.
public struct DependencyEdge: Hashable, Sendable {
    /// The one that waits.
    public let from: String
    /// The one that it waits for, whether or not that is known here.
    public let to: String
    /// When that was written.
    public let stamp: Stamp

    /// An edge.
    public init(from: String, to: String, stamp: Stamp) { (self.from, self.to, self.stamp) = (from, to, stamp) }
}

extension DependencyEdge: Comparable {
    /// Edges are taken in the order in which they were written; ids break ties.
    public static func < (left: DependencyEdge, right: DependencyEdge) -> Bool {
        (left.stamp, left.from, left.to) < (right.stamp, right.from, right.to)
    }
}

/// What a graph of dependencies is read from: the elements that are present, as they are within a transaction, also those
/// of to-dos that are done or deleted.
public protocol DependencyLookup {
    /// The edges from these to what they wait for.
    func dependencies(of ids: [String]) throws -> [DependencyEdge]
    /// The edges to these from what waits for them.
    func dependents(of ids: [String]) throws -> [DependencyEdge]
}
