import TestSupport
import Testing
import TodoDomain

@Suite("What moving and deleting write")
struct StandingEditTests {
    private func derivation(_ world: StandingWorld) -> StandingDerivation<StandingWorld> { StandingDerivation(world) }

    private func circle(of ids: [String]) throws -> StandingWorld {
        let world = StandingWorld()
        for (id, parent) in zip(ids, ids.dropFirst() + ids.prefix(1)) {
            world.put(id, Standing(list: id, parent: parent))
        }
        try world.derive(ids)
        return world
    }

    @Test("a move is one write, below its new parent with that one's list")
    func move() throws {
        let world = StandingWorld()
        world.put("a", Standing(list: "home"))
        world.put("b", Standing(list: "work", parent: "a"))
        world.put("c", Standing())
        var derivation = derivation(world)
        #expect(
            try derivation.moving(["c", "c"], to: .below("b")) == [
                StandingWrite("c", Standing(list: "home", parent: "b"))
            ])
        #expect(try derivation.moving(["b"], to: .top(list: nil)) == [StandingWrite("b", Standing())])
    }

    @Test("what would be above itself is refused with the way down to where it was to go")
    func wouldCircle() throws {
        let world = StandingWorld()
        world.put("a", Standing())
        world.put("b", Standing(parent: "a"))
        world.put("c", Standing(parent: "b"))
        var derivation = derivation(world)
        #expect(throws: StandingRefusal.circle(["a", "b", "c"])) { try derivation.moving(["a"], to: .below("c")) }
        #expect(throws: StandingRefusal.circle(["a"])) { try derivation.moving(["a"], to: .below("a")) }
        #expect(throws: StandingRefusal.missing("x")) { try derivation.moving(["a"], to: .below("x")) }
        #expect(try derivation.circle(moving: "c", below: "a") == nil)
        #expect(try derivation.circle(moving: "a", below: "c") == ["a", "b", "c"])
        let refusals: [StandingRefusal] = [.circle(["a"]), .tooDeep(levels: 33), .missing("x")]
        #expect(refusals.map(\.code) == [.wouldCircle, .tooDeep, .notFound])
        // Others have closed a circle. The shown tree counts: c is a root, with a and b below it.
        let circle = try circle(of: ["a", "b", "c"])
        var seen = StandingDerivation(circle)
        #expect(throws: StandingRefusal.circle(["c", "b", "a"])) { try seen.moving(["c"], to: .below("a")) }
        #expect(try seen.ancestors(of: "a") == ["b", "c"])
    }

    @Test("32 levels are the most that a move makes")
    func levels() throws {
        let world = StandingWorld()
        world.put("n1", Standing())
        for level in 2...32 { world.put("n\(level)", Standing(parent: "n\(level - 1)")) }
        world.put("top", Standing())
        world.put("one", Standing())
        world.put("two", Standing(parent: "one"))
        var derivation = derivation(world)
        #expect(throws: StandingRefusal.tooDeep(levels: 33)) { try derivation.moving(["top"], to: .below("n32")) }
        #expect(throws: StandingRefusal.tooDeep(levels: 33)) { try derivation.moving(["n1"], to: .below("top")) }
        #expect(throws: StandingRefusal.tooDeep(levels: 33)) { try derivation.moving(["one"], to: .below("n31")) }
        #expect(try derivation.moving(["one"], to: .below("n30")).count == 1)
        // A to-do that is already too deep can be moved up.
        world.put("n33", Standing(parent: "n32"))
        var deeper = StandingDerivation(world)
        #expect(try deeper.height(of: "n1") == 33)
        #expect(try deeper.moving(["n33"], to: .below("n31")).count == 1)
    }

    @Test("the ignored edge of a circle that a move opens is written as it is seen, and nothing jumps")
    func settling() throws {
        let world = try circle(of: ["a", "b", "c"])
        var derivation = derivation(world)
        let writes = try derivation.moving(["b"], to: .top(list: "new"))
        #expect(writes == [StandingWrite("c", Standing(list: "c")), StandingWrite("b", Standing(list: "new"))])
        try world.write(writes)
        #expect(world.derived["c"]?.parent == nil && world.derived["c"]?.isParentIgnored == false)
        #expect(world.derived["a"]?.parent == "b" && world.derived["b"]?.list == "new")
    }

    @Test("the children of what is deleted stay where its tree was, and come back below it")
    func orphans() throws {
        let world = StandingWorld()
        world.put("root", Standing(list: "home"))
        world.put("parent", Standing(parent: "root"))
        world.put("child", Standing(list: "work", parent: "parent"))
        world.put("leaf", Standing(list: "home", parent: "parent"))
        world.put("gone", Standing(list: "home", parent: "parent"))
        try world.derive(Array(world.nodes.keys))
        let before = world.shown
        var derivation = derivation(world)
        let writes = try derivation.deleting(["parent", "gone"])
        #expect(writes == [StandingWrite("child", Standing(list: "home", parent: "parent"))])
        for id in ["parent", "gone"] { world.set(exists: false, id) }
        try world.write(writes)
        try world.derive(["parent", "gone"])
        #expect(world.derived["child"]?.parent == nil && world.derived["child"]?.list == "home")
        for id in ["parent", "gone"] { world.set(exists: true, id) }
        try world.derive(["parent", "gone"])
        #expect(world.shown == before)
    }

    /// Describes what a legal edit of rows with circles gets wrong.
    private func faults(of seeds: ClosedRange<UInt64>, settles: Bool) throws -> Int {
        var faults = 0
        for seed in seeds {
            var generator = SeededGenerator(seed: seed)
            let count = Int.random(in: 2...12, using: &generator)
            let world = try StandingWorld.random(&generator, count: count)
            for _ in 0..<8 {
                let living = world.shown.keys.sorted()
                guard !living.isEmpty else { break }
                let id = generator.pick(living)
                let before = world.shown
                var derivation = StandingDerivation(world)
                let below = try Set(living.filter { try derivation.ancestors(of: $0).contains(id) } + [id])
                if generator.chance(0.3) {
                    let writes = try derivation.deleting([id])
                    world.set(exists: false, id)
                    try world.write(settles ? writes : writes.filter { $0.standing.parent != nil })
                    try world.derive([id])
                    for (other, standing) in world.shown {
                        let parent = before[other]?.parent == id ? nil : before[other]?.parent
                        if standing.parent != parent || standing.list != before[other]?.list { faults += 1 }
                    }
                    guard generator.chance(0.5) else { continue }
                    world.set(exists: true, id)
                    try world.derive([id])
                    if world.shown.mapValues(\.parent) != before.mapValues(\.parent) { faults += 1 }
                } else {
                    let target =
                        generator.chance(0.7)
                        ? StandingTarget.below(generator.pick(living)) : .top(list: generator.pick([nil, "new"]))
                    guard let writes = try? derivation.moving([id], to: target) else { continue }
                    try world.write(settles ? writes : writes.suffix(1))
                    let place = try #require(writes.last).standing
                    for (other, standing) in world.shown {
                        let parent = other == id ? place.parent : before[other]?.parent
                        let list = below.contains(other) ? place.list : before[other]?.list
                        if standing.parent != parent || standing.list != list { faults += 1 }
                    }
                }
                try #require(world.derived == world.expected)
            }
        }
        return faults
    }

    @Test("a legal edit does what is seen and nothing else, whatever circles there are")
    func legal() throws {
        #expect(try faults(of: 1...400, settles: true) == 0)
    }

    @Test("without settling, trees jump and moves are without effect")
    func sabotage() throws {
        #expect(try faults(of: 1...200, settles: false) > 20)
    }
}
