import Foundation
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoSync

/// What a person sees where the server's clock is wrong.
@Suite("A store whose server's clock is two years behind")
struct DifferingClockStoreTests {
    private static let behind: Int64 = -2 * 365 * 86_400_000
    private let clock = ManualClock()
    private let remote = FakeRemote()
    private let store: TodoStore

    init() async throws {
        var environment = TodoEnvironment.testing(clock: clock)
        // Without an uptime the server's clock would not be followed after a sync.
        environment.uptime = { [clock] in Uptime(bootID: "1", milliseconds: clock.milliseconds - 1_000_000_000) }
        store = try TodoStore(
            StackConfiguration(storage: .inMemory, isSyncEnabled: true), remote: remote, environment: environment)
        remote.clockOffset = Self.behind
        try await store.sync.sync()
    }

    @Test("what is made and done today has today's date, and a repetition counts from today")
    func today() async throws {
        let bread = try await store.add("Bread")
        #expect(bread.createdAt == clock.now)
        let done = try #require(try await store.complete([bread.id], .only).todos.first)
        #expect(done.completedAt == clock.now)
        let filter = try TodoFilter.parse("completed:today", now: clock.now, timeZone: .zurich)
        let query = try filter.query(now: clock.now, timeZone: .zurich, settings: .standard, names: FilterNames())
        #expect(try await store.todos.fetch(query, source: .local).items.map(\.title) == ["Bread"])
        let phrase = try RepeatPhrase.parse("every! 3 days", now: clock.now, timeZone: .zurich)
        let water = try await store.add(
            "Water", recurrence: phrase.recurrence(now: clock.now, timeZone: .zurich, due: nil))
        try await store.complete([water.id], .only)
        #expect(
            try await store.todos.find(water.id).due?.day == Day(containing: clock.now, in: .zurich).adding(days: 3))
        #expect(try await store.recentHistory(limit: 1).map(\.date) == [clock.now])
        try await store.sync.sync()
        #expect(try await store.sync.status.pending == 0)
    }

    @Test("the word about the clock comes once, again when it changes, and again after it was mended")
    func word() async throws {
        func news(_ offset: Int64?) async throws -> String? {
            remote.clockOffset = offset
            let report = try await store.sync.sync()
            return try await store.sync.newClockDifference(in: report)?.description
        }
        let years = try #require(try await news(Self.behind))
        #expect(years.hasPrefix("The clock of this device is 2 years ahead of the server's. "))
        for drift in [0, 1000, -300_000, 590_000] as [Int64] { #expect(try await news(Self.behind + drift) == nil) }
        let minutes = try #require(try await news(-840_000))
        #expect(minutes.hasPrefix("The clock of this device is 14 minutes ahead of the server's. "))
        #expect(try await news(-840_000) == nil)
        #expect(try await news(0) == nil)
        #expect(try await news(840_000)?.contains("14 minutes behind the server's") ?? false)
        // A server that does not tell its clock gives no news of it.
        #expect(try await news(nil) == nil)
    }
}
