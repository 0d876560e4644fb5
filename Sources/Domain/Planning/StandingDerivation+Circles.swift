// The circles that are left in the rows.
extension StandingDerivation {
    /// The cycles that contain some nodes, or that the ways up from them lead to. In each, the node whose edge is
    /// ignored is the first.
    /// - Complexity: linear in what is above the nodes.
    package func circles(above ids: some Sequence<String>) throws -> [[StandingNode]] {
        var circles: [[StandingNode]] = []
        var seen: Set<String> = []
        for id in ids.sorted() {
            var (path, places): ([StandingNode], [String: Int]) = ([], [:])
            var next: String? = id
            while let current = next {
                if let start = places[current] {
                    let circle = path[start...]
                    if let root = circle.indices.max(by: { circle[$1].isLater(than: circle[$0]) }) {
                        circles.append(Array(circle[root...] + circle[..<root]))
                    }
                    break
                }
                guard seen.insert(current).inserted, let node = try lookup.node(current), node.exists else { break }
                places[current] = path.count
                path.append(node)
                next = node.standing.parent
            }
        }
        return circles
    }
}
