/// The rule by which dependencies count.
///
/// Devices that know nothing of one another can close a circle, in which everything would wait for ever. So the edges are
/// taken in the order in which they were written, and one that closes a circle with those taken before is ignored: derived
/// alike on every device, never written back. An edge that closes none with those that count always counts itself and leaves
/// them as they are, whatever its stamp; if the last edge of each circle were left out instead, it often would not.
///
/// A to-do is blocked by an edge that counts, whose target exists and is open. So completing or deleting one moves counters
/// alone; done and deleted to-dos stay in the graph.
public enum Dependencies {
    /// Those of all edges that are ignored.
    ///
    /// Whether an edge counts depends on those between to-dos that wait for one another alone, its strongly connected
    /// component. A store that has only changed some edges uses ``DependencyDerivation``; this is what that must amount to.
    ///
    /// - Complexity: linear where there are no circles; within one, each edge takes a search from both of its ends. Where
    ///   a stranger's circles take more than ``steps(for:)`` to sort out, the rest of their edges is ignored unseen.
    public static func ignored(among edges: some Sequence<DependencyEdge>) -> Set<DependencyEdge> {
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

    /// How many edges are followed to sort out a component of so many.
    static func steps(for edgeCount: Int) -> Int { max(1_000_000, 256 * edgeCount) }
}
