import FirestoreWire
import Foundation
import NIOConcurrencyHelpers
import TestSupport
import Testing
import TodoServer

@Suite("A space that moves from one database to another")
struct SpaceMoveTests {
    private let folder: TemporaryFolder
    private let source: LocalSpace
    private let target: LocalSpace
    private let targetStore: DocumentStore

    init() throws {
        folder = try TemporaryFolder()
        targetStore = try DocumentStore(path: folder.file("target.db"))
        source = try LocalSpace(
            DocumentStore(path: folder.file("source.db")), database: DatabaseName(projectID: "todo"), .user("ada"))
        target = try LocalSpace(
            targetStore, database: DatabaseName(projectID: "cloud", databaseID: "eu"), .user("x8%J"))
    }

    private func export(_ host: any SpaceHost) async throws -> [UInt8] {
        let bytes = NIOLockedValueBox<[UInt8]>([])
        var export = SpaceExport(host) { line in bytes.withLockedValue { $0 += line } }
        _ = try await export.run()
        return bytes.withLockedValue { $0 }
    }

    private func put(_ file: [UInt8], into host: any SpaceHost, replacing: Bool = false) async throws -> Int {
        var lines = SpaceLines(file)
        let root = try lines.header()
        var space = SpaceImport(into: host, replacing: replacing)
        return try await space.run(from: root, lines)
    }

    /// Makes a commit of one to-do, as a device does.
    private func commit(_ sequence: Int64, _ fields: Fields = [:], to host: any SpaceHost) async throws {
        var todo = fields
        todo["seq"] = .integer(sequence)
        try await host.commit([
            write("sync/head", ["seq": .integer(sequence), "gcSeq": 0, "epoch": "e", "schema": 1], in: host),
            write("todos/t\(sequence)", todo, in: host),
        ])
    }

    private func write(_ path: String, _ fields: Fields, in host: any SpaceHost) -> Write {
        Write(.update(Document(name: "\(host.root.text)/\(path)", fields: fields)))
    }

    /// The fields of all documents in the space, by the part of the name below it.
    private func contents(_ host: any SpaceHost) async throws -> [String: Fields] {
        var contents: [String: Fields] = [:]
        for line in SpaceLines(try await export(host)) {
            guard case .document(let document) = try line.get() else { continue }
            contents[String(document.name.dropFirst(host.root.text.count))] = document.fields
        }
        return contents
    }

