import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// Two devices of one person, whose edits meet on a remote.
@Suite("What a view shows of syncing is followed")
struct ServiceObservationTests {
    private let clock = ManualClock()
    private let remote = FakeRemote()
    private let (laptop, phone): (TodoStore, TodoStore)

    init() async throws {
        laptop = try .testing(remote, clock: clock)
        phone = try .testing(remote, clock: clock)
        try await laptop.sync.setDeviceName("laptop")
        try await phone.sync.setDeviceName("phone")
    }

    /// A to-do whose title both have edited; the phone's edit, which is earlier, is lost with its next sync.
    private func contested() async throws -> Todo {
        let milk = try await laptop.add("Milk")
        try await laptop.sync.sync()
        try await phone.sync.sync()
        for (store, title) in [(phone, "Oat milk"), (laptop, "Soy milk")] {
            clock.advance(by: 1)
            try await store.edit([milk.id], TodoChanges(title: title))
        }
        try await laptop.sync.sync()
        return milk
    }

    @Test("conflicts come with the sync that finds them, and go when another device has dealt with them")
    func conflicts() async throws {
        let milk = try await contested()
        var here = laptop.observeConflicts().makeAsyncIterator()
        var there = phone.observeConflicts().makeAsyncIterator()
        #expect(try await here.next() == [])
        #expect(try await there.next() == [])
        try await phone.sync.sync()
        let found = try #require(try await there.next()?.first)
        #expect(found.record == RecordKey(milk.id) && found.field == .title)
        #expect(found.lost.value == .string("Oat milk") && found.lost.deviceName == "phone")
        #expect(found.kept.value == .string("Soy milk") && found.kept.deviceName == "laptop")
        try await laptop.sync.sync()
        #expect(try await here.next()?.map(\.id) == [found.id])
        try await phone.sync.dismiss([found.id])
        #expect(try await there.next() == [])
        try await phone.sync.sync()
        try await laptop.sync.sync()
        #expect(try await here.next() == [])
    }

    @Test("an observation ends with its store", .timeLimit(.minutes(5)))
    func released() async throws {
        var store: TodoStore? = try .testing(remote, clock: clock)
        var counts = try #require(store).observe { try await $0.todos.count(.all) }.makeAsyncIterator()
        #expect(try await counts.next() == 0)
        store = nil
        #expect(await errorCode { _ = try await counts.next() } == .storage)
    }

    @Test("devices come with their first sync, and their names with the next")
    func devices() async throws {
        var devices = laptop.observeDevices().makeAsyncIterator()
        #expect(try await devices.next().map { Array($0.values) } == ["laptop"])
        try await phone.sync.sync()
        try await laptop.sync.sync()
        let there = try await phone.device
        #expect(try await devices.next()?[there] == "phone")
        try await phone.sync.setDeviceName("pocket")
        try await phone.sync.sync()
        try await laptop.sync.sync()
        #expect(try await devices.next()?[there] == "pocket")
    }

    @Test("a to-do says who wrote it last, by name, and whether that is on the remote")
    func editor() async throws {
        let milk = try await laptop.add("Milk")
        var states = laptop.observeSyncState(of: [milk.id]).makeAsyncIterator()
        let mine = try #require(try await states.next()?[milk.id])
        #expect(try await mine.editor == laptop.device)
        #expect(mine.isUnsent && mine.editorName == "laptop")
        try await laptop.sync.sync()
        #expect(try await states.next()?[milk.id]?.isUnsent == false)
        try await phone.sync.sync()
        clock.advance(by: 1)
        try await phone.edit([milk.id], TodoChanges(title: "Oat milk"))
        try await phone.sync.sync()
        try await laptop.sync.sync()
        var theirs = try await states.next()?[milk.id]
        let there = try await phone.device
        // The name of the phone and its edit are pulled one after the other.
        while let state = theirs, state.editor != there { theirs = try await states.next()?[milk.id] }
        #expect(theirs?.editorName == "phone" && theirs?.isUnsent == false)
    }

    @Test("a to-do that the remote refuses says why, until it is tried again")
    func refusal() async throws {
        let milk = try await laptop.add("Milk")
        try await laptop.sync.sync()
        var states = laptop.observeSyncState(of: [milk.id]).makeAsyncIterator()
        #expect(try await states.next()?[milk.id]?.refusal == nil)
        clock.advance(by: 1)
        try await laptop.edit([milk.id], TodoChanges(title: "Oat milk"))
        #expect(try await states.next()?[milk.id]?.isUnsent == true)
        let replication = ReplicationDAO(laptop.stack)
        let pending = try await replication.pendingRecords(.all, limit: 1, excluding: [])
        try await replication.quarantine(pending, reason: .rejected, status: "PERMISSION_DENIED")
        let refusal = try #require(try await states.next()?[milk.id]?.refusal)
        #expect(refusal.reason == .rejected && refusal.status == "PERMISSION_DENIED")
        try await laptop.sync.retry([RecordKey(milk.id)])
        let state = try await states.next()?[milk.id]
        #expect(state?.refusal == nil && state?.isUnsent == true)
    }

    @Test("the status of a store with a remote of the app's own has its numbers, though no address")
    func ownRemote() async throws {
        var statuses = laptop.sync.statuses.makeAsyncIterator()
        try await laptop.add("Milk")
        var status = await statuses.next()
        while let known = status, known.pending == 0 { status = await statuses.next() }
        #expect(status?.remote == nil && status?.lastSynced == nil)
        try await laptop.sync.sync()
        while let known = status, known.pending > 0 || known.activity != .idle { status = await statuses.next() }
        #expect(status?.lastSynced == clock.now)
    }
}
