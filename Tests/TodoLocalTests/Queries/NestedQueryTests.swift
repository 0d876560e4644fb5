import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// SQLite's parser holds a hundred open pieces of a statement, and a query may be nested as deep as filters are.
@Suite("Nested queries")
struct NestedQueryTests {
    typealias Predicate = Query<Todo>.Predicate

    private static let window: DueWindow = {
        var window = DueWindow(from: nil, until: try? Day(year: 2027, month: 1, day: 1), in: .gmt)
        window.start = ManualClock().now.addingTimeInterval(-3600)
        window.end = ManualClock().now
        return window
    }()

    /// Conditions, of which some take much of the parser's stack themselves.
    private static let leaves: [Predicate] = [
        .condition(.isDone(false)), .condition(.isReady(waiting: window)), .condition(.due(window)),
        .condition(.matching(["milk", "oat", "x"])), .condition(.descendant(of: .init(stored: "b"))),
        .condition(.dependent(on: .init(stored: "c"))), .condition(.hasReminder(false)), .condition(.isBlocked(false)),
        .condition(.root), .condition(.unlisted), .condition(.extra("x y", .exists(false))), .condition(.untagged),
    ]

    /// One level of each kind of nesting around a predicate, with another predicate beside it.
    private static let kinds: [@Sendable (Predicate, Predicate) -> Predicate] = [
        { .and([$0, .or([$0, $1])]) }, { .and([.or([$1, $0]), $0]) }, { .or([$0, .and([$0, .or([$0, $1])])]) },
        { .and([$0, .or([$0, .not($1)])]) }, { .not(.and([$0, $1])) }, { .not(.or([$0, $1])) }, { .not($1) },
        { Query<Todo>.all.filter($0).any(of: [Query(predicate: $0), Query(predicate: $1)]).predicate },
        { Query<Todo>.all.filter($0).excluding(Query(predicate: $1)).predicate },
        { .and([$0, .or([$1, .and([$0, .or([$0, $0])])])]) },
    ]

    private func fixture() async throws -> (store: TestStore, models: [Todo]) {
        let fixture = try TestStore()
        try await fixture.todos.createMany([
            .sample("a", "Oat milk", due: .instant(ManualClock().now.addingTimeInterval(-60), zone: "Europe/Zurich")),
            .sample("b", completedAt: ManualClock().now), .sample("c", tags: [.sample("t", "milk")]),
        ])
        return (fixture, try await fixture.stack.store(for: TodoMapping()).fetchAll())
    }

    @Test(
        "to the promised depth of every kind of nesting, with every condition, they answer",
        arguments: kinds.indices)
    func deep(kind: Int) async throws {
        let (fixture, models) = try await fixture()
        let store = fixture.stack.store(for: TodoMapping())
        for leaf in Self.leaves {
            var predicate = leaf
            // Some kinds take several pairs of parentheses for each.
            for _ in 0..<TodoFilter.deepest {
                let next = Self.kinds[kind](leaf, predicate)
                guard next.levels <= Query<Todo>.deepest else { break }
                predicate = next
            }
            #expect(predicate.levels <= Query<Todo>.deepest)
            try await expectAnswer(predicate, store, models, "kind \(kind), \(leaf)")
        }
    }

    @Test(
        "nesting of all kinds at once, with all that a query may have beside it",
        arguments: 1...12 as ClosedRange<UInt64>)
    func mixed(seed: UInt64) async throws {
        let (fixture, models) = try await fixture()
        let store = fixture.stack.store(for: TodoMapping())
        var generator = SeededGenerator(seed: seed)
        func side(_ levels: Int, _ generator: inout SeededGenerator) -> Predicate {
            guard levels > 0 else { return generator.pick(Self.leaves) }
            let (left, right) = (side(levels - 1, &generator), side(levels - 1, &generator))
            return generator.chance(0.5)
                ? .and([left, .or([right, left])]) : .or([.and([left, .not(right)]), right])
        }
        var predicate = generator.pick(Self.leaves)
        while true {
            let beside = side(generator.chance(0.2) ? 2 : 0, &generator)
            let next = generator.pick(Self.kinds)(beside, predicate)
            guard (try? next.validate()) != nil else { break }
            predicate = next
        }
        #expect(predicate.levels > 10)
        try await expectAnswer(predicate, store, models, "seed \(seed)")
    }

    @Test("a list of as many conditions as a query may have, and of as many words")
    func wide() async throws {
        let (fixture, models) = try await fixture()
        let store = fixture.stack.store(for: TodoMapping())
        let parts = (0..<Query<Todo>.mostConditions).map { Self.leaves[$0 % Self.leaves.count] }
        for predicate in [Predicate.and(parts), .or(parts), .not(.and(parts)), .not(.or(parts))] {
            try await expectAnswer(predicate, store, models, "\(parts.count) conditions")
        }
        let words = (0..<Query<Todo>.mostWords).map { String($0, radix: 36) }
        try await expectAnswer(.not(.condition(.matching(words))), store, models, "\(words.count) words")
    }

    @Test("what is nested deeper, and what looks for 100,000 words, is refused by name before anything is read")
    func refused() async throws {
        let (fixture, _) = try await fixture()
        let store = fixture.stack.store(for: TodoMapping())
        var deep = Query<Todo>.all.open
        for _ in 0..<2000 { deep = deep.any(of: [.all.done, deep]) }
        let words = Query<Todo>.all.matching((0..<100_000).map { "w\($0)" }.joined(separator: " "))
        for query in [deep, deep.page(0, size: 3), words, words.excluding(deep)] {
            for operation: @Sendable () async throws -> Void in [
                { _ = try await store.fetch(query) }, { _ = try await store.page(query) },
                { _ = try await store.count(query) },
            ] {
                let error = await #expect(throws: TodoError.self) { try await operation() }
                #expect(error?.code == .badQuery)
            }
        }
    }

    private func expectAnswer(
        _ predicate: Predicate, _ store: ObjectStore<TodoMapping>, _ models: [Todo], _ comment: Comment
    ) async throws {
        try predicate.validate()
        for query in [Query<Todo>(predicate: predicate), Query(predicate: predicate).page(0, size: 2)] {
            let expected = try query.answer(from: models).items.map(\.id)
            #expect(try await store.fetch(query).map(\.id) == expected, comment)
        }
        #expect(try await store.count(Query(predicate: predicate)) == models.count(where: predicate.isMet), comment)
    }
}
