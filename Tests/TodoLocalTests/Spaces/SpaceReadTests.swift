import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// Records of two spaces with the same ids, as they are read and named.
@Suite("Spaces: reading")
struct SpaceReadTests {
    private let twins: TwinStore
    private var todos: TodoDAO { twins.store.todos }
    private var shared: SpaceID { twins.shared }

    init() async throws { twins = try await TwinStore() }

    /// Adds another space with a to-do.
    private func join(_ sid: String, with id: String) async throws {
        try await twins.stack.write("join") { transaction in
            let space = try transaction.add(StoredSpace(sid: sid, path: "spaces/\(sid)", role: .editor, name: sid))
            try transaction.within(space) { _ = try transaction.create(.sample(id, "In \(sid)")) }
        }
    }

    @Test("an id names the record of the own space, and else that of the space that has it")
    func naming() async throws {
        #expect(try await todos.find(.init(stored: "a")).title == "First mine")
        #expect(try await todos.findMany(.all.filter(.ids([.init(stored: "a")]))).items.map(\.title) == ["First mine"])
        #expect(try await todos.findIDs(prefix: "a", limit: 10) == [.init(stored: "a")])
        try await join("second", with: "elsewhere")
        #expect(try await todos.find(.init(stored: "elsewhere")).title == "In second")
        let others = try [.own, shared].map { try twins.picture(of: $0) }
        try await todos.updateOne(Todo.Update(id: .init(stored: "elsewhere"), title: "Renamed"))
        #expect(try await todos.find(.init(stored: "elsewhere")).title == "Renamed")
        #expect(await errorCode { try await todos.addOne(.sample("elsewhere")) } == .alreadyExists)
        try await todos.deleteOne(.init(stored: "elsewhere"))
        #expect(await errorCode { try await todos.find(.init(stored: "elsewhere")) } == .notFound)
        #expect(try [.own, shared].map { try twins.picture(of: $0) } == others)
        #expect(try twins.findings() == [])
    }

    @Test("an id that two shared spaces have, and the own one does not, is ambiguous")
    func ambiguous() async throws {
        try await join("second", with: "x")
        try await join("third", with: "x")
        let before = try twins.stack.dump()
        let id = Todo.ID(stored: "x")
        #expect(await errorCode { try await todos.find(id) } == .ambiguousID)
        #expect(await errorCode { try await todos.updateOne(Todo.Update(id: id, title: "Other")) } == .ambiguousID)
        #expect(await errorCode { try await todos.deleteOne(id) } == .ambiguousID)
        #expect(await errorCode { try await todos.createOne(.sample("x")) } == .ambiguousID)
        #expect(try twins.stack.dump() == before)
        #expect(try await todos.findMany(.all.filter(.ids([id]))).items.count == 2)
    }

