import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit

/// Stores in memory, in front of a real server.
@Suite("Repositories between a local and a remote source")
struct RemoteSourceTests {
    private let folder: TemporaryFolder
    private let server: ServerProcess

    init() throws {
        folder = try TemporaryFolder()
        server = try ServerProcess(database: folder.file("server.db"))
    }

    private func store() async throws -> TodoStore {
        let store = try TodoStore(.init(storage: .inMemory, isSyncEnabled: true))
        try await store.sync.setRemote(RemoteConfiguration(url: server.url, user: "ada", credentials: .emulator))
        return store
    }

    private func titles(_ store: TodoStore, _ source: DataSource) async throws -> [String] {
        try await store.todos.fetch(.all.ascending(\.title), source: source).items.map(\.title)
    }

    @Test("a write is there at once and pending until it is synced; the remote source has what others have sent")
    func remoteSource() async throws {
        let (here, there) = (try await store(), try await store())
        try await here.add("Buy milk", tags: ["shop"])
        #expect(try await here.todos.hasPendingChanges)
        #expect(try await titles(here, .local) == ["Buy milk"])
        try await here.sync.sync()
        #expect(try await here.todos.hasPendingChanges == false)
        #expect(try await titles(there, .local) == [])
        #expect(try await titles(there, .remote) == ["Buy milk"])
        #expect(try await there.tags.fetch(.all, source: .local).items.map(\.title) == ["shop"])
        server.kill()
        #expect(await errorCode { try await titles(there, .remote) } == .unreachable)
        #expect(try await titles(there, .local) == ["Buy milk"])
    }

    @Test("the first pull is waited for where that is asked for, and made only once")
    func firstPull() async throws {
        let here = try await store()
        try await here.add("Buy milk")
        try await here.sync.sync()
        let there = try await store()
        #expect(try await titles(there, .afterFirstPull) == ["Buy milk"])
        let read = try await there.sync.status.documentsRead
        try await here.add("Sweep")
        try await here.sync.sync()
        #expect(try await titles(there, .afterFirstPull) == ["Buy milk"])
        #expect(try await there.sync.status.documentsRead == read)
        let late = try await store()
        try await late.add("Written down meanwhile")
        #expect(try await titles(late, .afterFirstPull) == ["Buy milk", "Sweep", "Written down meanwhile"])
        #expect(try await late.todos.hasPendingChanges, "whoever reads sends nothing")
    }

