import Foundation
import TestSupport
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// A device of a person in a ``SharedWorld``.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
final class SharedDevice: @unchecked Sendable {
    let number: Int
    let person: String
    let stack: LocalStack
    let spaces: SpaceDAO
    private let cloud: SharedCloud
    private let sabotage: SharedSabotage?

    init(_ number: Int, of person: String, _ cloud: SharedCloud, seed: UInt64, sabotage: SharedSabotage?) throws {
        self.number = number
        self.person = person
        self.cloud = cloud
        self.sabotage = sabotage
        let generator = Chance(SeededGenerator(seed: seed))
        let environment = TodoEnvironment(
            now: { Date(milliseconds: cloud.now) }, timeZone: .gmt, makeUUID: { generator.value.uuid() })
        stack = try LocalStack(.inMemory, environment: environment)
        spaces = SpaceDAO(stack)
    }

    /// `@unchecked`: a simulation runs in one task, which alone touches it.
    private final class Chance: @unchecked Sendable {
        var value: SeededGenerator
        init(_ value: SeededGenerator) { self.value = value }
    }

    func replication(of space: SpaceID) -> ReplicationDAO { ReplicationDAO(stack, of: space) }

    /// A space by its name; the own one for nil. Nil if it was never joined here.
    func space(_ name: String?) async throws -> SpaceID? {
        guard let name else { return .own }
        return try await spaces.sharedSpaces().first { $0.value.sid == name }?.key
    }

    /// Whether a person could edit in a space here: inactive ones are read-only, and a viewer is refused.
    func acceptsEdits(_ space: SpaceID) async throws -> Bool {
        if space == .own { return true }
        return try await spaces.sharedSpaces()[space]?.acceptsEdits ?? false
    }

    func records(of space: SpaceID) async throws -> [String: Record] {
        let records = try await replication(of: space).records(of: .todo, afterID: nil, limit: 1000)
        return Dictionary(records.map { ($0.id, $0.normalized()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Syncs all spaces.
    func sync() async throws -> SyncReport {
        var limits = SyncEngine.Limits()
        limits.page = 3
        limits.batch = 3
        limits.overlaps = false
        let own = SyncEngine(
            store: store(of: .own), remote: cloud.remote(of: person), environment: stack.environment, limits: limits,
            pause: { _ in })
        return try await SpacesEngine(own: own, spaces: sharedSpaces).run()
    }

    private var sharedSpaces: any SpaceStore {
        let sound = SharedSpaces(stack)
        return sabotage.map { SabotagedSpaces(sound: sound, stack: stack, sabotage: $0) } ?? sound
    }

    private func store(of space: SpaceID) -> any SyncStore {
        let replication = replication(of: space)
        // The own space has no members who could send anything to a wrong place.
        guard sabotage == .hold else { return replication }
        return SabotagedRecords(replication: replication, own: replication, sabotage: .hold)
    }
}
