import Basics
import Foundation
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

@Suite("Pages that take long")
struct LongPageTests {
    /// A clock at which whoever makes a page waits, once it is armed, until its task is cancelled.
    private final class Hold: Sendable {
        private let state = Locked((isArmed: false, holding: 0, cancelled: 0))

        /// How many wait, and how many were cancelled so far.
        var counts: (holding: Int, cancelled: Int) { state.withLock { ($0.holding, $0.cancelled) } }

        func arm(_ isArmed: Bool) { state.withLock { $0.isArmed = isArmed } }

        func now(_ clock: ManualClock) -> Date {
            guard state.withLock({ $0.isArmed }), !Task.isCancelled else { return clock.now }
            state.withLock { state in
                state.isArmed = false
                state.holding += 1
            }
            while !Task.isCancelled, !isOver { usleep(1000) }
            state.withLock { state in
                state.holding -= 1
                if Task.isCancelled { state.cancelled += 1 }
            }
            return clock.now
        }

        private let end = ContinuousClock.now + .seconds(60)
        private var isOver: Bool { ContinuousClock.now > end }
    }

    @Test("a page ends with the connection of the browser that has asked for it")
    func connection() async throws {
        let (hold, clock) = (Hold(), ManualClock())
        let environment = TodoEnvironment(now: { hold.now(clock) }, timeZone: .zurich, makeUUID: { UUID() })
        let store = try TodoStore(StackConfiguration(storage: .inMemory), environment: environment)
        try await RunningSite.with(store) { site in
            let browser = try await site.signIn()
            for _ in 1...3 {
                let before = hold.counts.cancelled
                try await blocking {
                    let connection = try RawConnection(site.authority)
                    hold.arm(true)
                    connection.send(
                        "GET /past HTTP/1.1\r\nHost: \(site.authority)\r\nCookie: \(browser.cookie)\r\n\r\n")
                    while hold.counts.holding == 0 { usleep(1000) }
                }
                // The connection is closed; nobody else cancels anything.
                let end = ContinuousClock.now + .seconds(60)
                while hold.counts.cancelled == before, ContinuousClock.now < end {
                    try await Task.sleep(for: .milliseconds(2))
                }
                #expect(hold.counts.cancelled == before + 1)
            }
            #expect(try await browser.get("/past").status == 200)
        }
    }

    @Test("time travel shows the first of many, and how many there were")
    func overview() async throws {
        let clock = ManualClock()
        try await RunningSite.with(try TodoStore.testing(clock: clock)) { site in
            let work = try await site.store.addList("Work")
            let report = try await site.store.add("Send the report", placement: .list(work.id))
            try await site.store.add("Read it once more", placement: .below(report.id))
            _ = try await site.store.todos.create((0..<250).map { Todo(title: "Number \($0)") })
            let then = clock.now
            clock.advance(by: 60)
            try await site.store.complete([report.id])
            let browser = try await site.signIn()
            let page = try await browser.get("/past?at=\(Int64(then.timeIntervalSince1970 * 1000))").text
            #expect(page.contains("252 to do, 0 done"))
            #expect(page.contains("and 52 more"))
            #expect(page.ranges(of: "todo=").count == 200)
            #expect(page.contains(">Work</h2>"))
            #expect(page.contains(">Read it once more</a>"))
            #expect(try await browser.get("/past").text.contains("250 to do, 2 done"))
        }
    }
}
