import FirestoreWire
import JSON
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("writing")
    struct Writing {
        private static let name = "projects/p/databases/(default)/documents/c/"

        private func set(_ id: String, _ fields: Fields, _ precondition: Precondition? = nil) -> Write {
            Write(.update(Document(name: Self.name + id, fields: fields)), currentDocument: precondition)
        }

        @Test("the statuses of preconditions are those of the protocol's table")
        func preconditions() async throws {
            try await RunningServer.with { server in
                let first = try await server.service.commit([set("a", ["n": 1], .exists(false))])
                let time = try #require(first.writeResults[0].updateTime)
                func status(_ write: Write) async -> StatusCode? {
                    do {
                        _ = try await server.service.commit([write])
                        return nil
                    } catch {
                        return (error as? FirestoreError)?.status
                    }
                }
                #expect(await status(set("a", [:], .exists(false))) == .alreadyExists)
                #expect(await status(set("none", [:], .exists(true))) == .notFound)
                #expect(await status(set("none", [:], .updateTime(time))) == .failedPrecondition)
                #expect(await status(set("a", ["n": 2], .updateTime(time))) == nil)
                #expect(await status(set("a", ["n": 3], .updateTime(time))) == .failedPrecondition)
                #expect(
                    await status(Write(.delete(Self.name + "a"), currentDocument: .updateTime(time)))
                        == .failedPrecondition)
            }
        }

        @Test("a commit of which one write cannot happen changes nothing")
        func atomic() async throws {
            try await RunningServer.with { server in
                await #expect(throws: FirestoreError.self) {
                    _ = try await server.service.commit([set("a", [:]), set("b", [:], .exists(true)), set("c", [:])])
                }
                let names = try ["a", "b", "c"].map { try ResourceName(parsing: Self.name + $0) }
                #expect(try await server.service.batchGet(names).found == [])
            }
        }

        @Test("a write that changes nothing keeps its update time; one behind a delete makes another document")
        func unchanged() async throws {
            try await RunningServer.with { server in
                let first = try await server.service.commit([set("a", ["n": 1])])
                let again = try await server.service.commit([set("a", ["n": 1])])
                #expect(again.writeResults[0].updateTime == first.writeResults[0].updateTime)
                #expect(try #require(again.commitTime) > #require(first.commitTime))
                let remade = try await server.service.commit([Write(.delete(Self.name + "a")), set("a", ["n": 1])])
                #expect(remade.writeResults.map(\.updateTime) == [remade.commitTime, remade.commitTime])
                let document = try await server.service.get(try ResourceName(parsing: Self.name + "a"))
                #expect(document.createTime == remade.commitTime)
            }
        }

        @Test("a verify requires what it asks for and changes nothing, so a transaction that only reads can commit")
        func verify() async throws {
            try await RunningServer.with { server in
                let first = try await server.service.commit([set("a", ["n": 1])])
                func verify(_ id: String, _ precondition: Precondition?) -> Write {
                    Write(.verify(Self.name + id), currentDocument: precondition)
                }
                func status(_ writes: Write...) async -> StatusCode? {
                    do {
                        _ = try await server.service.commit(writes)
                        return nil
                    } catch {
                        return (error as? FirestoreError)?.status
                    }
                }
                let time = try #require(first.writeResults[0].updateTime)
                let made = try await server.service.commit([
                    verify("a", .updateTime(time)), verify("none", .exists(false)), set("b", [:]),
                ])
                #expect(made.writeResults[0].updateTime == time)
                let missing = try #require(made.writeResults[1].updateTime)
                #expect(try missing >= time && missing < #require(made.commitTime))
                #expect(await status(verify("a", .exists(false)), set("c", [:])) == .alreadyExists)
                #expect(await status(verify("none", .exists(true)), set("c", [:])) == .notFound)
                #expect(await status(verify("none", .updateTime(time)), set("c", [:])) == .failedPrecondition)
                #expect(await status(verify("a", nil)) == .invalidArgument)
                #expect(await status(verify("a", .exists(true)), set("a", ["n": 2])) == .invalidArgument)
                #expect(await status(set("a", ["n": 2]), verify("a", .exists(true))) == .invalidArgument)
                #expect(await status(verify("a", .exists(true)), verify("a", .exists(true))) == .invalidArgument)
                let names = try ["a", "b", "c"].map { try ResourceName(parsing: Self.name + $0) }
                let found = try await server.service.batchGet(names).found
                #expect(found.map(\.updateTime) == [time, made.commitTime])
            }
        }

        @Test("of a hundred devices that move one head, each attempt has one winner")
        func compareAndSwap() async throws {
            try await RunningServer.with { server in
                _ = try await server.service.commit([set("head", ["seq": 0], .exists(false))])
                let head = try ResourceName(parsing: Self.name + "head")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for device in 0..<20 {
                        group.addTask {
                            var done = 0
                            while done < 5 {
                                let current = try await server.service.get(head)
                                guard case .integer(let seq)? = current.fields["seq"], let time = current.updateTime
                                else { return }
                                do {
                                    _ = try await server.service.commit([
                                        set("head", ["seq": .integer(seq + 1)], .updateTime(time)),
                                        set("d\(device)-\(done)", ["seq": .integer(seq + 1)]),
                                    ])
                                    done += 1
                                } catch let error as FirestoreError where error.status == .failedPrecondition {
                                    continue
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect((try await server.service.get(head)).fields["seq"] == 100)
                let query = StructuredQuery(
                    from: [CollectionSelector("c")],
                    where: .field(try FieldPath(["seq"]), .greaterThan, 0), orderBy: [Order(try FieldPath(["seq"]))])
                let found = try await server.service.runQuery(query, under: try server.database.resource()).documents
                let sequence = found.filter { !$0.name.hasSuffix("/head") }.map { $0.fields["seq"] }
                #expect(sequence == (1...100).map { .integer($0) })
            }
        }

        @Test("large commits among small ones are atomic: none is made from a document that another has changed")
        func largeCommits() async throws {
            try await RunningServer.with { server in
                // More than is read on the event loop, so that it is worked out before it enters the queue.
                let ballast = String(repeating: "x", count: 80 << 10)
                let name = Self.name + "counter"
                let count = FieldTransform(try FieldPath(["n"]), .increment(1))
                let write = Write(
                    .update(Document(name: name, fields: ["text": .string(ballast)]), mask: [try FieldPath(["text"])]),
                    updateTransforms: [count])
                let small = Write(.transform(document: name, [count]))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { for _ in 0..<12 { _ = try await server.service.commit([write]) } }
                    for _ in 0..<4 {
                        group.addTask { for _ in 0..<24 { _ = try await server.service.commit([small]) } }
                    }
                    try await group.waitForAll()
                }
                let fields = try await server.service.get(try server.database.resource("c", "counter")).fields
                #expect(fields["n"] == 108)
                let refused = Write(
                    .update(Document(name: name, fields: ["text": .string(ballast)])), currentDocument: .exists(false))
                await #expect(throws: FirestoreError.self) { _ = try await server.service.commit([refused]) }
            }
        }

        @Test("what a transaction read and what changed since cannot both be; a read-only one writes nothing")
        func transactions() async throws {
            try await RunningServer.with { server in
                _ = try await server.service.commit([set("a", ["n": 1])])
                func begin(_ options: JSONValue = ["readWrite": [:]]) async throws -> JSONValue {
                    try #require(
                        try await server.endpoint.call("beginTransaction", ["options": options]).json["transaction"])
                }
                func commit(_ transaction: JSONValue, _ n: String) async throws -> String? {
                    try await server.endpoint.call(
                        "commit",
                        [
                            "transaction": transaction,
                            "writes": [
                                [
                                    "update": [
                                        "name": .string(Self.name + "b"), "fields": ["n": ["integerValue": .string(n)]],
                                    ]
                                ]
                            ],
                        ]
                    ).error
                }
                let read: (JSONValue) async throws -> Void = { transaction in
                    _ = try await server.endpoint.call(
                        "batchGet", ["documents": [.string(Self.name + "a")], "transaction": transaction])
                }
                let first = try await begin()
                try await read(first)
                #expect(try await commit(first, "1") == nil)
                #expect(try await commit(first, "2") == "INVALID_ARGUMENT")
                let second = try await begin()
                try await read(second)
                _ = try await server.service.commit([set("a", ["n": 2])])
                #expect(try await commit(second, "3") == "ABORTED")
                // A query is watched as a whole: a document that newly matches it counts too.
                let third = try await begin()
                _ = try await server.endpoint.call(
                    "runQuery", ["structuredQuery": ["from": [["collectionId": "c"]]], "transaction": third])
                _ = try await server.service.commit([set("new", [:])])
                #expect(try await commit(third, "4") == "ABORTED")
                let reader = try await begin(["readOnly": [:]])
                try await read(reader)
                #expect(try await commit(reader, "5") == "INVALID_ARGUMENT")
                #expect(try await commit("AAAA", "6") == "INVALID_ARGUMENT")
                let query: JSONValue = ["structuredQuery": ["from": [["collectionId": "c"]]], "transaction": ""]
                #expect(try await server.endpoint.call("runQuery", query).error == "INVALID_ARGUMENT")
            }
        }
    }
}
