import Foundation
import GRDB
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Somebody else writes to the same file, in every possible way.
@Suite("Observation of others' writes")
struct OtherConnectionTests {
    private let folder: TemporaryFolder
    private let stack: LocalStack
    private let mapping = CountingMapping()
    private let store: ObjectStore<CountingMapping>

    init() throws {
        folder = try TemporaryFolder()
        stack = try LocalStack(.init(storage: .onDisk(path: folder.file())), environment: .testing())
        store = stack.store(for: mapping)
    }

    @Test("two stacks on one file observe one another, pooled or not", arguments: [true, false])
    func mutual(concurrent: Bool) async throws {
        let other = try LocalStack(
            .init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent),
            environment: .testing(seed: 2))
        let (here, there) = (Watched(store.observeCount(.all.open)), Watched(TodoDAO(other).store.observe(.all)))
        #expect(await eventually { here.last == 0 && there.last?.items.isEmpty == true })
        for round in 1...5 {
            try await TodoDAO(other).createOne(.sample("o\(round)"))
            #expect(await here.shows(2 * round - 1))
            try await TodoDAO(stack).createOne(.sample("h\(round)"))
            #expect(await here.shows(2 * round))
            #expect(await eventually { there.last?.items.count == 2 * round })
        }
    }

    @Test("what others write of other kinds costs no query; what they note for themselves neither")
    func irrelevant() async throws {
        let other = try LocalStack(.init(storage: .onDisk(path: folder.file())), environment: .testing(seed: 2))
        let (todos, tags) = (Watched(store.observe(.all)), Watched(TagDAO(stack).store.observeCount()))
        #expect(await eventually { todos.last != nil && tags.last == 0 })
        let before = mapping.counter.count
        for round in 1...5 {
            try await LocationDAO(other).createOne(try .sample("p\(round)"))
            await RecentsDAO(other).noteSearch("milk").value
            try await TagDAO(other).createOne(.sample("t\(round)"))
            #expect(await tags.shows(round))
        }
        #expect(mapping.counter.count == before)
        try await TodoDAO(other).createOne(.sample("a"))
        #expect(await eventually { todos.last?.items.count == 1 })
        #expect(mapping.counter.count == before + 1)
    }

    @Test("a backup restored into the file is another content, whatever its history says")
    func restored() async throws {
        let backup = try LocalStack(.init(storage: .onDisk(path: folder.file("backup.db"))), environment: .testing())
        try await TodoDAO(backup).createMany([.sample("x"), .sample("y")])
        // As many steps as in the other file, so that only the content differs.
        try await TodoDAO(stack).createOne(.sample("a"))
        let (page, number) = (Watched(store.observe(.all)), Watched(store.observeCount()))
        #expect(await eventually { page.last?.items.count == 1 && number.last == 1 })
        let program = try DatabaseQueue(path: folder.file())
        try backup.database.backup(to: program)
        #expect(await number.shows(2))
        #expect(await eventually { page.last?.items.map(\.id.rawValue).sorted() == ["x", "y"] })
        try program.close()
        // The observation goes on from there.
        try await TodoDAO(stack).deleteOne(Todo.ID(stored: "x"))
        #expect(await number.shows(1))
    }

    @Test("steps that were pruned before anybody looked could have been about anything")
    func pruned() async throws {
        try await TodoDAO(stack).createOne(.sample("a", "before"))
        let page = Watched(store.observe(.all))
        #expect(await eventually { page.last != nil })
        let program = try DatabaseQueue(path: folder.file())
        try await program.write { connection in
            try connection.execute(
                sql: """
                    INSERT INTO historyTransaction (at, deviceID, process, author, action) VALUES (1, 1, '', 'user', 'edit');
                    DELETE FROM historyTransaction WHERE id = last_insert_rowid();
                    UPDATE todo SET title = 'after';
                    """)
        }
        #expect(await eventually { page.last?.items.first?.title == "after" })
    }

    @Test("a merge that changes a time alone is seen")
    func stampsAlone() async throws {
        try await TodoDAO(stack).createOne(.sample("a", "same"))
        let page = Watched(store.observe(.all))
        #expect(await eventually { page.last != nil })
        let origin = try #require(
            try await stack.read { try $0.record(TodoEntity.self, id: "a")?.asRecord })
        let later = Stamp(milliseconds: origin.origin.milliseconds + 5000, counter: 0, device: DeviceID(rawValue: 7))
        var record = origin
        record.registers["title"] = .init("same", later)
        try await stack.merge(record)
        #expect(await eventually { page.last?.items.first?.updatedAt.milliseconds == later.milliseconds })
    }
}
