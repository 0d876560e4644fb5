import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Recent searches and recently viewed to-dos: fifty of each, only on this device, and nobody waits for them.
@Suite("Recent things")
struct RecentsTests {
    @Test("the latest come first, what is noted again moves to the front, and fifty are kept")
    func order() async throws {
        let fixture = try TestStore()
        let recents = RecentsDAO(fixture.stack)
        for index in 0..<60 {
            fixture.clock.advance(by: 1)
            await recents.noteSearch("search \(index)").value
        }
        fixture.clock.advance(by: 1)
        await recents.noteSearch(" search 30 ").value
        let found = try await recents.searches.fetchAll().map(\.id)
        #expect(found == ["search 30"] + (10..<60).reversed().filter { $0 != 30 }.map { "search \($0)" })
    }

    @Test("searches and viewed to-dos are kept apart, each fifty")
    func apart() async throws {
        let fixture = try TestStore()
        let recents = RecentsDAO(fixture.stack)
        for index in 0..<51 {
            fixture.clock.advance(by: 1)
            await recents.noteView(of: Todo.ID(stored: "t\(index)")).value
        }
        await recents.noteSearch("milk").value
        #expect(try await recents.todos.count() == RecentsDAO.limit)
        #expect(try await recents.todos.fetchAll().first?.id == "t50")
        #expect(try await recents.searches.fetchAll() == [RecentSearch(id: "milk", at: fixture.clock.now)])
    }

    @Test("no search is noted as one", arguments: ["", "  \n"])
    func nothing(text: String) async throws {
        let fixture = try TestStore()
        await RecentsDAO(fixture.stack).noteSearch(text).value
        #expect(try await RecentsDAO(fixture.stack).searches.count() == 0)
    }

    @Test("they are no edits: no step of the history, no stamp, no record")
    func neverSynced() async throws {
        let fixture = try TestStore()
        try await fixture.todos.createOne(.sample("a"))
        let before = try fixture.stack.dump().filter { !$0.hasPrefix("recent") }
        fixture.clock.advance(by: 1)
        await RecentsDAO(fixture.stack).noteSearch("milk").value
        await RecentsDAO(fixture.stack).noteView(of: Todo.ID(stored: "a")).value
        #expect(try fixture.stack.dump().filter { !$0.hasPrefix("recent") } == before)
        #expect(try fixture.stack.dump().count { $0.hasPrefix("recent") } == 2)
    }

    @Test("noting one returns at once, though the database cannot be written, and fails silently")
    func doesNotWait() async throws {
        let folder = try TemporaryFolder()
        var configuration = StackConfiguration(storage: .onDisk(path: folder.file()))
        configuration.busyTimeout = 0.3
        let stack = try LocalStack(configuration)
        let other = try OtherProgram(folder.file())
        try other.beginWriting()
        let recents = RecentsDAO(stack)
        let noted = recents.noteSearch("milk")
        // Reading goes on while the write still waits for the other program.
        #expect(try await recents.searches.count() == 0)
        await noted.value
        try other.endWriting()
        #expect(try await recents.searches.count() == 0)
        await recents.noteSearch("oats").value
        #expect(try await recents.searches.fetchAll().map(\.id) == ["oats"])
    }
}
