import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoLocal

/// People who share lists, on a server with accounts, which judges all that they do by its rules.
@Suite("Sharing lists")
struct SharingTests {
    private let folder: TemporaryFolder
    private let server: ServerProcess
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.file("server.db")
        for person in ["ann", "bob", "cleo"] {
            let added = try ServerProcess.run("user", "add", person, "--database", database)
            try Data(added.output.utf8).write(to: URL(filePath: folder.file(person)))
        }
        server = try ServerProcess(database: database, [])
    }

    /// A device of a person, on the day on which the test runs: the server judges links by its clock.
    private func device(of person: String, seed: UInt64) async throws -> TestStore {
        let test = try TestStore(.pool, seed: seed, clock: ManualClock(Date()))
        let token = try String(contentsOfFile: folder.file(person), encoding: .utf8).trimmingCharacters(
            in: .whitespacesAndNewlines)
        try await test.store.sync.setRemote(RemoteConfiguration(url: server.url, user: person), token: token)
        return test
    }

    /// Ann shares the list Groceries, with oat milk in it.
    private func sharing() async throws -> (ann: TodoStore, space: Space, milk: Todo, device: TestStore) {
        let device = try await device(of: "ann", seed: 1)
        let ann = device.store
        let list = try await ann.addList("Groceries")
        try await ann.add("Oat milk", tags: ["shop"], placement: .list(list.id))
        try await ann.add("Diary")
        let (move, space) = try await ann.share(list: list.id, as: "Ann")
        #expect(move.todos == 1 && move.tags == 1)
        #expect(space.role == .owner && space.name == "Groceries" && space.members.map(\.label) == ["Ann"])
        try await ann.sync.sync()
        let milk = try #require(try await ann.todos.fetch(.all.shared(in: [space.id]), source: .local).items.first)
        return (ann, space, milk, device)
    }

    private func link(_ store: TodoStore, _ space: Space, role: SpaceRole = .editor, uses: Int = 1) async throws
        -> String
    {
        try #require(try await store.invite(to: space.id, role: role, uses: uses).link)
    }

    @Test("a list is shared by a link, and what one person does shows at the other's")
    func shares() async throws {
        let (ann, space, milk, annsDevice) = try await sharing()
        let link = try await link(ann, space)
        let bobsDevice = try await device(of: "bob", seed: 2)
        let bob = bobsDevice.store
        let offer = try await bob.offer(of: link)
        #expect(offer.name == "Groceries" && offer.role == .editor && offer.space == space.id)
        let joining = try await bob.join(link, as: "Bob")
        #expect(joining.todos == 1 && joining.lists.map(\.title) == ["Groceries"] && joining.space.role == .editor)
        #expect(joining.space.members.map(\.id) == ["ann", "bob"])
        #expect(try await bob.todos.fetch(.all, source: .local).items.map(\.title) == ["Oat milk"])
        try await bob.complete([milk.id])
        try await bob.sync.sync()
        try await ann.sync.sync()
        #expect(try await ann.todos.find(milk.id).isDone)
        #expect(try await ann.space(space.id).members.map(\.label) == ["Ann", "Bob"])
        #expect(try await bob.spaces().first?.members.map(\.label) == ["Ann", "Bob"])
        withExtendedLifetime((annsDevice, bobsDevice)) {}
    }

    @Test("a link is used as often as it says, and a link that is taken back is not used at all")
    func links() async throws {
        let (ann, space, _, annsDevice) = try await sharing()
        let bobsDevice = try await device(of: "bob", seed: 2)
        let cleosDevice = try await device(of: "cleo", seed: 3)
        let once = try await link(ann, space)
        _ = try await bobsDevice.store.join(once, as: "Bob")
        #expect(await errorCode { try await bobsDevice.store.join(once, as: "Bob") } == .usage)
        #expect(await errorCode { try await cleosDevice.store.join(once, as: "Cleo") } == .badLink)
        #expect(try await cleosDevice.store.spaces().isEmpty)
        let twice = try await ann.invite(to: space.id, role: .viewer, uses: 2)
        #expect(try await ann.invitations(to: space.id).map(\.id) == [twice.id])
        #expect(try await ann.revokeInvitations(to: space.id, id: twice.id) == 1)
        #expect(await errorCode { try await cleosDevice.store.join(twice.link ?? "", as: "Cleo") } == .badLink)
        #expect(await errorCode { try await ann.revokeInvitations(to: space.id, id: "00") } == .notFound)
        let again = try await link(ann, space, role: .viewer, uses: 2)
        #expect(try await cleosDevice.store.join(again, as: "Cleo").space.role == .viewer)
        #expect(try await ann.invitations(to: space.id).map(\.uses) == [1])
        withExtendedLifetime(annsDevice) {}
    }

    @Test("a link that cannot be one, or that leads elsewhere, is refused without a request")
    func foreignLinks() async throws {
        let bobsDevice = try await device(of: "bob", seed: 2)
        let bob = bobsDevice.store
        for text in [
            "", "hello", "https://todo.example.org/#join.x.y.1",
            "https://todo.example.org/#join.\(String(repeating: "a", count: 26)).s.-1",
        ] {
            #expect(await errorCode { try await bob.join(text, as: "Bob") } == .badLink)
        }
        let elsewhere = "https://todo.example.org/#join.\(String(repeating: "a", count: 26)).secret.1"
        #expect(await errorCode { try await bob.join(elsewhere, as: "Bob") } == .otherRemote)
        let unknown = "\(server.url)/#join.\(String(repeating: "a", count: 26)).secret.1"
        #expect(await errorCode { try await bob.join(unknown, as: "Bob") } == .badLink)
        #expect(await errorCode { try await bob.join(unknown, as: "two\nlines") } == .usage)
    }

    @Test("a viewer edits nothing, invites nobody, and becomes an editor when an owner says so")
    func roles() async throws {
        let (ann, space, milk, annsDevice) = try await sharing()
        let bobsDevice = try await device(of: "bob", seed: 2)
        let bob = bobsDevice.store
        _ = try await bob.join(try await link(ann, space, role: .viewer), as: "Bob")
        #expect(await errorCode { try await bob.complete([milk.id]) } == .notAllowed)
        #expect(await errorCode { try await bob.invite(to: space.id) } == .notAllowed)
        #expect(await errorCode { try await bob.end(space.id) } == .notAllowed)
        #expect(await errorCode { try await ann.leave(space.id) } == .notAllowed)
        #expect(await errorCode { try await ann.setRole(.editor, of: "ann", in: space.id) } == .notAllowed)
        #expect(await errorCode { try await ann.setRole(.editor, of: "nobody", in: space.id) } == .notFound)
        try await ann.setRole(.owner, of: "bob", in: space.id)
        try await bob.sync.sync()
        try await bob.complete([milk.id])
        try await bob.sync.sync()
        try await ann.leave(space.id)
        #expect(try await ann.space(space.id).state == .left)
        #expect(await errorCode { try await ann.invite(to: space.id) } == .removed)
        #expect(await errorCode { try await bob.leave(space.id) } == .notAllowed)
        withExtendedLifetime(annsDevice) {}
    }

    @Test("who is removed keeps a copy with what was never sent, and comes back with a new link")
    func removed() async throws {
        let (ann, space, milk, annsDevice) = try await sharing()
        let bobsDevice = try await device(of: "bob", seed: 2)
        let bob = bobsDevice.store
        _ = try await bob.join(try await link(ann, space, uses: 2), as: "Bob")
        #expect(await errorCode { try await ann.remove("ann", from: space.id) } == .usage)
        try await ann.remove("bob", from: space.id)
        #expect(try await ann.invitations(to: space.id).isEmpty)
        #expect(try await ann.space(space.id).members.map(\.id) == ["ann"])
        var changes = TodoChanges()
        changes.title = "Rice milk"
        try await bob.edit([milk.id], changes)
        try await bob.sync.sync()
        #expect(try await bob.space(space.id).state == .removed)
        #expect(await errorCode { try await bob.complete([milk.id]) } == .removed)
        _ = try await bob.join(try await link(ann, space), as: "Bob")
        #expect(try await bob.space(space.id).state == .active)
        try await bob.sync.sync()
        try await ann.sync.sync()
        #expect(try await ann.todos.find(milk.id).title == "Rice milk")
        withExtendedLifetime(annsDevice) {}
    }

    @Test("the sharing ends for all: the owner has own lists again, and the others have copies to keep")
    func ends() async throws {
        let (ann, space, _, annsDevice) = try await sharing()
        let bobsDevice = try await device(of: "bob", seed: 2)
        let bob = bobsDevice.store
        let joining = try await bob.join(try await link(ann, space), as: "Bob")
        let moves = try await ann.end(space.id)
        #expect(moves.map(\.todos) == [1])
        let own = try await ann.lists.find(path: "Groceries")
        #expect(own.map { $0.space } == [nil])
        try await bob.sync.sync()
        #expect(try await bob.space(space.id).state == .ended)
        let kept = try await bob.keep(list: joining.lists[0].id)
        #expect(kept.todos == 1)
        #expect(try await bob.todos.fetch(.all, source: .local).items.map(\.space) == [nil])
        withExtendedLifetime(annsDevice) {}
    }
}
