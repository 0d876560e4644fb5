import Basics
import FirestoreWire
import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoNetwork
import TodoSync

/// Two people, a shared space and a real server, which lets everybody do everything: the rules are tested elsewhere.
@Suite("Shared spaces over HTTP")
struct SharedSpacesTests {
    private let folder: TemporaryFolder
    private let server: ServerProcess
    private let service: FirestoreService
    private static let sid = "0123456789abcdefghijklmnop"

    init() async throws {
        folder = try TemporaryFolder()
        server = try ServerProcess(database: folder.file("server.db"))
        let project = RemoteConfiguration(url: server.url, user: "ann", credentials: .emulator).project
        service = FirestoreService(
            try FirestoreDatabase(projectID: project, url: server.url),
            transport: CurlTransport(configuration: .init(proxy: .none)),
            credentials: try EmulatorCredentials.admin(), retry: .never)
        let head: Fields = [
            "seq": 1, "epoch": "e", "schema": 2, "gcSeq": 0, "gcHi": 0, "last": .map([:]), "ring": .array([]),
            "members": .map(["ann": "owner", "bob": "editor"]), "encrypted": .boolean(false), "k": 0,
        ]
        _ = try await service.create(head, in: service.database.resource("spaces", Self.sid, "sync"), id: "head")
    }

    private func store(of person: String, seed: UInt64) async throws -> (TestStore, SpaceID) {
        let test = try TestStore(seed: seed)
        try await test.store.sync.setRemote(
            RemoteConfiguration(url: server.url, user: person, credentials: .emulator))
        let space = try await SpaceDAO(test.stack).join(
            StoredSpace(sid: Self.sid, path: "spaces/\(Self.sid)", role: .editor, name: "Groceries"))
        return (test, space)
    }

    private func titles(_ test: TestStore, _ space: SpaceID) async throws -> [String?] {
        try await ReplicationDAO(test.stack, of: space).records(of: .todo, afterID: nil, limit: 10)
            .map { $0.registers["title"]?.value.string }
    }

    @Test("an edit goes from one person to the other, and an idle sync is one request")
    func travels() async throws {
        let (ann, mine) = try await store(of: "ann", seed: 1)
        let (bob, theirs) = try await store(of: "bob", seed: 2)
        #expect(try await ann.store.todos.hasPendingChanges == false)
        try await ann.stack.write("add") { transaction in
            try transaction.within(mine) {
                _ = try transaction.create(
                    Todo(id: Todo.ID(stored: "t"), title: "oat milk", createdAt: transaction.environment.now()))
            }
        }
        #expect(try await ann.store.todos.hasPendingChanges)
        try await ann.store.sync.sync()
        #expect(try await ann.store.todos.hasPendingChanges == false)
        let document = try await service.get(service.database.resource("spaces", Self.sid, "todos", "t"))
        #expect(document.fields["by"] == "ann" && document.fields["v"] == 2)
        try await bob.store.sync.sync()
        #expect(try await titles(bob, theirs) == ["oat milk"])
        let idle = try await bob.store.sync.sync()
        #expect(idle.requests == 1 && idle.documentsRead == 2)
    }

    @Test("a person who is no longer a member keeps the copy, and the space is not asked again")
    func removed() async throws {
        let (bob, theirs) = try await store(of: "bob", seed: 2)
        try await bob.store.sync.sync()
        let head = try service.database.resource("spaces", Self.sid, "sync", "head")
        _ = try await service.patch(
            head, ["members": .map(["ann": "owner"])], updating: try DocumentMask([FieldPath(["members"])]))
        _ = try await service.create(
            ["gone": .boolean(true), "goneBy": "ann"],
            in: service.database.resource("spaces", Self.sid, "members"), id: "bob")
        try await bob.store.sync.sync()
        #expect(try await SpaceDAO(bob.stack).sharedSpaces()[theirs]?.state == .removed)
        #expect(try await bob.store.sync.sync().documentsRead == 1)
    }
}
