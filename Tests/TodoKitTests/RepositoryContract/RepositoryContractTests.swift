import TestSupport
import Testing
import TodoDomain
import TodoKit

/// What every repository promises for every kind of model, wherever it is stored.
@Suite("The contract of repositories")
struct RepositoryContractTests {
    /// The stores that are empty when opened.
    static let kinds: [StoreKind] = [.pool, .serial, .inMemory, .test]

    @Test("to-dos", arguments: kinds, Clause.allCases)
    func todos(kind: StoreKind, clause: Clause) async throws {
        let fixture = try TestStore(kind)
        try await clause.check(fixture.store.todos, try .todos(), fixture.clock)
    }

    @Test("tags", arguments: kinds, Clause.allCases)
    func tags(kind: StoreKind, clause: Clause) async throws {
        let fixture = try TestStore(kind)
        try await clause.check(fixture.store.tags, .tags(), fixture.clock)
    }

    @Test("lists", arguments: kinds, Clause.allCases)
    func lists(kind: StoreKind, clause: Clause) async throws {
        let fixture = try TestStore(kind)
        try await clause.check(fixture.store.lists, .lists(), fixture.clock)
    }

    @Test("views", arguments: kinds, Clause.allCases)
    func views(kind: StoreKind, clause: Clause) async throws {
        let fixture = try TestStore(kind)
        try await clause.check(fixture.store.views, .views(), fixture.clock)
    }

    @Test("locations", arguments: kinds, Clause.allCases)
    func locations(kind: StoreKind, clause: Clause) async throws {
        let fixture = try TestStore(kind)
        try await clause.check(fixture.store.locations, try .locations(), fixture.clock)
    }
}
