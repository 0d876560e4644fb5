// Whether a dependency can be added.
extension DependencyLookup {
    /// The shortest path along which `start` waits for `end`, including both; nil if it does not.
    ///
    /// A new dependency of a to-do on a target is refused as `would-circle` if the target already waits for the to-do
    /// by edges that count: with a lookup of only these edges, this path shows why.
    package func path(from start: String, to end: String) throws -> [String]? {
        if start == end { return [start] }
        // For each node, the node from which it was reached.
        var (down, up) = ([start: start], [end: end])
        var (lower, upper) = ([start], [end])
        while !lower.isEmpty, !upper.isEmpty {
            var next: [String] = []
            if lower.count <= upper.count {
                for edge in try dependencies(of: lower) where down[edge.to] == nil {
                    down[edge.to] = edge.from
                    if up[edge.to] != nil { return way(edge.to, down).reversed() + way(edge.to, up).dropFirst() }
                    next.append(edge.to)
                }
                lower = next
            } else {
                for edge in try dependents(of: upper) where up[edge.from] == nil {
                    up[edge.from] = edge.to
                    if down[edge.from] != nil {
                        return way(edge.from, down).reversed() + way(edge.from, up).dropFirst()
                    }
                    next.append(edge.from)
                }
                upper = next
            }
        }
        return nil
    }

    /// The path from a node back to the start of its search.
    private func way(_ node: String, _ origins: [String: String]) -> [String] {
        var way = [node]
        while let last = way.last, let before = origins[last], before != last { way.append(before) }
        return way
    }
}