    @Test("the first pull asks a remote that does not answer once, and then not again for a while")
    func firstPullAlone() async throws {
        // With a clock that stands still, and a port on which nobody listens.
        let test = try TestStore()
        try await test.store.sync.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
        try await test.store.add("Written down meanwhile")
        for _ in 1...3 { #expect(try await titles(test.store, .afterFirstPull) == ["Written down meanwhile"]) }
        let failure = try #require(try await test.store.sync.status.failure)
        #expect(failure.code == .unreachable && failure.count == 1)
        test.clock.advance(by: 2)
        #expect(try await titles(test.store, .afterFirstPull) == ["Written down meanwhile"])
        #expect(try await test.store.sync.status.failure?.count == 2)
    }

    @Test("the first pull asks a remote that has nothing once")
    func firstPullEmpty() async throws {
        let store = try await store()
        for _ in 1...3 { #expect(try await titles(store, .afterFirstPull) == []) }
        #expect(try await store.sync.status.documentsRead == 4, "the head, and one for each kind")
    }

    @Test("the automatic source answers at once, and an observer sees what the first pull brings")
    func automaticSource() async throws {
        let here = try await store()
        try await here.add("Buy milk")
        try await here.sync.sync()
        let there = try await store()
        try await there.add("Sweep")
        let seen = Task {
            for try await page in there.todos.observe(.all) where page.items.count == 2 { return }
        }
        #expect(try await titles(there, .automatic).contains("Sweep"))
        try await seen.value
        #expect(try await titles(there, .automatic) == ["Buy milk", "Sweep"])
        #expect(try await there.todos.hasPendingChanges, "whoever reads sends nothing")
    }

    @Test("the status tells what is pending, what goes on and when it was in step, as a value and as a sequence")
    func status() async throws {
        let here = try await store()
        #expect(try await here.sync.status.lastSynced == nil)
        for number in 1...500 { try await here.add("To-do \(number)") }
        #expect(try await here.sync.status.pending == 500)
        var statuses = here.sync.statuses.makeAsyncIterator()
        #expect(await statuses.next()?.pending == 500)
        let sync = Task { try await here.sync.sync() }
        var sawProgress = false
        while let status = await statuses.next() {
            if case .syncing(_, let pushed) = status.activity, pushed > 0 { sawProgress = true }
            if status.lastSynced != nil, status.activity == .idle { break }
        }
        #expect(sawProgress)
        #expect(try await sync.value.pushed == 500)
        let status = try await here.sync.status
        #expect(
            status.pending == 0 && status.documentsWritten == 504,
            "two commits of to-dos and one of the device move the head")
    }

    @Test("the status follows a conflict that comes and is dismissed")
    func conflictStatus() async throws {
        let (here, there) = (try await store(), try await store())
        let milk = try await here.add("Buy milk")
        try await here.sync.sync()
        try await there.sync.sync()
        var statuses = here.sync.statuses.makeAsyncIterator()
        try await here.todos.update(Todo.Update(id: milk.id, title: "Here"))
        try await there.todos.update(Todo.Update(id: milk.id, title: "There"))
        for store in [there, here, there] { try await store.sync.sync() }
        let conflicts = try await here.sync.conflicts().map(\.id)
        #expect(conflicts.count == 1, "what is later stands, and was written there")
        #expect(await statuses.next { $0.conflicts == 1 } != nil)
        try await here.sync.dismiss(conflicts)
        #expect(await statuses.next { $0.conflicts == 0 } != nil)
    }

    @Test("stores that sync by themselves show one another's edits to their observers")
    func byThemselves() async throws {
        let (here, there) = (try await store(), try await store())
        await here.sync.start()
        await there.sync.start()
        let seen = Task {
            for try await page in there.todos.observe(.all) where page.items.first?.title == "Buy oat milk" { return }
        }
        var todo = try await here.add("Buy milk")
        let original = todo
        todo.title = "Buy oat milk"
        try await here.todos.update(todo, from: original)
        try await seen.value
        await here.sync.stop()
        await there.sync.stop()
    }

    @Test("a store that syncs by itself sends what another process edits in its database")
    func byOthers() async throws {
        let configuration = StackConfiguration(storage: .onDisk(path: folder.file("shared.db")))
        let (watching, editing) = (try TodoStore(configuration), try TodoStore(configuration))
        try await watching.sync.setRemote(RemoteConfiguration(url: server.url, user: "ada", credentials: .emulator))
        // Longer than anybody waits.
        await watching.sync.start(every: .seconds(3600))
        #expect(await eventually { (try? await watching.sync.status.lastSynced) ?? nil != nil })
        try await editing.add("Buy milk")
        #expect(await eventually { (try? await editing.todos.hasPendingChanges) == false })
        let there = try await store()
        #expect(try await titles(there, .remote) == ["Buy milk"])
        await watching.sync.stop()
    }

    @Test("a store that is not synced has no remote, and takes none")
    func syncOff() async throws {
        let path = folder.file()
        let synced = try TodoStore(.init(storage: .onDisk(path: path)))
        let remote = RemoteConfiguration(url: server.url, user: "ada", credentials: .emulator)
        try await synced.sync.setRemote(remote)
        try await synced.add("Buy milk")
        let store = try TodoStore(.init(storage: .onDisk(path: path), isSyncEnabled: false))
        #expect(try await store.sync.remote == nil)
        #expect(try await store.todos.hasPendingChanges == false)
        #expect(await errorCode { try await store.sync.sync() } == .noRemote)
        #expect(await errorCode { try await store.sync.setRemote(remote) } == .usage)
        #expect(try await synced.todos.hasPendingChanges)
    }
}
