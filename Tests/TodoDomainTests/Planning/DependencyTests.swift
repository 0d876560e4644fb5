import TestSupport
import Testing
import TodoDomain

@Suite("Which dependencies count")
struct DependencyTests {
    private func edge(_ from: Int, _ to: Int, at milliseconds: Int) -> DependencyEdge {
        DependencyWorld.edge(from, to, at: milliseconds)
    }

    @Test("all, without a circle; of a circle all but the one that was written last")
    func circles() {
        let chain = [edge(1, 2, at: 9), edge(2, 3, at: 1), edge(1, 3, at: 5)]
        #expect(Dependencies.ignored(among: chain).isEmpty)
        #expect(Dependencies.ignored(among: chain + [edge(3, 1, at: 7)]) == [edge(3, 1, at: 7)])
        #expect(Dependencies.ignored(among: chain + [edge(3, 1, at: 4)]) == [edge(1, 3, at: 5), edge(1, 2, at: 9)])
        // Of two written at once, the one with the greater ids is ignored; a to-do that waits for itself never counts.
        #expect(Dependencies.ignored(among: [edge(1, 2, at: 1), edge(2, 1, at: 1)]) == [edge(2, 1, at: 1)])
        #expect(Dependencies.ignored(among: [edge(1, 1, at: 1), edge(1, 2, at: 2)]) == [edge(1, 1, at: 1)])
    }

    @Test("are those that are taken one by one, whatever the circles", arguments: 1...100 as ClosedRange<UInt64>)
    func reference(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let edges = DependencyWorld.randomEdges(
                &generator, nodes: .random(in: 2...12, using: &generator), count: .random(in: 0...40, using: &generator)
            )
            #expect(Dependencies.ignored(among: edges) == ignoredOneByOne(edges))
        }
    }

    @Test("are derived page by page as they are from everything at once", arguments: 1...60 as ClosedRange<UInt64>)
    func incremental(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let world = DependencyWorld()
        let nodes = Int.random(in: 2...15, using: &generator)
        for _ in 0..<20 {
            let count = Int.random(in: 1...6, using: &generator)
            let written = DependencyWorld.randomEdges(&generator, nodes: nodes, count: count)
            var removed = world.edges.sorted().filter { _ in generator.chance(0.1) }
            removed.removeAll { edge in written.contains { ($0.from, $0.to) == (edge.from, edge.to) } }
            try world.change(written: written, removed: removed)
            try #require(world.ignored == ignoredOneByOne(world.edges))
        }
    }

    /// Counts the additions that close no circle with the counted edges and yet have no effect, or change another edge.
    private func faults(
        of seeds: ClosedRange<UInt64>, _ rule: (Set<DependencyEdge>) -> Set<DependencyEdge>
    ) throws -> (legal: Int, faults: Int) {
        var (legal, faults) = (0, 0)
        for seed in seeds {
            var generator = SeededGenerator(seed: seed)
            let nodes = Int.random(in: 4...10, using: &generator)
            let foreign = DependencyWorld.randomEdges(&generator, nodes: nodes, count: nodes * 3 / 2)
            let world = DependencyWorld()
            try world.change(written: foreign)
            for _ in 0..<12 {
                let (from, to) = (
                    Int.random(in: 0..<nodes, using: &generator), Int.random(in: 0..<nodes, using: &generator)
                )
                let before = rule(world.edges)
                guard try world.effective(without: before).path(from: "n\(to)", to: "n\(from)") == nil,
                    !world.edges.contains(where: { ($0.from, $0.to) == ("n\(from)", "n\(to)") })
                else { continue }
                legal += 1
                // Not always later: clocks differ.
                try world.change(written: [edge(from, to, at: .random(in: 0...40, using: &generator))])
                if rule(world.edges) != before { faults += 1 }
            }
        }
        return (legal, faults)
    }

    @Test("a legal addition always does, and moves nothing else")
    func legal() throws {
        let (legal, faults) = try faults(of: 1...700) { Dependencies.ignored(among: $0) }
        #expect(legal > 2000 && faults == 0, "\(legal)")
    }

    @Test("if the greatest edge of each component were dropped, a legal addition would often be without effect")
    func sabotage() throws {
        let (legal, faults) = try faults(of: 1...40) { ignoredGreatest($0) }
        #expect(legal > 100 && faults > 5)
    }

    @Test("what would wait for itself is refused with the way along which it would")
    func path() throws {
        let world = DependencyWorld()
        try world.change(written: [
            edge(1, 2, at: 1), edge(2, 3, at: 2), edge(3, 4, at: 3), edge(1, 5, at: 4), edge(5, 4, at: 5),
            edge(4, 1, at: 6),
        ])
        #expect(try world.path(from: "n1", to: "n4") == ["n1", "n5", "n4"])
        #expect(try world.path(from: "n4", to: "n1") == ["n4", "n1"])
        // Along the edges that count, no way leads back.
        #expect(try world.effective(without: world.ignored).path(from: "n4", to: "n1") == nil)
        #expect(try world.effective(without: world.ignored).path(from: "n2", to: "n4") == ["n2", "n3", "n4"])
        #expect(try world.path(from: "n1", to: "n1") == ["n1"])
        #expect(try world.path(from: "n1", to: "unknown") == nil)
    }

    @Test("ways lead along edges, and are found wherever there are any", arguments: 1...50 as ClosedRange<UInt64>)
    func paths(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let world = DependencyWorld()
        try world.change(written: DependencyWorld.randomEdges(&generator, nodes: 10, count: 14))
        for (start, end) in (0..<100).map({ ("n\($0 / 10)", "n\($0 % 10)") }) {
            var (seen, rest): (Set<String>, [String]) = ([start], [start])
            while let node = rest.popLast() {
                rest += world.dependencies(of: [node]).map(\.to).filter { seen.insert($0).inserted }
            }
            let path = try world.path(from: start, to: end)
            #expect((path != nil) == seen.contains(end))
            guard let path else { continue }
            #expect(path.first == start && path.last == end && Set(path).count == path.count)
            for (from, to) in zip(path, path.dropFirst()) {
                #expect(world.dependencies(of: [from]).contains { $0.to == to })
            }
        }
    }
}
