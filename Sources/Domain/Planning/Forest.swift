/// The rules by which to-dos, and lists, stand below one another.
///
/// A node stands below its parent while both exist. What was moved below one another on several devices can close circles;
/// as each node has one parent, these share nothing. Of each, the edge that was written last, by (stamp, id), is ignored,
/// and its node is a root. The rules are the same for to-dos and for lists.
public enum Forest {
    /// Where each of all nodes of a kind is seen; what is deleted, at the place that it was put at, as a root.
    ///
    /// Linear in their number. A store that has only changed some of them uses ``StandingDerivation``; this is what that
    /// must amount to.
    public static func standings(of nodes: [StandingNode]) -> [String: EffectiveStanding] {
        let existing = Dictionary(
            nodes.lazy.filter(\.exists).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        func parent(of node: StandingNode) -> StandingNode? { node.standing.parent.flatMap { existing[$0] } }
        var found: [String: EffectiveStanding] = [:]
        for node in nodes where !node.exists { found[node.id] = EffectiveStanding(root: node) }

        // Taking away what has nothing below it, again and again, leaves the circles.
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
