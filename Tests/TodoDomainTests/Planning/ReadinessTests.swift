import Foundation
import Testing
import TodoDomain

@Suite("What can be worked on")
struct ReadinessTests {
    private let now: Date
    private let zurich: TimeZone

    init() throws {
        now = try moment("2026-11-22T23:30:00Z")
        zurich = try zone("Europe/Zurich")
    }

    private func isReady(_ readiness: Readiness, below ancestors: [Readiness] = []) -> Bool {
        readiness.isReady(at: now, in: zurich, below: ancestors)
    }

    @Test("is what is open and has nothing before it")
    func ready() {
        #expect(isReady(Readiness()) && isReady(Readiness(startedAt: now)))
        let unready = [
            Readiness(isOpen: false), Readiness(openBlockers: 1), Readiness(openSubtasks: 1),
            Readiness(isArchived: true), Readiness(start: .instant(now.addingTimeInterval(1), zurich)),
        ]
        #expect(unready.allSatisfy { !isReady($0) })
    }

    @Test("begins at the instant, or on the day as it is counted where one is")
    func start() throws {
        // In Zurich it is already the 23rd.
        let due = Readiness(start: try .day(2026, 11, 23))
        #expect(isReady(due) && !due.isWaiting(at: now, in: zurich))
        #expect(due.isWaiting(at: now, in: .gmt) && !due.isReady(at: now, in: .gmt))
        #expect(isReady(Readiness(start: .instant(now, zurich))))
        let later = Readiness(start: try .day(2026, 11, 24))
        #expect(later.isWaiting(at: now, in: zurich) && !isReady(later))
        #expect(!Readiness(isOpen: false, start: later.start).isWaiting(at: now, in: zurich))
    }

    @Test("is not what is below something that is blocked or waiting, however far up")
    func ancestors() throws {
        let parent = Readiness(openSubtasks: 1)
        #expect(isReady(Readiness(), below: [parent, parent]))
        #expect(!isReady(Readiness(), below: [parent, Readiness(openBlockers: 1, openSubtasks: 1)]))
        #expect(!isReady(Readiness(), below: [Readiness(openSubtasks: 1, start: try .day(2026, 12, 1))]))
        // A done to-do blocks nothing.
        #expect(isReady(Readiness(), below: [Readiness(isOpen: false, openBlockers: 1, openSubtasks: 1)]))
    }

    @Test("blocked and started are only what is open")
    func done() {
        #expect(Readiness(openBlockers: 2).isBlocked && Readiness(startedAt: now).isStarted)
        let done = Readiness(isOpen: false, openBlockers: 2, startedAt: now)
        #expect(!done.isBlocked && !done.isStarted && !Readiness().isBlocked && !Readiness().isStarted)
    }
}
