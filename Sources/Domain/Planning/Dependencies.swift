/// The rule that decides which dependencies count.
///
/// Devices that edit independently can create a cycle, in which every to-do would wait forever. So the edges are added
/// in the order in which they were written, and an edge that would close a cycle is ignored. Every device derives the
/// same result, which is never written back. An edge that closes no cycle with counting edges always counts and leaves
/// them unchanged, whatever its stamp. Leaving out the last edge of each cycle would not guarantee that.
///
/// An edge blocks a to-do if it counts and its target exists and is open. So completing or deleting a to-do only
/// changes counters; done and deleted to-dos stay in the graph.
package enum Dependencies {
    /// Returns the edges that are ignored.
    ///
    /// Whether an edge counts depends only on the edges of its strongly connected component. A store that has changed a few
    /// edges uses ``DependencyDerivation``, which must give the same result.
    ///
    /// - Complexity: linear if there are no cycles; within a cycle, each edge takes a search from both of its ends. If the
    ///   cycles of a malicious client need more than `steps(for:)`, the remaining edges are ignored without a search.
    package static func ignored(among edges: some Sequence<DependencyEdge>) -> Set<DependencyEdge> {
        var graph = NumberedGraph()
        var numbered: [(edge: DependencyEdge, from: Int, to: Int)] = []
        for edge in edges {
            let (from, to) = graph.insert(edge.from, edge.to)
            numbered.append((edge, from, to))
        }
        let components = graph.components()
        var circular: [Int: [(edge: DependencyEdge, from: Int, to: Int)]] = [:]
        for member in numbered where components[member.from] == components[member.to] {
            circular[components[member.from], default: []].append(member)
        }
        var ignored: Set<DependencyEdge> = []
        var taken = AcyclicGraph(nodeCount: graph.nodeCount)
        for component in circular.values {
            taken.stepsLeft = steps(for: component.count)
            for (edge, from, to) in component.sorted(by: { $0.edge < $1.edge }) where !taken.insert(from, to) {
                ignored.insert(edge)
            }
        }
        return ignored
    }

    /// The maximum number of edges to follow when resolving a component of `edgeCount` edges.
    static func steps(for edgeCount: Int) -> Int { max(1_000_000, 256 * edgeCount) }
}
