/// A graph that accepts edges one by one, as long as they do not close a cycle.
struct AcyclicGraph {
    /// How many more edges may be followed. At 0, no further edge is accepted.
    var stepsLeft = 0

    private var successors: [[Int]]
    private var predecessors: [[Int]]
    /// The last search that visited each node, and its direction.
    private var marks: [Int]
    private var searchCount = 0

    init(nodeCount: Int) {
        (successors, predecessors) = (
            Array(repeating: [], count: nodeCount), Array(repeating: [], count: nodeCount)
        )
        marks = Array(repeating: 0, count: nodeCount)
    }

    /// Adds an edge unless it closes a cycle; returns whether it was added.
    mutating func insert(_ from: Int, _ to: Int) -> Bool {
        guard from != to, !isReached(from, from: to) else { return false }
        successors[from].append(to)
        predecessors[to].append(from)
        return true
    }

    /// Whether there is a path from `start` to `end`, searched from both ends at once, so that the smaller side limits
    /// the work.
    private mutating func isReached(_ end: Int, from start: Int) -> Bool {
        searchCount += 1
        let (down, up) = (2 * searchCount, 2 * searchCount + 1)
        var (below, above) = (Walk(start), Walk(end))
        marks[start] = down
        marks[end] = up
        while stepsLeft > 0 {
            stepsLeft -= 2
            guard let node = below.next(in: successors) else { return false }
            if marks[node] == up { return true }
            if marks[node] != down {
                marks[node] = down
                below.nodes.append(node)
            }
            guard let node = above.next(in: predecessors) else { return false }
            if marks[node] == down { return true }
            if marks[node] != up {
                marks[node] = up
                above.nodes.append(node)
            }
        }
        return true
    }

    /// Breadth first, edge by edge.
    private struct Walk {
        var nodes: [Int]
        private var (place, edge) = (0, 0)

        init(_ start: Int) { nodes = [start] }

        mutating func next(in neighbors: [[Int]]) -> Int? {
            while place < nodes.count {
                let around = neighbors[nodes[place]]
                if edge < around.count {
                    edge += 1
                    return around[edge - 1]
                }
                place = place + 1
                edge = 0
            }
            return nil
        }
    }
}