    private func code(_ body: () async throws -> Void) async -> ServerError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? ServerError)?.code
        }
    }

    @Test("every value arrives as it was, and references lead to where their documents are now")
    func values() async throws {
        let other = "projects/todo/databases/(default)/documents/users/adam/todos/t1"
        let fields: Fields = [
            "null": .null, "yes": true, "large": .integer(.max), "nan": .double(.nan), "pi": 3.25,
            "time": .timestamp(try #require(Timestamp(microseconds: 1_795_000_000_123_456))), "text": "é “\u{0}”\n",
            "accent": "e\u{301}", "bytes": .bytes([0, 255]),
            "place": .geoPoint(GeoPoint(latitude: 47.4, longitude: -8)),
            "list": [1, "two", ["three": .reference("\(source.root.text)/todos/t1")]],
            "own": .reference("\(source.root.text)/lists/l"), "foreign": .reference(other), "empty": [:],
        ]
        try await commit(1, fields, to: source)
        try await source.commit([write("x-app/é:1", ["seq": 1], in: source)])
        #expect(try await put(export(source), into: target) == 3)
        var expected = fields
        expected["seq"] = 1
        expected["list"] = [1, "two", ["three": .reference("\(target.root.text)/todos/t1")]]
        expected["own"] = .reference("\(target.root.text)/lists/l")
        let contents = try await contents(target)
        #expect(contents["/todos/t1"] == expected)
        #expect(contents.keys.sorted() == ["/sync/head", "/todos/t1", "/x-app/é:1"])
        #expect(try targetStore.check().problems == [])
    }

    @Test("pages, commits and large documents are taken apart and put together again")
    func many() async throws {
        for sequence in Int64(1)...8 {
            var writes = [write("sync/head", ["seq": .integer(sequence), "epoch": "e"], in: source)]
            for id in 0..<90 {
                writes.append(write("todos/t\(sequence)-\(id)", ["seq": .integer(sequence)], in: source))
            }
            try await source.commit(writes)
        }
        // Each character takes six bytes of JSON, and two of the documents do not fit into one commit.
        let (large, length) = Dose.of((2, 360_000), whole: (6, 900_000))
        for id in 0..<large {
            let text = String(repeating: "\u{1}", count: length)
            try await source.commit([write("packs/p\(id)", ["text": .string(text), "seq": 8], in: source)])
        }
        #expect(try await put(export(source), into: target) == 8 * 90 + large + 1)
        #expect(try await contents(target) == contents(source))
    }

    @Test("commits made while it is read are in it, whole")
    func meanwhile() async throws {
        for sequence in Int64(1)...400 { try await commit(sequence, to: source) }
        let sequence = NIOLockedValueBox<Int64>(400)
        let busy = Meddled(
            source,
            onRead: {
                let next = sequence.withLockedValue { value in
                    value += 1
                    return value
                }
                guard next <= 405 else { return }
                try await commit(next, to: source)
                // One that was read already.
                try await source.commit([write("todos/t1", ["seq": .integer(next), "changed": true], in: source)])
            })
        _ = try await put(export(busy), into: target)
        let found = try await contents(target)
        #expect(found.count == 406)
        #expect(found["/sync/head"]?["seq"] == 405)
        #expect(found == (try await contents(source)))
    }

    @Test("one that is restored, or whose deletions are collected, while it is read is not exported")
    func restored() async throws {
        try await commit(1, to: source)
        for change: Fields in [["epoch": "new"], ["gcSeq": 1], ["restored": "r"], ["seq": 0]] {
            let base = source
            let head = try #require(try await base.document(base.head))
            var fields = head.fields
            for field in change { fields[field.name] = field.value }
            let changed = fields
            let restored = Meddled(
                base, onRead: { try await base.commit([write("sync/head", changed, in: base)]) })
            #expect(await code { _ = try await export(restored) } == .changedSpace)
            try await base.commit([write("sync/head", head.fields, in: base)])
        }
        let nobody = try LocalSpace(targetStore, database: DatabaseName(projectID: "todo"), .user("nobody"))
        #expect(await code { _ = try await export(nobody) } == .missingSpace)
    }

    @Test("a file that was cut off anywhere is refused, keeps devices away, and is imported once it is whole")
    func incomplete() async throws {
        try await commit(1, to: source)
        try await commit(2, to: source)
        let file = try await export(source)
        for length in stride(from: 0, to: file.count - 1, by: 7) {
            #expect(await code { _ = try await put(Array(file.prefix(length)), into: target) } == .incompleteExport)
        }
        let mark = try #require(try await target.document(target.head))
        #expect(mark.fields["seq"] == nil, "what is there is taken for a space")
        #expect(await code { _ = try await export(target) } == .changedSpace)
        #expect(try await put(file, into: target) == 3)
        #expect(try await contents(target) == contents(source))
        for text in ["{}", "null", "{\"space\":\"users/ada\",\"format\":1}", "{\"end\":true,\"documents\":0}"] {
            #expect(
                await code { _ = try await put(Array(text.utf8), into: target, replacing: true) } == .incompleteExport)
        }
        let twice = file + file
        #expect(await code { _ = try await put(twice, into: target, replacing: true) } == .incompleteExport)
    }

    @Test("a space that is there already is left alone, and replaced only where that is asked for")
    func occupied() async throws {
        try await commit(1, to: source)
        for sequence in Int64(1)...3 { try await commit(sequence, ["old": true], to: target) }
        let before = try await contents(target)
        let file = try await export(source)
        #expect(await code { _ = try await put(file, into: target) } == .occupiedSpace)
        #expect(try await contents(target) == before)
        #expect(try await put(file, into: target, replacing: true) == 2)
        #expect(try await contents(target) == contents(source))
        #expect(try targetStore.check().problems == [])
        // Documents without a head belong to somebody too.
        let headless = try LocalSpace(targetStore, database: DatabaseName(projectID: "cloud"), .user("bob"))
        try await headless.commit([write("todos/t", ["seq": 1], in: headless)])
        #expect(await code { _ = try await put(file, into: headless) } == .occupiedSpace)
    }

    @Test("a shared space moves with its members and without its links, and does not become a user's")
    func shared() async throws {
        let database = try DatabaseName(projectID: "todo")
        let id = "0123456789abcdefghijklmnop"
        let space = try LocalSpace(targetStore, database: database, .shared(id))
        try await commit(1, to: space)
        try await space.commit([
            write("members/ann", ["seq": 1, "name": "Ann"], in: space),
            write("invites/a", ["left": 1], in: space), write("joins/ann", ["secret": "s"], in: space),
        ])
        let file = try await export(space)
        let moved = try LocalSpace(targetStore, database: DatabaseName(projectID: "cloud"), .shared(id))
        #expect(try await put(file, into: moved) == 3)
        let names = try await contents(moved).keys.sorted()
        #expect(names == ["/members/ann", "/sync/head", "/todos/t1"])
        #expect(try await contents(moved) == contents(space))
        #expect(await code { _ = try await put(file, into: target) } == .incompleteExport)
        #expect(try await target.document(target.head) == nil)
        #expect(try targetStore.check().problems == [])
    }

    @Test("a head that somebody else writes during an import is not overwritten")
    func overtaken() async throws {
        try await commit(1, to: source)
        let base = target
        // After the mark was set and read.
        let calls = NIOLockedValueBox(0)
        let overtaken = Meddled(
            base,
            onCommit: {
                let call = calls.withLockedValue { count in
                    count += 1
                    return count
                }
                guard call == 2 else { return }
                try await commit(7, to: base)
            })
        let file = try await export(source)
        await #expect(throws: (any Error).self) { _ = try await put(file, into: overtaken) }
        #expect(try await target.document(target.head)?.fields["seq"] == 7)
    }
}

/// A host in which something happens between two of its steps.
private struct Meddled: SpaceHost {
    let base: LocalSpace
    let onRead: @Sendable () async throws -> Void
    let onCommit: @Sendable () async throws -> Void

    init(
        _ base: LocalSpace, onRead: @escaping @Sendable () async throws -> Void = {},
        onCommit: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.base = base
        self.onRead = onRead
        self.onCommit = onCommit
    }

    var root: ResourceName { base.root }

    func document(_ name: ResourceName) async throws -> Document? { try await base.document(name) }

    func collections() async throws -> [String] { try await base.collections() }

    func forEach(_ query: StructuredQuery, _ body: (Document) throws -> Void) async throws {
        try await base.forEach(query, body)
        try await onRead()
    }

    func commit(_ writes: [Write]) async throws {
        try await onCommit()
        try await base.commit(writes)
    }

    func leavesOutcomeUnknown(_ error: any Error) -> Bool { false }
    func isPassing(_ error: any Error) -> Bool { false }
    func announce() async throws { try await base.announce() }
}
