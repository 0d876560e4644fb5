/// The rules for the hierarchy of to-dos, and of lists.
///
/// A node is below its parent while both exist. Moves on several devices can close cycles. Each node has one parent, so
/// cycles are disjoint. In each cycle, the edge that was written last, by (stamp, id), is ignored, and its node is a
/// root. The rules are the same for to-dos and for lists.
package enum Forest {
    /// The effective list and parent of all nodes of a kind. A deleted node is a root in its last list.
    ///
    /// Linear in the number of nodes. After changing only some of them, a store uses ``StandingDerivation``, which must
    /// give the same result.
    package static func standings(of nodes: [StandingNode]) -> [String: EffectiveStanding] {
        let existing = Dictionary(
            nodes.lazy.filter(\.exists).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        func parent(of node: StandingNode) -> StandingNode? { node.standing.parent.flatMap { existing[$0] } }
        var found: [String: EffectiveStanding] = [:]
        for node in nodes where !node.exists { found[node.id] = EffectiveStanding(root: node) }

        // Repeatedly removing nodes without children leaves the cycles.
        var childCounts: [String: Int] = [:]
        for node in existing.values { if let parent = parent(of: node) { childCounts[parent.id, default: 0] += 1 } }
        var bottomUp = existing.values.filter { childCounts[$0.id] == nil }
        var next = 0
        while next < bottomUp.count {
            if let parent = parent(of: bottomUp[next]) {
                childCounts[parent.id, default: 0] -= 1
                if childCounts[parent.id] == 0 { bottomUp.append(parent) }
            }
            next += 1
        }
        for (id, count) in childCounts where count > 0 && found[id] == nil {
            guard let start = existing[id] else { continue }
            var circle = [start]
            while let last = circle.last, let parent = parent(of: last), parent.id != start.id { circle.append(parent) }
            guard let root = circle.max(by: { $1.isLater(than: $0) }) else { continue }
            for node in circle {
                found[node.id] = EffectiveStanding(list: root.standing.list, parent: node.standing.parent)
            }
            found[root.id] = EffectiveStanding(root: root, isParentIgnored: true)
        }
        for node in bottomUp.reversed() {
            if let parent = parent(of: node), let above = found[parent.id] {
                found[node.id] = EffectiveStanding(list: above.list, parent: parent.id)
            } else {
                found[node.id] = EffectiveStanding(root: node)
            }
        }
        return found
    }
}
