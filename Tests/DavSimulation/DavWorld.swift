import DavMerge

/// A world of clients that follows from a seed.
protocol DavWorld {
    init(seed: UInt64, _ sabotage: DavSabotage?) throws
    /// What has happened, in words.
    var log: [String] { get }
    /// Lets them live.
    mutating func run(steps: Int) async throws
    /// What is wrong in the end, in words.
    func faults() async throws -> [String]
}

/// The kinds of worlds.
package enum DavWorldKind: String, CaseIterable, Sendable {
    /// Seven kinds of clients and a desktop edit one to-do.
    case todo
    /// They tick the occurrences of one series.
    case series

    /// What is wrong in a world in the end, with what has happened; nil if all is as it must be.
    package func failure(seed: UInt64, steps: Int = 40, sabotage: DavSabotage? = nil) async throws -> String? {
        switch self {
        case .todo: try await Self.failure(of: ClientWorld(seed: seed, sabotage), steps: steps)
        case .series: try await Self.failure(of: SeriesWorld(seed: seed, sabotage), steps: steps)
        }
    }

    private static func failure(of world: some DavWorld, steps: Int) async throws -> String? {
        var world = world
        var faults: [String]
        do {
            try await world.run(steps: steps)
            faults = try await world.faults()
        } catch let refusal as DavRefusal {
            faults = ["A client was refused: \(refusal.message)"]
        }
        return faults.isEmpty ? nil : (faults + ["It came to that:"] + world.log).joined(separator: "\n")
    }
}
