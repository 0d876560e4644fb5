import Foundation
import NIOConcurrencyHelpers
import TestSupport
import Testing
import TodoServer

@Suite("shares of processor time")
struct ProcessorUseTests {
    private let time = NIOLockedValueBox(Duration.zero)

    private func use() -> ProcessorUse {
        let start = ContinuousClock.now
        return ProcessorUse { [time] in start + time.withLockedValue { $0 } }
    }

    @Test("a user who has taken a lot is heavy, and no other; what was taken counts half a second later")
    func decay() {
        let use = use()
        use.charge(.milliseconds(150), to: "u")
        #expect(!use.isHeavy("u"))
        use.charge(.milliseconds(650), to: "u")
        #expect(use.isHeavy("u") && !use.isHeavy("v") && use.recent(of: "v") == .zero)
        time.withLockedValue { $0 = .seconds(1) }
        #expect(abs(use.recent(of: "u") / .milliseconds(400) - 1) < 0.001)
        time.withLockedValue { $0 = .seconds(3) }
        #expect(!use.isHeavy("u"))
    }

    @Test("of many users only those are kept of whom something is left")
    func many() {
        let use = use()
        use.charge(.seconds(1000), to: "u")
        for number in 0..<900 { use.charge(.milliseconds(20), to: "v\(number)") }
        time.withLockedValue { $0 = .seconds(5) }
        for number in 0..<300 { use.charge(.milliseconds(20), to: "w\(number)") }
        #expect(use.isHeavy("u") && use.recent(of: "v1") < .milliseconds(1))
        #expect(use.recent(of: "w299") == .milliseconds(20))
    }

    @Test("in a queue, heavy users come after all others, and in turn")
    func order() {
        var waiting = RoundRobin<Int>()
        for (number, user) in ["u", "u", "v", "w", "v"].enumerated() { waiting.append(number, of: user) }
        var order: [Int] = []
        while let next = waiting.next(lastOf: { $0 == "u" || $0 == "w" }) { order.append(next.element) }
        #expect(order == [2, 4, 0, 3, 1])
        waiting.append(7, of: "u")
        #expect(waiting.next(lastOf: { _ in true }, where: { $1 != 7 }) == nil)
        #expect(waiting.next(lastOf: { _ in true })?.element == 7)
    }

    @Test("at a turnstile, a heavy user waits for those who came later")
    func turnstile() async throws {
        let use = use()
        let turnstile = Turnstile(total: 1, perUser: 1, waitingPerUser: 9, use)
        use.charge(.seconds(1), to: "u")
        let (begun, order) = (NIOLockedValueBox(false), NIOLockedValueBox<[String]>([]))
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (doors, open) = AsyncStream.makeStream(of: Void.self)
            group.addTask {
                try await turnstile.withTurn(of: "first") {
                    begun.withLockedValue { $0 = true }
                    for await _ in doors {}
                }
            }
            #expect(await eventually { begun.withLockedValue { $0 } })
            for (waiting, user) in ["u", "v", "w"].enumerated() {
                group.addTask {
                    try await turnstile.withTurn(of: user) { order.withLockedValue { $0.append(user) } }
                }
                #expect(await eventually { turnstile.waiting == waiting + 1 })
            }
            open.finish()
            try await group.waitForAll()
        }
        #expect(order.withLockedValue { $0 } == ["v", "w", "u"])
    }

    @Test("large work is charged to its user, step by step")
    func largeWork() async {
        let use = use()
        let isCharged = await LargeWork.run(of: "u", use) {
            while !use.isHeavy("u") { LargeWork.step() }
            return true
        }
        await LargeWork.run(of: "v", use) { LargeWork.step() }
        #expect(isCharged && use.recent(of: "v") < ProcessorUse.allowance)
    }

    @Test("a heavy user pauses while one who is not is served, and for no one else")
    func pauses() async {
        let use = use()
        // It returns at once if nobody is heavy, if nobody else is served, or if only heavy users are.
        let long: Duration = .seconds(3600)
        await use.serving("v") { use.giveWay("u", atMost: long) }
        for user in ["u", "w"] { use.charge(.seconds(1), to: user) }
        use.giveWay("u", atMost: long)
        await use.serving("w") { await use.serving("u") { use.giveWay("u", atMost: long) } }
        await use.serving("v") {
            use.giveWay("u")
            #expect(use.pausing == 0, "a pause has an end")
            await use.serving("v") {
                Task { try await blocking { use.giveWay("u", atMost: long) } }
                #expect(await eventually { use.pausing == 1 })
            }
            #expect(use.pausing == 1, "another request of the same user is still being answered")
        }
        #expect(await eventually { use.pausing == 0 })
    }
}
