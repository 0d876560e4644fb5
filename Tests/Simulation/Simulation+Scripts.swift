extension Simulation {
    /// A world of a few steps in which a sabotage shows.
    package struct Script: Sendable {
        /// What is broken.
        package let sabotage: Sabotage
        fileprivate let steps: [Step]

        /// The world, with the engine as it is, or broken.
        package func simulation(isBroken: Bool) -> Simulation {
            Simulation(seed: 1, devices: 2, old: [], steps: steps, sabotage: isBroken ? sabotage : nil)
        }
    }

    /// Circles that two devices close.
    package static let scripts = [
        Script(
            sabotage: .writtenBackCircle,
            steps: made + [
                .wish(device: 0, .move("t0", below: "t1")), .wait(1000), .wish(device: 1, .move("t1", below: "t0")),
            ] + synced),
        Script(
            sabotage: .writtenBackCircle,
            steps: made + [
                .wish(device: 0, .moveList("l0", below: "l1")), .wait(1000),
                .wish(device: 1, .moveList("l1", below: "l0")),
            ] + synced),
        // The edge of t2 is ignored. t2 is above t1, and t1 is above t0. If t0 were directly below t2, it would close another
        // circle with that edge.
        Script(
            sabotage: .noSettling,
            steps: made + [
                .wish(device: 0, .move("t0", below: "t1")), .wish(device: 0, .move("t1", below: "t2")), .wait(1000),
                .wish(device: 1, .move("t2", below: "t0")),
            ] + synced + [.wish(device: 0, .move("t0", below: "t2"))]),
    ]

    private static let synced: [Step] = [.sync(device: 0), .sync(device: 1), .sync(device: 0)]
    private static let made: [Step] =
        ["t0", "t1", "t2"].map { .wish(device: 0, .create($0)) }
        + ["l0", "l1"].map { .wish(device: 0, .createList($0)) }
        + synced
}
