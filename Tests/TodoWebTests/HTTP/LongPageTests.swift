import Basics
import Foundation
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

@Suite("Pages that take long")
struct LongPageTests {
    /// A clock that holds the first caller after it is armed, until the task of that caller is cancelled or it is let go.
    private final class Hold: Sendable {
        private let state = Locked((isArmed: false, isHolding: false, cancelled: 0))

        /// Whether a caller is held.
        var isHolding: Bool { state.withLock { $0.isHolding } }
        /// How many callers were cancelled while they were held.
        var cancelled: Int { state.withLock { $0.cancelled } }

        func arm() { state.withLock { $0.isArmed = true } }

        /// Lets the caller go that is held, and holds no other one.
        func letGo() { state.withLock { ($0.isArmed, $0.isHolding) = (false, false) } }

        func now(_ clock: ManualClock) -> Date {
            let isHeld = state.withLock { state in
                guard state.isArmed, !Task.isCancelled else { return false }
                state.isArmed = false
                state.isHolding = true
                return true
            }
            guard isHeld else { return clock.now }
            while !Task.isCancelled, isHolding { usleep(1000) }
            state.withLock { state in
                if Task.isCancelled { state.cancelled += 1 }
                state.isHolding = false
            }
            return clock.now
        }
    }

    @Test("a page ends with the connection of the browser that has asked for it")
    func connection() async throws {
        let (hold, clock) = (Hold(), ManualClock())
        let environment = TodoEnvironment(now: { hold.now(clock) }, timeZone: .zurich, makeUUID: { UUID() })
        let store = try TodoStore(StackConfiguration(storage: .inMemory), environment: environment)
        /// Whether `condition` holds before some time has passed.
        func holds(within limit: Duration, _ condition: () -> Bool) async throws -> Bool {
            let end = ContinuousClock.now + limit
            while !condition() {
                guard ContinuousClock.now < end else { return false }
                try await Task.sleep(for: .milliseconds(1))
            }
            return true
        }
        try await RunningSite.with(store) { site in
            let browser = try await site.signIn()
            let request = "GET /past HTTP/1.1\r\nHost: \(site.authority)\r\nCookie: \(browser.cookie)\r\n\r\n"
            /// Sends the request, and closes the connection while the page is being made.
            func leave() async throws -> Bool {
                let before = hold.cancelled
                hold.arm()
                defer { hold.letGo() }
                var connection: RawConnection? = try RawConnection(site.authority)
                connection?.send(request)
                guard try await holds(within: .seconds(30), { hold.isHolding }) else { return false }
                connection = nil
                // No other request is cancelled.
                return try await holds(within: .seconds(5)) { hold.cancelled > before }
            }
            for _ in 1...3 {
                var isCancelled = false
                // The server's own tasks look at the clock too. If one of them was held, the request is sent again.
                for _ in 1...10 where !isCancelled { isCancelled = try await leave() }
                #expect(isCancelled)
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
