import TestSupport
import Testing
import TodoDomain

@Suite("What deriving dependencies costs")
struct DependencyCostTests {
    private func edge(_ from: Int, _ to: Int, at milliseconds: Int) -> DependencyEdge {
        DependencyWorld.edge(from, to, at: milliseconds)
    }

    @Test("an edge to what waits for nothing, or from what nothing waits for, takes next to nothing")
    func ends() throws {
        let world = DependencyWorld()
        try world.change(written: (0..<2000).map { edge($0, $0 + 1, at: 0) })
        func cost(_ from: Int, _ to: Int) throws -> (reads: Int, queries: Int) {
            let before = (world.reads, world.queries)
            try world.change(written: [edge(from, to, at: 1)])
            return (world.reads - before.0, world.queries - before.1)
        }
        let toLeaf = try cost(1000, 5000)
        #expect(toLeaf.reads <= 1 && toLeaf.queries <= 2)
        let fromTop = try cost(6000, 1000)
        #expect(fromTop.reads <= 2 && fromTop.queries <= 4)
        // In the middle the cost is that of the smaller side.
        #expect(try cost(7000, 1990).reads <= 12 && cost(1990, 8000).reads <= 1)
        #expect(world.ignored.isEmpty)
    }

    @Test("a page is linear in a stranger's chain, and in the ring that it closes")
    func chain() throws {
        let count = 4000
        var generator = SeededGenerator(seed: 7)
        let world = DependencyWorld()
        let edges = (0..<count - 1).map { edge($0, $0 + 1, at: .random(in: 0...count, using: &generator)) }
        try world.change(written: edges.filter { _ in generator.chance(0.9) })
        let before = world.reads
        try world.change(written: edges.filter { !world.edges.contains($0) })
        #expect(world.reads - before < 3 * count && world.ignored.isEmpty)
        try world.change(written: [edge(count - 1, 0, at: count + 1)])
        #expect(world.ignored == [edge(count - 1, 0, at: count + 1)])
        #expect(world.reads - before < 6 * count)
        // The ignored edge counts again.
        try world.change(written: [], removed: [edges[count / 2]])
        #expect(world.ignored.isEmpty)
    }

    @Test("a stranger's edges back along a chain are sorted out within bounds, and ignored")
    func backwards() {
        let count = 2000
        let chain = (0..<count).map { edge($0, $0 + 1, at: 0) }
        let back = (0..<count).map { edge(count / 2 + $0 / 2, count / 2 - $0 / 2 - 1, at: 1 + $0) }
        // It would close no circle, but comes too late to be examined.
        let late = edge(0, 2, at: 2 * count)
        #expect(Dependencies.ignored(among: chain + back + [late]) == Set(back + [late]))
        #expect(Dependencies.ignored(among: chain + back.prefix(100) + [late]) == Set(back.prefix(100)))
    }
}
