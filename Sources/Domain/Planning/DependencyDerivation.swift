/// Finds which dependencies count after some were written, by the rule of ``Dependencies``. It reads only their
/// surroundings.
///
/// A store uses it in a transaction, after all edits of a step or a page of sync were written to the rows. The store
/// writes the result to their derived column, and then recounts the blockers of the waiting to-dos. A page takes one
/// search, downwards from all waiting to-dos and upwards from all their targets at the same time. It ends as soon as
/// either direction is complete: an edge to a to-do that waits for nothing takes one query.
package struct DependencyDerivation<Lookup: DependencyLookup> {
    private let lookup: Lookup

    /// A derivation over rows that must not change while it is used.
    package init(_ lookup: Lookup) { self.lookup = lookup }

    /// The edges that may have started or stopped being ignored, each with whether it is ignored now.
    /// - Parameters:
    ///   - written: edges that are new, or that have a new stamp.
    ///   - removed: edges that no longer exist; their stamps do not matter.
    package func affected(
        written: [DependencyEdge], removed: [DependencyEdge] = []
    ) throws -> [(edge: DependencyEdge, isIgnored: Bool)] {
        // Including removed edges, to find cycles that they have opened.
        let changed = written + removed
        let between = try edges(between: Set(changed.map(\.to)), and: Set(changed.map(\.from)), with: removed)
        var graph = NumberedGraph()
        for edge in between { graph.insert(edge.from, edge.to) }
        for edge in changed { graph.insert(edge.from, edge.to) }
        let components = graph.components()
        func component(_ edge: DependencyEdge) -> Int? {
            guard let from = graph.number(of: edge.from), let to = graph.number(of: edge.to) else { return nil }
            return components[from] == components[to] ? components[from] : nil
        }
        let touched = Set(changed.compactMap(component))
        let circular = between.filter { component($0).map(touched.contains) ?? false }
        let ignored = Dependencies.ignored(among: circular)
        return circular.union(written).sorted().map { ($0, ignored.contains($0)) }
    }

    /// The edges that can be reached from `starts` and from which one of `ends` can be reached; `extra` edges are
    /// followed but not returned.
    private func edges(
        between starts: Set<String>, and ends: Set<String>, with extra: [DependencyEdge]
    ) throws -> Set<DependencyEdge> {
        var down = Reach(starts, extra: extra, from: \.from, to: \.to) { try lookup.dependencies(of: $0) }
        var up = Reach(ends, extra: extra, from: \.to, to: \.from) { try lookup.dependents(of: $0) }
        while !down.isComplete, !up.isComplete {
            if down.edges.count <= up.edges.count { try down.expand() } else { try up.expand() }
        }
        let (nodes, edges): (Set<String>, Set<DependencyEdge>)
        if down.isComplete {
            try up.complete(within: down.nodes)
            nodes = up.nodes
            edges = down.edges
        } else {
            try down.complete(within: up.nodes)
            nodes = down.nodes
            edges = up.edges
        }
        return edges.filter { nodes.contains($0.from) && nodes.contains($0.to) }
    }
}

/// The nodes that can be reached from some nodes in one direction, level by level.
private struct Reach {
    private(set) var nodes: Set<String>
    private(set) var edges: Set<DependencyEdge> = []
    private var level: [String]
    private let extra: [String: [String]]
    private let to: KeyPath<DependencyEdge, String>
    private let read: ([String]) throws -> [DependencyEdge]

    init(
        _ starts: Set<String>, extra: [DependencyEdge], from: KeyPath<DependencyEdge, String>,
        to: KeyPath<DependencyEdge, String>, read: @escaping ([String]) throws -> [DependencyEdge]
    ) {
        nodes = starts
        level = starts.sorted()
        self.to = to
        self.read = read
        self.extra = Dictionary(grouping: extra) { $0[keyPath: from] }.mapValues { $0.map { $0[keyPath: to] } }
    }

    var isComplete: Bool { level.isEmpty }

    /// Reads the edges of the nodes that were last reached.
    mutating func expand(within limit: Set<String>? = nil) throws {
        let found = try read(level)
        edges.formUnion(found)
        let reached = level.flatMap { extra[$0] ?? [] } + found.map { $0[keyPath: to] }
        level = reached.filter { limit?.contains($0) != false && nodes.insert($0).inserted }
    }

    /// Drops the nodes outside of `limit`, and walks on from the others until nothing new is reached.
    mutating func complete(within limit: Set<String>) throws {
        nodes.formIntersection(limit)
        level.removeAll { !limit.contains($0) }
        while !isComplete { try expand(within: limit) }
    }
}
