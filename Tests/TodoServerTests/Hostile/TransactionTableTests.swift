import FirestoreWire
import NIOConcurrencyHelpers
import TestSupport
import Testing
import TodoServer

@Suite("open transactions")
struct TransactionTableTests {
    private let time = NIOLockedValueBox(Duration.zero)
    private let budget = Budget(total: 10_000, share: 4000)

    private func table(perUser: Int = 3) -> TransactionTable {
        var limits = Limits()
        limits.transactionsPerUser = perUser
        return TransactionTable(limits, budget) { [time] in time.withLockedValue { $0 } }
    }

    private func read(_ count: Int) throws -> [TransactionRead] {
        let name = try ResourceName(parsing: "projects/p/databases/d/documents/users/u/todos/a")
        return [TransactionRead](repeating: .document(name, updateTime: nil), count: count)
    }

    @Test("whoever opens too many closes the oldest own one, and nobody else's")
    func perUser() throws {
        let table = table()
        let other = try table.begin(.readWrite(), owner: "v")
        let own = try (0..<50).map { _ in try table.begin(.readWrite(), owner: "u") }
        _ = try table.record([], in: other, owner: "v")
        for id in own.suffix(3) { _ = try table.record([], in: id, owner: "u") }
        for id in own.dropLast(3) {
            let status = #expect(throws: Status.self) { try table.record([], in: id, owner: "u") }
            #expect(status?.code == .invalidArgument)
        }
        #expect(table.count == 4)
    }

    @Test("what transactions have read is bounded for each user, and given back however they end")
    func budgets() throws {
        let table = table(perUser: 2)
        let (first, second) = try (table.begin(.readWrite(), owner: "u"), table.begin(.readWrite(), owner: "u"))
        _ = try table.record(try read(5), in: first, owner: "u")
        let status = try #require(throws: Status.self) { try table.record(try read(50), in: second, owner: "u") }
        #expect(status.code == .resourceExhausted)
        // A refused request leaves the transaction unchanged.
        #expect(try table.record([], in: second, owner: "u").reads.isEmpty)
        let other = try table.begin(.readWrite(), owner: "v")
        _ = try table.record(try read(5), in: other, owner: "v")
        let used = budget.used
        #expect(try table.end(other, owner: "v").reads.count == 5)
        #expect(budget.used == used / 2)
        // The oldest is evicted, with everything it held.
        _ = try table.begin(.readWrite(), owner: "u")
        #expect(budget.used == 0)
        _ = try table.record(try read(5), in: second, owner: "u")
        try table.rollback(second, owner: "v")
        #expect(budget.used == used / 2)
        try table.rollback(second, owner: "u")
        #expect(budget.used == 0)
    }

    @Test("a transaction whose time is over gives back what it held, whoever comes next")
    func expiry() throws {
        let table = table()
        let id = try table.begin(.readWrite(), owner: "u")
        _ = try table.record(try read(5), in: id, owner: "u")
        time.withLockedValue { $0 = .seconds(271) }
        _ = try table.begin(.readWrite(), owner: "v")
        #expect(budget.used == 0 && table.count == 1)
        #expect(throws: Status.self) { try table.record([], in: id, owner: "u") }
    }

    @Test("whatever was closed before, the oldest that is open makes room, and all go when their time is over")
    func closedInBetween() throws {
        let table = table()
        let first = try (0..<3).map { _ in try table.begin(.readWrite(), owner: "u") }
        try table.rollback(first[1], owner: "u")
        try table.rollback(first[0], owner: "u")
        time.withLockedValue { $0 = .seconds(100) }
        let later = try (0..<3).map { _ in try table.begin(.readWrite(), owner: "u") }
        #expect(throws: Status.self) { try table.record([], in: first[2], owner: "u") }
        for id in later { _ = try table.record([], in: id, owner: "u") }
        let other = try table.begin(.readWrite(), owner: "v")
        _ = try table.end(later[1], owner: "u")
        time.withLockedValue { $0 = .seconds(369) }
        #expect(table.count == 3)
        time.withLockedValue { $0 = .seconds(370) }
        let last = try table.begin(.readWrite(), owner: "v")
        #expect(table.count == 1)
        #expect(throws: Status.self) { try table.record([], in: other, owner: "v") }
        _ = try table.record([], in: last, owner: "v")
    }

    @Test("elements keep their order whichever are removed", arguments: 1...20 as ClosedRange<UInt64>)
    func ageOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var order = AgeOrder<Int>()
        var expected: [(key: Int, element: Int)] = []
        for element in 0..<200 {
            if Bool.random(using: &generator) {
                expected.append((order.append(element), element))
            } else if let index = expected.indices.randomElement(using: &generator) {
                let key = expected.remove(at: index).key
                order.remove(key)
                order.remove(key)
            }
            #expect(order.oldest == expected.first?.element && order.count == expected.count, "seed \(seed)")
        }
        for (key, element) in expected {
            #expect(order.oldest == element, "seed \(seed)")
            order.remove(key)
        }
        #expect(order.oldest == nil && order.count == 0)
    }
}
