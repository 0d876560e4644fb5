import Testing
import TodoServer

@Suite("budgets")
struct BudgetTests {
    @Test("a user gets a share and no more, whatever is left, and all together no more than there is")
    func shares() throws {
        let budget = Budget(total: 10, share: 6)
        try budget.take(6, for: "u")
        #expect(throws: Budget.Refusal.share) { try budget.take(1, for: "u") }
        #expect(throws: Budget.Refusal.total) { try budget.take(5, for: "v") }
        try budget.take(4, for: "v")
        #expect(throws: Budget.Refusal.total) { try budget.take(1, for: "w") }
        #expect(budget.used == 10)
        budget.giveBack(6, of: "u")
        try budget.take(5, for: "w")
        budget.giveBack(4, of: "v")
        budget.giveBack(5, of: "w")
        #expect(budget.used == 0 && budget.peak == 10)
    }

    @Test("amounts without measure are refused and trap nothing")
    func overflow() throws {
        let budget = Budget(total: 10, share: 6)
        try budget.take(3, for: "u")
        #expect(throws: Budget.Refusal.share) { try budget.take(.max, for: "u") }
        #expect(budget.used == 3)
    }
}

@Suite("round robin")
struct RoundRobinTests {
    @Test("one of each user comes in turn, and each user's own stay in their order")
    func turns() {
        var waiting = RoundRobin<Int>()
        for number in 0..<100 { waiting.append(number, of: "u") }
        waiting.append(1000, of: "v")
        waiting.append(1001, of: "v")
        waiting.append(2000, of: "w")
        #expect(waiting.count == 103 && waiting.count(of: "v") == 2)
        var order: [Int] = []
        while let next = waiting.next() { order.append(next.element) }
        #expect(order == [0, 1000, 2000, 1, 1001] + Array(2..<100))
        #expect(waiting.isEmpty && waiting.count == 0 && waiting.next() == nil)
    }

    @Test("whoever is not ready is passed over and keeps the turn")
    func readiness() {
        var waiting = RoundRobin<Int>()
        waiting.append(1, of: "u")
        waiting.append(2, of: "u")
        waiting.append(3, of: "v")
        #expect(waiting.next(where: { user, _ in user != "u" })?.element == 3)
        #expect(waiting.next(where: { user, _ in user != "u" }) == nil)
        #expect(waiting.next()?.element == 1)
    }

    @Test("what is taken out leaves no turn behind")
    func removal() {
        var waiting = RoundRobin<Int>()
        waiting.append(1, of: "u")
        waiting.append(2, of: "u")
        waiting.append(3, of: "v")
        #expect(waiting.next()?.element == 1)
        #expect(waiting.remove(of: "u") { $0 == 9 } == nil)
        #expect(waiting.remove(of: "u") { $0 == 2 } == 2)
        #expect(waiting.remove(of: "u") { $0 == 2 } == nil)
        #expect(waiting.next()?.element == 3)
        #expect(waiting.isEmpty)
    }
}
