import TestSupport
import TodoDomain

/// Dependencies in memory, with the derived column that a store keeps with them.
final class DependencyWorld: DependencyLookup {
    private(set) var edges: Set<DependencyEdge> = []
    /// The derived column, updated only by ``change(written:removed:)``.
    private(set) var ignored: Set<DependencyEdge> = []
    private var byFrom: [String: Set<DependencyEdge>] = [:]
    private var byTo: [String: Set<DependencyEdge>] = [:]
    /// How many edges were read, and in how many queries.
    private(set) var (reads, queries) = (0, 0)

    func dependencies(of ids: [String]) -> [DependencyEdge] { read(ids.flatMap { byFrom[$0, default: []] }) }
    func dependents(of ids: [String]) -> [DependencyEdge] { read(ids.flatMap { byTo[$0, default: []] }) }

    private func read(_ edges: [DependencyEdge]) -> [DependencyEdge] {
        reads = reads + edges.count
        queries = queries + 1
        return edges.sorted()
    }

    /// Writes rows, and updates the derived column of those affected.
    func change(written: [DependencyEdge], removed: [DependencyEdge] = []) throws {
        for edge in removed { delete(edge) }
        for edge in written {
            if let old = byFrom[edge.from]?.first(where: { $0.to == edge.to }) { delete(old) }
            edges.insert(edge)
            byFrom[edge.from, default: []].insert(edge)
            byTo[edge.to, default: []].insert(edge)
        }
        for (edge, isIgnored) in try DependencyDerivation(self).affected(written: written, removed: removed) {
            if isIgnored { ignored.insert(edge) } else { ignored.remove(edge) }
        }
    }

    private func delete(_ edge: DependencyEdge) {
        edges.remove(edge)
        ignored.remove(edge)
        byFrom[edge.from]?.remove(edge)
        byTo[edge.to]?.remove(edge)
    }

    /// The edges that count, computed from scratch.
    func effective(without ignored: Set<DependencyEdge>) -> DependencyWorld {
        let world = DependencyWorld()
        for edge in edges.subtracting(ignored) {
            world.edges.insert(edge)
            world.byFrom[edge.from, default: []].insert(edge)
            world.byTo[edge.to, default: []].insert(edge)
        }
        return world
    }

    static func edge(_ from: Int, _ to: Int, at milliseconds: Int) -> DependencyEdge {
        DependencyEdge(
            from: "n\(from)", to: "n\(to)",
            stamp: Stamp(milliseconds: Int64(milliseconds), counter: 0, device: .shared))
    }

    /// Edges as written by devices that do not know of each other.
    static func randomEdges(_ generator: inout SeededGenerator, nodes: Int, count: Int) -> [DependencyEdge] {
        var edges: [[Int]: DependencyEdge] = [:]
        for _ in 0..<count {
            let (from, to) = (
                Int.random(in: 0..<nodes, using: &generator), Int.random(in: 0..<nodes, using: &generator)
            )
            if from == to, generator.chance(0.9) { continue }
            edges[[from, to]] = edge(from, to, at: .random(in: 0...30, using: &generator))
        }
        return edges.values.sorted()
    }
}

/// The rule in its simplest form: edges are added in order, unless they close a circle with those added before.
func ignoredOneByOne(_ edges: some Sequence<DependencyEdge>) -> Set<DependencyEdge> {
    var (taken, ignored): ([String: Set<String>], Set<DependencyEdge>) = ([:], [])
    for edge in edges.sorted() {
        var (seen, rest): (Set<String>, [String]) = ([edge.to], [edge.to])
        while let node = rest.popLast() { rest += taken[node, default: []].filter { seen.insert($0).inserted } }
        if seen.contains(edge.from) { ignored.insert(edge) } else { taken[edge.from, default: []].insert(edge.to) }
    }
    return ignored
}

/// An obvious rule that is wrong: the greatest edge of each component is dropped until there are no circles.
func ignoredGreatest(_ edges: some Sequence<DependencyEdge>) -> Set<DependencyEdge> {
    var (left, ignored) = (Set(edges), Set<DependencyEdge>())
    func reaches(_ start: String) -> Set<String> {
        var (seen, rest): (Set<String>, [String]) = ([], [start])
        while let node = rest.popLast() {
            rest += left.filter { $0.from == node }.map(\.to).filter { seen.insert($0).inserted }
        }
        return seen
    }
    while true {
        let reach = Dictionary(uniqueKeysWithValues: Set(left.map(\.from)).map { ($0, reaches($0)) })
        let circular = left.filter { reach[$0.to]?.contains($0.from) == true || $0.from == $0.to }
        if circular.isEmpty { return ignored }
        for edge in circular {
            let component = circular.filter {
                ($0.from == edge.from || reach[edge.from]?.contains($0.from) == true)
                    && (reach[$0.from]?.contains(edge.from) == true || $0.from == edge.from)
            }
            if component.max() == edge {
                left.remove(edge)
                ignored.insert(edge)
            }
        }
    }
}
