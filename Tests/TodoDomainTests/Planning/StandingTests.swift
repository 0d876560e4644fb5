import TestSupport
import Testing
import TodoDomain

@Suite("Where to-dos and lists are seen")
struct StandingTests {
    private func world(_ standings: KeyValuePairs<String, Standing>, deleted: Set<String> = []) throws -> StandingWorld
    {
        let world = StandingWorld()
        for (id, standing) in standings { world.put(id, standing, exists: !deleted.contains(id)) }
        try world.derive(standings.map(\.key))
        #expect(world.derived == world.expected)
        return world
    }

    @Test("below a parent the list of the root counts, so that moving a tree is one write")
    func roots() throws {
        let world = try world([
            "root": Standing(list: "home"), "child": Standing(list: "work", parent: "root"),
            "leaf": Standing(parent: "child"),
        ])
        #expect(world.derived.mapValues(\.list) == ["root": "home", "child": "home", "leaf": "home"])
        #expect(world.derived["leaf"]?.parent == "child")
        try world.write([StandingWrite("root", Standing())])
        #expect(world.derived.values.allSatisfy { $0.list == nil })
    }

    @Test("a parent that is deleted, or not here, counts for nothing until it is back")
    func missing() throws {
        let world = try world(
            ["gone": Standing(list: "home"), "child": Standing(list: "work", parent: "gone")], deleted: ["gone"])
        world.put("early", Standing(list: "work", parent: "late"))
        try world.derive(["early"])
        for id in ["child", "early"] {
            #expect(world.derived[id]?.parent == nil && world.derived[id]?.list == "work")
            #expect(world.derived[id]?.isParentIgnored == false)
        }
        world.set(exists: true, "gone")
        world.put("late", Standing(list: "home"))
        try world.derive(["gone", "late"])
        #expect(world.derived["child"]?.parent == "gone" && world.derived["early"]?.parent == "late")
        #expect(world.derived.values.allSatisfy { $0.list == "home" })
    }

    @Test("of a circle the edge that was written last is ignored; of equal ones that of the greatest id")
    func circles() throws {
        let world = try world([
            "a": Standing(list: "1", parent: "c"), "b": Standing(list: "2", parent: "a"),
            "c": Standing(list: "3", parent: "b"), "below": Standing(list: "4", parent: "a"),
        ])
        #expect(world.derived.filter(\.value.isParentIgnored).map(\.key) == ["c"])
        #expect(world.derived.values.allSatisfy { $0.list == "3" })
        #expect(world.derived.compactMapValues(\.parent) == ["a": "c", "b": "a", "below": "a"])
        world.put("b", Standing(list: "2", parent: "a"), at: 3)
        world.put("self", Standing(parent: "self"))
        try world.derive(["b", "self"])
        #expect(world.derived.filter(\.value.isParentIgnored).map(\.key).sorted() == ["c", "self"])
        // A circle through a deleted one does not count.
        world.set(exists: false, "b")
        try world.derive(["b"])
        let root = try #require(world.derived["c"])
        #expect(root.list == "3" && root.parent == nil && !root.isParentIgnored)
    }

    @Test("is derived page by page as it is from everything at once", arguments: 1...200 as ClosedRange<UInt64>)
    func incremental(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 2...25, using: &generator)
        let world = try StandingWorld.random(&generator, count: count)
        for _ in 0..<30 {
            var changed: [String] = []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                // The number may be the next one: a parent that arrives after its subtasks.
                let id = "n\(Int.random(in: 0...count, using: &generator))"
                if generator.chance(0.3), let node = world.node(id) {
                    world.set(exists: !node.exists, id)
                } else {
                    world.put(
                        id, StandingWorld.standing(&generator, count: count), exists: generator.chance(0.9),
                        at: .random(in: 0...20, using: &generator))
                }
                changed.append(id)
            }
            try world.derive(changed)
            try #require(world.derived == world.expected)
        }
    }

    @Test("takes linear time for a chain and a circle of 20,000 that a stranger sends, in pages from either end")
    func hostile() throws {
        let count = 20_000
        for closed in [false, true] {
            let world = StandingWorld()
            for number in 0..<count {
                world.put(
                    "n\(number)", Standing(parent: number > 0 ? "n\(number - 1)" : closed ? "n\(count - 1)" : nil))
            }
            let before = world.reads
            try world.derive((0..<count / 100).map { "n\($0 * 97)" } + ["n0"])
            #expect(world.reads - before < 3 * count)
            #expect(world.derived == world.expected)
            #expect(world.derived.values.count { $0.isParentIgnored } == (closed ? 1 : 0))
        }
    }
}
