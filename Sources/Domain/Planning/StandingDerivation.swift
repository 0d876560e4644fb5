/// What a forest is read from: the rows of a kind, as they are within a transaction.
public protocol StandingLookup {
    /// The node with this id; nil where nothing is known of it.
    func node(_ id: String) throws -> StandingNode?
    /// The nodes that exist and were put below one of these, whether or not those exist.
    func children(of ids: [String]) throws -> [StandingNode]
}

/// Finds where nodes are seen, by the rules of ``Forest``, reading no more than the ways up from them and what lies below
/// them.
///
/// A store makes one in a transaction, after all edits of a step or of a page of sync were written to the rows, and writes
/// what ``affected(by:)`` says into their derived columns. It remembers what it has found, so that a page that changes a
/// hundred to-dos of one tree walks that tree once; after another edit of the rows, another one has to be made.
/// Nothing is recursive, and a chain or a circle of any length takes time linear in it.
public struct StandingDerivation<Lookup: StandingLookup> {
    let lookup: Lookup
    /// Of nodes that exist.
    private var found: [String: EffectiveStanding] = [:]

    /// A derivation over rows that do not change while it is used.
    public init(_ lookup: Lookup) { self.lookup = lookup }

    /// Where a node is seen; of one that is deleted, the place that it was put at; nil for one that nothing is known of.
    public mutating func standing(of id: String) throws -> EffectiveStanding? {
        if let known = found[id] { return known }
        return try lookup.node(id).map { try standing(of: $0) }
    }

    /// Where everything is seen that the writing of some nodes can have moved: these and all that was put below them, each
    /// after what it is below.
    /// - Parameter changed: those whose standing was written, that came, were deleted or revived.
    public mutating func affected(
        by changed: some Sequence<String>
    ) throws -> [(id: String, standing: EffectiveStanding)] {
        var affected: [(id: String, standing: EffectiveStanding)] = []
        var reached: Set<String> = []
        var level = changed.filter { reached.insert($0).inserted }
        // Of a circle that opens, each node was put below one that was written.
        for id in level { if let standing = try standing(of: id) { affected.append((id, standing)) } }
        while !level.isEmpty {
            let children = try lookup.children(of: level).filter { reached.insert($0.id).inserted }
            for child in children { affected.append((child.id, try standing(of: child))) }
            level = children.map(\.id)
        }
        return affected
    }

    /// What a node is seen below, the nearest first, as for a path of titles, or whether a list above is archived.
    public mutating func ancestors(of id: String) throws -> [String] {
        var ancestors: [String] = []
        while let parent = try standing(of: ancestors.last ?? id)?.parent { ancestors.append(parent) }
        return ancestors
    }

    mutating func standing(of start: StandingNode) throws -> EffectiveStanding {
        guard start.exists else { return EffectiveStanding(root: start) }
        if let known = found[start.id] { return known }
        // Up to what is known, to a root, or once around a circle.
        var (path, places) = ([start], [start.id: 0])
        var (above, circle): (EffectiveStanding?, Int?)
        while let parent = path[path.count - 1].standing.parent {
            (above, circle) = (found[parent], places[parent])
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
