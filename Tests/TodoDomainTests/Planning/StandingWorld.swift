import TestSupport
import Testing
import TodoDomain

/// The rows of a kind in memory, with the derived columns that a store keeps with them.
final class StandingWorld: StandingLookup {
    private(set) var nodes: [String: StandingNode] = [:]
    private var childIDs: [String: Set<String>] = [:]
    /// The derived columns, updated only by ``derive(_:)``.
    private(set) var derived: [String: EffectiveStanding] = [:]
    /// How many rows were read.
    private(set) var reads = 0
    private var clock: Int64 = 0

    func node(_ id: String) -> StandingNode? {
        reads += 1
        return nodes[id]
    }

    func children(of ids: [String]) -> [StandingNode] {
        let children = ids.flatMap { childIDs[$0, default: []] }.compactMap { nodes[$0] }.filter(\.exists)
        reads += children.count
        return children.sorted { $0.id < $1.id }
    }

    func put(_ node: StandingNode) {
        if let parent = nodes[node.id]?.standing.parent { childIDs[parent]?.remove(node.id) }
        if let parent = node.standing.parent { childIDs[parent, default: []].insert(node.id) }
        nodes[node.id] = node
    }

    /// Returns a row as written by a device that knows all rows.
    func put(_ id: String, _ standing: Standing, exists: Bool = true, at milliseconds: Int64? = nil) {
        clock += 1
        put(
            StandingNode(
                id: id, standing: standing,
                stamp: Stamp(milliseconds: milliseconds ?? clock, counter: 0, device: .shared), exists: exists))
    }

    func set(exists: Bool, _ id: String) {
        guard let node = nodes[id] else { return }
        put(StandingNode(id: id, standing: node.standing, stamp: node.stamp, exists: exists))
    }

    /// Updates the derived columns of everything the changes affect.
    func derive(_ changed: [String]) throws {
        var derivation = StandingDerivation(self)
        for (id, standing) in try derivation.affected(by: changed) { derived[id] = standing }
    }

    func write(_ writes: [StandingWrite]) throws {
        for write in writes { put(write.id, write.standing, exists: nodes[write.id]?.exists ?? true) }
        try derive(writes.map(\.id))
    }

    /// What the derived columns must be.
    var expected: [String: EffectiveStanding] { Forest.standings(of: Array(nodes.values)) }

    /// The effective standings of everything that exists.
    var shown: [String: EffectiveStanding] { derived.filter { nodes[$0.key]?.exists == true } }

    /// Rows written by several devices that do not know of each other: circles, deleted ones, and missing parents.
    static func random(_ generator: inout SeededGenerator, count: Int) throws -> StandingWorld {
        let world = StandingWorld()
        for number in 0..<count {
            world.put(
                "n\(number)", standing(&generator, count: count), exists: generator.chance(0.9),
                at: .random(in: 0...20, using: &generator))
        }
        world.clock = 20
        try world.derive(world.nodes.keys.sorted())
        return world
    }

    static func standing(_ generator: inout SeededGenerator, count: Int) -> Standing {
        Standing(
            list: generator.pick([nil, "home", "work"]),
            parent: generator.chance(0.85) ? "n\(Int.random(in: 0...count, using: &generator))" : nil)
    }
}
