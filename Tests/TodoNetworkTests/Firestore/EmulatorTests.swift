import Basics
import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork

/// Runs a test against Google's emulator, with the product's security rules loaded, as its own user.
func withEmulator(
    _ body: (_ admin: FirestoreService, _ user: (String?) throws -> FirestoreService) async throws -> Void
) async throws {
    let emulator = try FirestoreEmulator.shared.get()
    let database = try FirestoreDatabase(projectID: "todo-test", url: "http://127.0.0.1:\(emulator.port)")
    try await emulator.loadRules(project: "todo-test")
    try await withTransport { transport in
        func service(_ credentials: any CredentialProvider) -> FirestoreService {
            FirestoreService(
                database, transport: CheckedTransport(base: transport, checksReplies: true), credentials: credentials,
                retry: .never)
        }
        try await body(service(EmulatorCredentials.admin())) { user in
            guard let user else { return service(AnonymousCredentials()) }
            return service(try EmulatorCredentials.user(user, audience: "todo-test"))
        }
    }
}

extension HTTPTests {
    @Suite("Google's emulator", .enabled(if: FirestoreEmulator.isInstalled, "the Firestore emulator is not installed"))
    struct Emulator {
        private let user = "u\(UUID().uuidString)"

        @Test("a document is created, read, changed and deleted")
        func lifeCycle() async throws {
            try await withEmulator { admin, _ in
                let todos = try admin.database.resource("users", user, "todos")
                let todo = try todos.appending("é:1")
                let created = try await admin.create(["a": 1, "b": ["c": "x"]], in: todos, id: "é:1")
                #expect(created.name == todo.text)
                let patched = try await admin.patch(todo, ["b": ["d": 2]], updating: [FieldPath(["b", "d"])])
                #expect(patched.fields == ["a": 1, "b": ["c": "x", "d": 2]])
                #expect(try await admin.get(todo) == patched)
                let again = try await firestoreError { _ = try await admin.create([:], in: todos, id: "é:1") }
                #expect(again.status == .alreadyExists)
                let listed = try await admin.list(todos, .init(pageSize: 10))
                #expect(listed.documents == [patched])
                try await admin.delete(todo)
                try await admin.delete(todo)
                let missing = try await firestoreError { _ = try await admin.get(todo) }
                #expect(missing.status == .notFound)
            }
        }

        @Test("preconditions answer as the protocol's table says")
        func preconditions() async throws {
            try await withEmulator { admin, _ in
                let todo = try admin.database.resource("users", user, "todos", "1")
                let other = try admin.database.resource("users", user, "todos", "2")
                func commit(_ name: ResourceName, _ precondition: Precondition) async throws -> CommitResponse {
                    let document = Document(name: name.text, fields: ["a": .string(UUID().uuidString)])
                    return try await admin.commit([Write(.update(document), currentDocument: precondition)])
                }
                func refusal(_ name: ResourceName, _ precondition: Precondition) async throws -> FirestoreError {
                    try await firestoreError { _ = try await commit(name, precondition) }
                }
                let first = try #require(try await commit(todo, .exists(false)).writeResults.first?.updateTime)
                let exists = try await refusal(todo, .exists(false))
                #expect(exists.status == .alreadyExists && exists.errorClass() == .lostRace)
                let missing = try await refusal(other, .exists(true))
                #expect(missing.status == .notFound && missing.errorClass() == .permanent)
                _ = try await commit(todo, .updateTime(first))
                let stale = try await refusal(todo, .updateTime(first))
                #expect(stale.status == .failedPrecondition && stale.errorClass() == .lostRace)
                #expect(try await refusal(other, .updateTime(first)).status == .failedPrecondition)
                let patched = try await firestoreError { _ = try await admin.patch(todo, [:], if: .updateTime(first)) }
                #expect(patched.status == .failedPrecondition)
                let deleted = try await firestoreError { try await admin.delete(other, if: .exists(true)) }
                #expect(deleted.status == .notFound)
            }
        }

        @Test("a query is paged by its keys, collected and streamed, and counted; a batch tells what is missing")
        func reads() async throws {
            try await withEmulator { admin, _ in
                let space = try admin.database.resource("users", user)
                let names = try (0..<25).map { try space.appending("todos", "t\($0)") }
                // Five of each sequence number, so that pages end between equal ones.
                _ = try await admin.commit(
                    names.enumerated().map { index, name in
                        Write(.update(Document(name: name.text, fields: ["seq": .integer(Int64(index / 5))])))
                    })
                var query = StructuredQuery(
                    from: [CollectionSelector("todos")], orderBy: [Order(try FieldPath(["seq"])), Order(.documentID)],
                    limit: 7)
                var found: [String] = []
                while true {
                    let page = try await admin.runQuery(query, under: space).documents
                    found += page.map(\.name)
                    guard let last = page.last, let seq = last.fields["seq"] else { break }
                    query.startAt = QueryCursor([seq, .reference(last.name)], before: false)
                }
                #expect(found.count == 25 && Set(found) == Set(names.map(\.text)))
                query.startAt = nil
                query.limit = nil
                var streamed: [String] = []
                for try await element in admin.stream(query, under: space) {
                    if let document = element.document { streamed.append(document.name) }
                }
                #expect(streamed == found)
                let counted = try await admin.runAggregationQuery(
                    StructuredAggregationQuery(
                        query,
                        [Aggregation(.count(), alias: "n"), Aggregation(.sum(try FieldPath(["seq"])), alias: "sum")]),
                    under: space)
                #expect(counted == ["n": 25, "sum": 50])
                let ghost = try space.appending("todos", "ghost")
                let batch = try await admin.batchGet([names[0], ghost, names[3]])
                #expect(Set(batch.found.map(\.name)) == [names[0].text, names[3].text])
                #expect(batch.missing == [ghost.text])
            }
        }

        @Test("the security rules tell users apart")
        func users() async throws {
            try await withEmulator { _, service in
                let owner = try service(user)
                let head = try owner.database.resource("users", user, "sync", "head")
                let todo = try owner.database.resource("users", user, "todos", "1")
                let writes = [
                    Write(
                        .update(
                            Document(name: head.text, fields: ["seq": 1, "gcSeq": 0, "epoch": "e", "schema": 1])),
                        currentDocument: .exists(false)),
                    Write(.update(Document(name: todo.text, fields: ["seq": 1, "hi": 1]))),
                ]
                _ = try await owner.commit(writes)
                #expect(try await owner.get(todo).fields["seq"] == 1)
                // Rules run before preconditions: a second device that lost the race is denied.
                let late = try await firestoreError { _ = try await owner.commit(writes) }
                #expect(late.mayBeLostRace && late.errorClass(headMoved: true) == .lostRace)
                for stranger in [try service(nil), try service("somebody")] {
                    let error = try await firestoreError { _ = try await stranger.get(todo) }
                    #expect(error.status == .permissionDenied && error.errorClass() == .permanent)
                    let push = try await firestoreError { _ = try await stranger.commit(writes) }
                    #expect(push.status == .permissionDenied)
                }
            }
        }

        @Test("a token that the emulator cannot read wants a sign-in")
        func invalidToken() async throws {
            try await withEmulator { admin, _ in
                try await withTransport { transport in
                    let service = FirestoreService(
                        admin.database, transport: transport,
                        credentials: StaticTokenCredentials(try BearerToken("nonsense")))
                    let error = try await firestoreError { _ = try await service.getOne() }
                    #expect(error == .credentials(CredentialError(.signInAgain)))
                }
            }
        }
    }
}
