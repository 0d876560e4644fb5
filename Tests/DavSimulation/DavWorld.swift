import DavMerge
import TodoDomain
import TodoKitTesting

/// A world of clients that follows from a seed.
protocol DavWorld {
    associatedtype Client
    var stage: MergeStage { get }
    var clients: [Client] { get }
    /// The to-do, or the series, that all of them have.
    var todo: Todo.ID { get }
    init(seed: UInt64, _ sabotage: DavSabotage?) throws
    /// What has happened, in words.
    var log: [String] { get }
    /// Lets them live.
    mutating func run(steps: Int) async throws
    /// Lets a client send and read.
    mutating func sync(_ index: Int) async throws
    /// What is wrong in the end, in words.
    func faults() async throws -> [String]
}

extension DavWorld {
    /// Lets all clients sync until nothing changes any longer; returns whether it comes to that.
    mutating func comesToRest() async throws -> Bool {
        // Two rounds deliver what is still on its way, and a third one finds nothing.
        for _ in 0..<2 { try await syncAll() }
        let (steps, etag) = (try await stage.steps(), try await stage.item(todo)?.etag)
        try await syncAll()
        let (last, now) = (try await stage.steps(), try await stage.item(todo)?.etag)
        return last == steps && now == etag
    }

    private mutating func syncAll() async throws {
        for index in clients.indices {
            stage.clock.advance(by: 600)
            try await sync(index)
        }
    }
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
