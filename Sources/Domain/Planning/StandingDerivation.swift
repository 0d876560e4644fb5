/// Reads a forest: the rows of a kind within a transaction.
package protocol StandingLookup {
    /// The node with this id; nil if nothing is known of it.
    func node(_ id: String) throws -> StandingNode?
    /// The existing nodes whose written parent is one of these. The parents need not exist.
    func children(of ids: [String]) throws -> [StandingNode]
}

/// Finds the effective list and parent of nodes, by the rules of ``Forest``. It reads only the paths up from them and
/// everything below them.
///
/// A store makes one in a transaction, after all edits of a step or a page of sync were written to the rows. It stores
/// the result of ``affected(by:)`` in their derived columns. The derivation caches what it has found, so that a page
/// that changes a hundred to-dos of one tree walks that tree once. After further edits of the rows, a new derivation is
/// needed. Nothing is recursive, and a chain or a cycle of any length takes linear time.
package struct StandingDerivation<Lookup: StandingLookup> {
    let lookup: Lookup
    /// For existing nodes.
    private var found: [String: EffectiveStanding] = [:]

    /// A derivation over rows that must not change while it is used.
    package init(_ lookup: Lookup) { self.lookup = lookup }

    /// The effective list and parent of a node. For a deleted node, its last list; nil for an unknown node.
    package mutating func standing(of id: String) throws -> EffectiveStanding? {
        if let known = found[id] { return known }
        return try lookup.node(id).map { try standing(of: $0) }
    }

    /// The effective list and parent of all nodes that writing some nodes may have moved: these and everything that was
    /// put below them, parents first.
    /// - Parameter changed: the nodes whose list or parent was written, or that were created, deleted or revived.
    package mutating func affected(
        by changed: some Sequence<String>
    ) throws -> [(id: String, standing: EffectiveStanding)] {
        var affected: [(id: String, standing: EffectiveStanding)] = []
        var reached: Set<String> = []
        var level = changed.filter { reached.insert($0).inserted }
        // In a cycle that opens, every node is below a written node, so the walk down finds it.
        for id in level { if let standing = try standing(of: id) { affected.append((id, standing)) } }
        while !level.isEmpty {
            let children = try lookup.children(of: level).filter { reached.insert($0.id).inserted }
            for child in children { affected.append((child.id, try standing(of: child))) }
            level = children.map(\.id)
        }
        return affected
    }

    /// The nodes above a node, nearest first. Useful for a path of titles, or to find out whether a list above is
    /// archived.
    package mutating func ancestors(of id: String) throws -> [String] {
        var ancestors: [String] = []
        while let parent = try standing(of: ancestors.last ?? id)?.parent { ancestors.append(parent) }
        return ancestors
    }

    mutating func standing(of start: StandingNode) throws -> EffectiveStanding {
        guard start.exists else { return EffectiveStanding(root: start) }
        if let known = found[start.id] { return known }
        // Up to a known node, to a root, or once around a circle.
        var (path, places) = ([start], [start.id: 0])
        var (above, circle): (EffectiveStanding?, Int?)
        while let parent = path[path.count - 1].standing.parent {
            above = found[parent]
            circle = places[parent]
            guard above == nil, circle == nil, let node = try lookup.node(parent), node.exists else { break }
            places[parent] = path.count
            path.append(node)
        }
        let root = above == nil ? path[(circle ?? path.count - 1)...].max { $1.isLater(than: $0) } : nil
        let list = root.map(\.standing.list) ?? above?.list
        for node in path { found[node.id] = EffectiveStanding(list: list, parent: node.standing.parent) }
        if let root { found[root.id] = EffectiveStanding(root: root, isParentIgnored: circle != nil) }
        return found[start.id] ?? EffectiveStanding(root: start)
    }
}
