// Whether a dependency can be added.
extension DependencyLookup {
    /// The way along which `start` waits for `end`, both included, as short as there is; nil: it does not.
    ///
    /// A new dependency of a to-do on a target is refused, as `would-circle`, where the target waits for the to-do by edges
    /// that count: asked of a lookup that knows these alone, this is the way to say why.
    public func path(from start: String, to end: String) throws -> [String]? {
        if start == end { return [start] }
        // What each node was reached from.
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

    /// From a node back to where its search began.
    private func way(_ node: String, _ origins: [String: String]) -> [String] {
        var way = [node]
        while let last = way.last, let before = origins[last], before != last { way.append(before) }
        return way
    }
}