    @Test("lists, searches and counts read all spaces, and each to-do with what is its own")
    func lists() async throws {
        let all = try await todos.findMany(.all.ascending(\.title).page(0, size: 20)).items
        #expect(all.map(\.title) == ["First", "Later", "Part", "Rent"].flatMap { ["\($0) mine", "\($0) theirs"] })
        #expect(try await todos.count() == 8)
        for todo in all {
            let word = String(todo.title.split(separator: " ")[1])
            let names = todo.tags.map(\.title) + [todo.location?.placeName, todo.list?.title].compactMap(\.self)
            #expect(names.allSatisfy { $0.hasSuffix(" \(word)") }, "\(todo.title): \(names)")
            #expect(todo.ancestors.allSatisfy { $0.title.hasSuffix(" \(word)") })
            #expect(todo.comments.allSatisfy { $0.text.hasSuffix(" \(word)") })
            #expect(todo.comments.count == (todo.id.rawValue == "a" ? 1 : 0))
            #expect(todo.isBlocked == (todo.id.rawValue == "c"))
        }
        func found(_ query: Query<Todo>) async throws -> [String] {
            try await todos.findMany(query).items.map(\.title).sorted()
        }
        #expect(try await found(.all.matching("milk")) == ["First mine", "First theirs"])
        #expect(try await found(.all.matching("said theirs")) == ["First theirs"])
        #expect(try await found(.all.matching("work mine")) == ["Part mine"])
        #expect(try await found(.all.filter(.tagged([.init(stored: "home")]))) == ["First mine", "Part mine"])
        #expect(try await found(.all.filter(.listed([.init(stored: "L")]))).allSatisfy { $0.hasSuffix("mine") })
        #expect(
            try await found(.all.filter(.placed(in: .list(.init(stored: "L"))))).allSatisfy { $0.hasSuffix("mine") })
        #expect(try await found(.all.filter(.descendant(of: .init(stored: "a")))) == ["Part mine"])
    }

    @Test("the history, a past state and the names of its records are of each space")
    func history() async throws {
        let then = twins.store.clock.now
        twins.store.clock.advance(by: 60)
        let (id, shared) = (Todo.ID(stored: "a"), shared)
        try await twins.stack.write("edit") { transaction in
            try transaction.within(shared) { _ = try transaction.update(Todo.Update(id: id, title: "Changed")) }
        }
        let history = HistoryDAO(twins.stack)
        let keys = [RecordKey(.todo, "a"), RecordKey(.todo, "a", in: shared)]
        #expect(try await history.names(of: Set(keys)) == [keys[0]: "First mine", keys[1]: "Changed"])
        #expect(try await history.transactions(after: nil, of: keys[0], limit: 10).map(\.action) == ["add"])
        let steps = try await history.transactions(after: nil, of: keys[1], limit: 10)
        #expect(steps.map(\.action) == ["join", "edit"])
        #expect(steps.last?.changes.map(\.key) == [keys[1]])
        let past = try await history.past(at: then)
        #expect(Set(past.todos.map(\.title)).isSuperset(of: ["First mine", "First theirs"]) && past.todos.count == 8)
        for todo in past.todos where todo.id == id {
            let word = String(todo.title.split(separator: " ")[1])
            #expect(todo.tags.map(\.title) == ["Home \(word)"] && todo.list?.title == "List \(word)")
        }
        let overview = try await history.pastOverview(at: then, limit: 10)
        #expect(overview.counts.open == 8 && overview.items.count == 8)
    }

    @Test("a restored backup and a merged database have both spaces as they were")
    func copies() async throws {
        let folder = try TemporaryFolder()
        let before = try [.own, shared].map { try twins.view(of: $0) }
        try await twins.stack.backUp(to: folder.file("backup.db"))
        twins.store.clock.advance(by: 60)
        let shared = shared
        try await twins.stack.write("delete") { transaction in
            try transaction.delete(todos: ["a"])
            try transaction.within(shared) { try transaction.delete(todos: ["c"]) }
        }
        let merged = try LocalStack(
            .init(storage: .onDisk(path: folder.file("new.db"))), environment: .testing(seed: 9))
        _ = try await merged.merge([folder.file("backup.db")], isTrial: false)
        #expect(try merged.rows("SELECT count(*), count(DISTINCT id) FROM todo") == ["8|4"])
        #expect(
            try merged.rows("SELECT title FROM todo WHERE space = 1 ORDER BY id") == [
                "First theirs", "Part theirs", "Later theirs", "Rent theirs",
            ])
        #expect(try merged.rows("SELECT sid FROM space") == ["", "shared"])
        try merged.close()
        #expect(try Doctor(path: folder.file("new.db"), environment: .testing()).examine().isHealthy)
        _ = try await twins.stack.restore(from: folder.file("backup.db"))
        #expect(try [.own, shared].map { try twins.view(of: $0) } == before)
        #expect(try twins.findings() == [])
    }

    @Test("what is salvaged of a file with a damaged header has both spaces as they were")
    func salvage() async throws {
        let folder = try TemporaryFolder()
        try await twins.stack.backUp(to: folder.file("backup.db"))
        var file = try #require(contents(of: folder.file("backup.db")))
        file.replaceSubrange(0..<100, with: Data(repeating: 0xFF, count: 100))
        try file.write(to: URL(filePath: folder.file("damaged.db")))
        chmod(folder.file("damaged.db"), 0o600)
        let diagnosis = try Doctor(path: folder.file("damaged.db"), environment: .testing()).examine(repairing: true)
        let salvaged = try #require(diagnosis.salvaged)
        let stack = try LocalStack(.init(storage: .onDisk(path: salvaged)), environment: .testing(seed: 9))
        #expect(try stack.rows("SELECT space, count(*) FROM todo GROUP BY space") == ["0|4", "1|4"])
        #expect(
            try stack.rows("SELECT title FROM todo WHERE id = 'a' ORDER BY space") == ["First mine", "First theirs"])
        #expect(try stack.rows("SELECT sid, state FROM space") == ["|active", "shared|active"])
        try stack.close()
        #expect(try Doctor(path: salvaged, environment: .testing()).examine().isHealthy)
    }

    @Test("the doctor finds records of an unknown space, and relations that leave theirs, and mends both")
    func doctor() async throws {
        let doctor = Doctor(path: try #require(twins.stack.path), environment: .testing(clock: twins.store.clock))
        let before = try twins.view(of: shared)
        try twins.stack.execute(
            """
            UPDATE todoTag SET tagID = (SELECT rowID FROM tag WHERE id = 'home' AND space = 1)
            WHERE todoID = (SELECT rowID FROM todo WHERE id = 'a' AND space = 0)
            """)
        #expect(try twins.findings() == ["missing-relations", "stray-relations"])
        try twins.stack.execute("DELETE FROM space WHERE rowID = 1; DELETE FROM syncState WHERE space = 1")
        #expect(try twins.findings().contains("unknown-spaces"))
        #expect(try doctor.examine(repairing: true).isHealthy)
        #expect(try twins.findings() == [])
        #expect(try twins.stack.rows("SELECT rowID, state FROM space") == ["0|active", "1|left"])
        #expect(try twins.view(of: shared) == before)
    }
}
