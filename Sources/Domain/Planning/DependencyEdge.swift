/// A dependency of one to-do on another: an element of the first, `after.<id>`.
package struct DependencyEdge: Hashable, Sendable {
    /// The to-do that waits.
    package let from: String
    /// The to-do that it waits for, which need not be known here.
    package let to: String
    /// When the dependency was written.
    package let stamp: Stamp

    /// An edge.
    package init(from: String, to: String, stamp: Stamp) {
        self.from = from
        self.to = to
        self.stamp = stamp
    }
}

extension DependencyEdge: Comparable {
    /// Edges are processed in the order in which they were written; ties are broken by id.
    package static func < (left: DependencyEdge, right: DependencyEdge) -> Bool {
        (left.stamp, left.from, left.to) < (right.stamp, right.from, right.to)
    }
}

/// Reads a graph of dependencies: the present elements within a transaction, including those of done and deleted
/// to-dos.
package protocol DependencyLookup {
    /// The edges from these to-dos to the to-dos that they wait for.
    func dependencies(of ids: [String]) throws -> [DependencyEdge]
    /// The edges to these to-dos from the to-dos that wait for them.
    func dependents(of ids: [String]) throws -> [DependencyEdge]
}
