import FirestoreWire
import SyncSimulation
import TestSupport
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// A device of a person who shares spaces with others.
final class MemberFixture {
    let person: String
    let cloud: SharedCloud
    let device: EngineFixture
    let spaces: SpaceDAO

    init(_ person: String, _ cloud: SharedCloud, seed: UInt64 = 1) throws {
        self.person = person
        self.cloud = cloud
        device = try EngineFixture(cloud.own(of: person), seed: seed)
        spaces = SpaceDAO(device.stack)
    }

    /// The engine of all spaces.
    var engine: SpacesEngine {
        var limits = SyncEngine.Limits()
        limits.overlaps = false
        limits.batch = 8
        let own = SyncEngine(
            store: device.replication, remote: cloud.remote(of: person), environment: device.stack.environment,
            limits: limits, pause: { _ in })
        return SpacesEngine(own: own, spaces: SharedSpaces(device.stack))
    }

    /// Syncs all spaces; returns the report and the requests that it took.
    @discardableResult
    func sync(pushing: Bool = true) async throws -> (report: SyncReport, requests: [String]) {
        let before = cloud.requests.count
        let report = try await engine.run(pushing: pushing)
        return (report, Array(cloud.requests[before...]))
    }

    /// Begins to sync a shared space.
    @discardableResult
    func join(_ name: String, as role: SpaceRole = .editor) async throws -> SpaceID {
        try await spaces.join(StoredSpace(sid: name, path: "spaces/\(name)", role: role, name: name))
    }

    /// Begins to sync a shared space, and tells the other devices of the person.
    @discardableResult
    func enter(
        _ name: String, named title: String = "Groceries", as role: SpaceRole = .owner, calling alias: String? = nil
    ) async throws -> SpaceID {
        var space = StoredSpace(sid: name, path: "spaces/\(name)", role: role, name: title)
        if let alias { (space.me, space.names) = (person, [person: alias]) }
        return try await spaces.enter(space)
    }

    func replication(_ space: SpaceID) -> ReplicationDAO { ReplicationDAO(device.stack, of: space) }

    func add(_ id: String, _ title: String, in space: SpaceID) async throws {
        try await device.stack.write("add") { transaction in
            try transaction.within(space) {
                _ = try transaction.create(
                    Todo(id: Todo.ID(stored: id), title: title, createdAt: transaction.environment.now()))
            }
        }
    }

    func rename(_ id: String, _ title: String, in space: SpaceID) async throws {
        try await device.stack.write("edit") { transaction in
            try transaction.within(space) {
                _ = try transaction.update(Todo.Update(id: Todo.ID(stored: id), title: title))
            }
        }
    }

    /// Moves a to-do to another space, as one transaction would leave the rows: a copy, and a deletion that names it.
    func move(_ id: String, from source: SpaceID, to target: SpaceID, as copy: String, keepingCopy: Bool = true)
        async throws
    {
        try await device.stack.write("move") { transaction in
            let sid = try transaction.reading.sharedSpaces()[target]?.sid ?? ""
            try transaction.within(source) {
                let todo = try transaction.reading.record(TodoEntity.self, id: id)
                guard let todo else { return }
                try transaction.edit(
                    todo, registers: ["movedTo": .object(["space": .string(sid), "id": .string(copy)])])
            }
            guard keepingCopy else { return }
            try transaction.within(target) {
                _ = try transaction.create(
                    Todo(id: Todo.ID(stored: copy), title: "copy of \(id)", createdAt: transaction.environment.now()))
            }
        }
        try await device.stack.write("move") { transaction in
            try transaction.within(source) { try transaction.delete(TodoEntity.self, id: id) }
        }
    }

    func titles(_ space: SpaceID) async throws -> [String: String] {
        let records = try await replication(space).records(of: .todo, afterID: nil, limit: 100)
        return Dictionary(
            records.filter { !$0.isDeleted }.map { ($0.id, $0.registers["title"]?.value.string ?? "") },
            uniquingKeysWith: { _, last in last })
    }

    func state(_ space: SpaceID) async throws -> SpaceState? { try await spaces.sharedSpaces()[space]?.state }
    func unsent(_ space: SpaceID) async throws -> Int { try await replication(space).counts().pending }
}

extension SharedCloud {
    /// The document of a to-do in a shared space.
    func todo(_ id: String, in space: String) -> Fields? { spaces[space]?.contents.documents[RecordKey(.todo, id)] }
}
