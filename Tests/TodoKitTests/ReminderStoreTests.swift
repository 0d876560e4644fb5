import Basics
import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal

/// Reminders of stored to-dos.
@Suite("Reminders in the store")
struct ReminderStoreTests {
    private let fixture: TestStore
    private var store: TodoStore { fixture.store }
    private let settings: ReminderSettings
    private static let lead = ReminderPhrase.trigger(.before(Alarm.Lead(seconds: 600) ?? .zero, of: .either))
    private static let zone = "Europe/Zurich"

    init() throws {
        fixture = try TestStore()
        settings = fixture.store.reminderSettings()
    }

    private func inMinutes(_ minutes: Int) -> Date { fixture.clock.now.addingTimeInterval(Double(minutes) * 60) }

    private func add(_ title: String, dueInMinutes minutes: Int = 60) async throws -> Todo {
        try await store.add(title, due: .instant(inMinutes(minutes), zone: Self.zone), reminders: [Self.lead])
    }

    private func carryOut() async throws -> [Ringer.Event] {
        let events = try await store.planDelivery(settings)
        try await store.noteDelivery(of: events)
        return events
    }

    @Test("a reminder is added, edited, undone, redone, seen in the past and in the history")
    func editing() async throws {
        let call = try await add("Call")
        #expect(call.alarms.map(\.trigger) == [.before(Alarm.Lead(seconds: 600) ?? .zero, of: .either)])
        let before = fixture.clock.now
        fixture.clock.advance(by: 60)
        let noon = ReminderPhrase.trigger(.time(.hour(12), daysBefore: 1, of: .due))
        let edited = try await store.edit([call.id], TodoChanges(reminders: [noon]))[0]
        #expect(edited.alarms.count == 2 && edited.updatedAt > call.updatedAt)
        #expect(try await store.edit([call.id], TodoChanges(reminders: [noon]))[0].alarms == edited.alarms, "once")
        #expect(try await store.past(at: before).todos.first?.alarms == call.alarms)
        let change = try #require(try await store.recentHistory(of: RecordKey(call.id), limit: 1).first?.changes.first)
        #expect(ReminderRegister(change.field.rawValue) != nil && change.before == .null)
        try await store.undo()
        #expect(try await store.todos.find(call.id).alarms == call.alarms)
        try await store.redo()
        #expect(try await store.todos.find(call.id).alarms == edited.alarms)
        let emptied = try await store.edit([call.id], TodoChanges(reminders: [.noReminders, noon]))[0]
        #expect(emptied.alarms.map(\.trigger) == [.time(.hour(12), daysBefore: 1, of: .due)])
        #expect(try await store.todos.fetch(.all.reminding, source: .local).items.map(\.id) == [call.id])
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("an edit on a stale screen keeps the reminders that it does not know")
    func staleScreens() async throws {
        let call = try await add("Call")
        let scratch = store.scratch()
        var edited = call
        edited.alarms.append(Alarm(.time(.hour(12), daysBefore: 0, of: .due)))
        try scratch.todos.update(edited, from: call)
        try await store.edit([call.id], TodoChanges(reminders: [.trigger(.before(.zero, of: .due))]))
        try await scratch.save()
        #expect(try await store.todos.find(call.id).alarms.count == 3)
        let stored = try await store.todos.find(call.id)
        var many = stored
        many.alarms = (0...Limits.alarms).map { Alarm(.time(.hour(12), daysBefore: $0, of: .due)) }
        let tooMany = many
        #expect(await errorCode { try await store.todos.update(tooMany, from: stored) } == .tooManyReminders)
    }

    @Test("it rings once, is snoozed, rings again, and is acknowledged, without an edit of the to-do")
    func ringing() async throws {
        let call = try await add("Call")
        let first = try #require(try await store.nextAlarm(after: fixture.clock.now, settings))
        #expect(first.at == inMinutes(50) && first.id.todo == call.id)
        #expect(try await carryOut().isEmpty)
        fixture.clock.now = first.at
        let events = try await store.planDelivery(settings)
        #expect(events == (try await store.planDelivery(settings)), "until it is noted")
        guard case .ring(let notification)? = events.first else {
            Issue.record("nothing rings")
            return
        }
        #expect(notification.rings == [first])
        try await store.noteDelivery(of: events)
        #expect(try await carryOut().isEmpty)

        let snoozed = try await store.snooze([first], until: inMinutes(5))[0]
        #expect(snoozed.updatedAt == call.updatedAt && snoozed.alarmStates.count == 1)
        #expect(try await carryOut() == [.withdraw(notification.id)])
        #expect(try await store.alarms(in: DateInterval(start: inMinutes(0), end: inMinutes(6)), settings).count == 1)
        fixture.clock.advance(by: 300)
        #expect(try await carryOut().count == 1)
        let second = try #require(try await store.rings(settings).first)
        try await store.acknowledge([second])
        #expect(try await carryOut() == [.withdraw(notification.id)])
        #expect(try await store.rings(settings).isEmpty)
        // Moved to another time, it rings at that time.
        try await store.edit([call.id], TodoChanges(due: .set(.instant(inMinutes(60), zone: Self.zone))))
        #expect(try await store.rings(settings).map(\.at) == [inMinutes(50)])
        try await store.undo(3)
        #expect(try await store.todos.find(call.id).alarmStates.isEmpty)
    }

    @Test("a snooze can be shortened until it ends, which is undone as any; what has not rung is not brought forward")
    func shortened() async throws {
        // It rings now.
        let call = try await add("Call", dueInMinutes: 10)
        try await store.snooze(try await store.rings(settings), until: inMinutes(60))
        fixture.clock.advance(by: 60)
        let long = try await store.rings(settings)
        for minutes in [5, 120, 2] {
            try await store.snooze(try await store.rings(settings), until: inMinutes(minutes))
            #expect(try await store.rings(settings).map(\.at) == [inMinutes(minutes)])
        }
        try await store.undo(3)
        #expect(try await store.rings(settings) == long)
        try await store.complete([call.id], .subtasks)

        let later = try await add("Later")
        let coming = try await store.rings(settings)
        #expect(await errorCode { try await store.snooze(coming, until: inMinutes(5)) } == .usage)
        #expect(try await store.todos.find(later.id).alarmStates.isEmpty)
    }

    @Test("of what repeats the current occurrence rings, and what was done about an earlier one does not matter")
    func series() async throws {
        let rule = try RepeatPhrase.parse("every day 18:00", now: fixture.clock.now, timeZone: settings.timeZone)
        let recurrence = try rule.recurrence(now: fixture.clock.now, timeZone: settings.timeZone, due: nil)
        let water = try await store.add("Water", recurrence: recurrence, reminders: [Self.lead])
        let first = try #require(try await store.rings(settings).first)
        #expect(first.id.key.occurrence?.key == Day("2026-11-21"))
        try await store.acknowledge([first])
        #expect(try await store.rings(settings).isEmpty)
        try await store.complete([water.id], .subtasks)
        let next = try #require(try await store.rings(settings).first)
        #expect(next.at == first.at.addingTimeInterval(86_400))
        // News of the earlier reminder comes late.
        try await store.snooze([next], until: next.at.addingTimeInterval(60))
        #expect(try await store.acknowledge([first]).isEmpty)
        #expect(try await store.todos.find(water.id).alarmStates.keys.map(\.occurrence?.key) == [Day("2026-11-22")])
    }

    @Test("words say until when a reminder is snoozed, that it was dismissed, and neither of an earlier occurrence")
    func words() async throws {
        func words(_ todo: Todo) throws -> String {
            let text = DueText(now: fixture.clock.now, timeZone: settings.timeZone)
            return text.words(try #require(todo.alarms.first), of: todo, placeNames: [:], settings)
        }
        let rule = try RepeatPhrase.parse("every day 18:00", now: fixture.clock.now, timeZone: settings.timeZone)
        let recurrence = try rule.recurrence(now: fixture.clock.now, timeZone: settings.timeZone, due: nil)
        let water = try await store.add("Water", recurrence: recurrence, reminders: [Self.lead])
        #expect(try words(water) == "10 minutes before")
        let first = try #require(try await store.rings(settings).first)
        let snoozed = try await store.snooze([first], until: first.at.addingTimeInterval(3 * 86_400))
        #expect(try words(snoozed[0]).hasPrefix("10 minutes before, snoozed until "))
        try await store.complete([water.id], .subtasks)
        let next = try await store.todos.find(water.id)
        #expect(try words(next) == "10 minutes before")
        let dismissed = try await store.acknowledge(try await store.rings(settings))
        #expect(try words(dismissed[0]) == "10 minutes before, dismissed")
    }

    @Test("a reminder that was dismissed ahead rings on an earlier date once it is named again, as one step")
    func namedAgain() async throws {
        let call = try await add("Call", dueInMinutes: 600)
        let later = try await store.edit([call.id], TodoChanges(reminders: [Self.lead]))[0]
        #expect(later.alarms == call.alarms)
        try await store.acknowledge(try await store.rings(settings))
        try await store.edit([call.id], TodoChanges(due: .set(.instant(inMinutes(60), zone: Self.zone))))
        #expect(try await store.rings(settings).isEmpty)
        let named = try await store.edit([call.id], TodoChanges(reminders: [Self.lead]))[0]
        #expect(try await store.rings(settings).map(\.at) == [inMinutes(50)])
        #expect(named.alarms.map(\.trigger) == call.alarms.map(\.trigger))
        #expect(try await store.edit([call.id], TodoChanges(reminders: [Self.lead]))[0].alarms == named.alarms, "once")
        try await store.undo()
        #expect(try await store.todos.find(call.id).alarms == call.alarms)
        try await store.redo()
        // The same holds if it was removed in between.
        try await store.acknowledge(try await store.rings(settings))
        try await store.edit([call.id], TodoChanges(reminders: [.noReminders]))
        #expect(try await store.edit([call.id], TodoChanges(reminders: [Self.lead]))[0].alarms.count == 1)
        #expect(try await store.rings(settings).map(\.at) == [inMinutes(50)])
    }

    @Test("a day rings at the time that a person has set, and a done to-do not at all")
    func days() async throws {
        let day = try await store.add(
            "Pay", due: try .day(2026, 11, 23), reminders: [.trigger(.before(.zero, of: .due))])
        let early = store.reminderSettings(allDayTime: .hour(7))
        let (nine, seven) = (try await store.rings(settings)[0].at, try await store.rings(early)[0].at)
        #expect(nine.timeIntervalSince(seven) == 7200)
        try await store.complete([day.id], .subtasks)
        #expect(try await store.rings(settings).isEmpty)
        #expect(try await store.remindedTodos().isEmpty)
    }

    @Test("a place rings once somebody comes to it, and its fence is among the nearest")
    func places() async throws {
        let shop = try await store.locations.create(.sample("shop", "Shop", latitude: 47))
        let milk = try await store.add(
            "Milk", place: .location(shop.id),
            reminders: [try .parse("arriving/300m", now: fixture.clock.now, settings)])
        let home = try await store.add(
            "Keys", reminders: [try .parse("leaving:shop", now: fixture.clock.now, settings)])
        #expect(home.alarms.map(\.trigger) == [.place(.leave, shop.id, radius: 150)])
        #expect(try await store.nearestPlaces(to: shop.coordinate, settings).count == 2)
        let away = try Coordinate(latitude: 48, longitude: shop.longitude)
        for (point, seconds) in [(away, 0.0), (shop.coordinate, 60), (shop.coordinate, 120)] {
            let sample = PlaceMonitor.Sample(
                point, accuracy: 10, time: fixture.clock.now.addingTimeInterval(seconds - 120))
            try await store.observePosition(sample, settings)
        }
        #expect(try await store.rings(settings).map(\.id.todo) == [milk.id])
        #expect(try await carryOut().count == 1)
        let nowhere = try ReminderPhrase.parse("arriving:Nowhere", now: fixture.clock.now, settings)
        #expect(await errorCode { try await store.add("No", reminders: [nowhere]) } == .notFound)
    }

    @Test("a reader sleeps until something rings by the wall clock, and wakes when something changes")
    func events() async throws {
        let sleeper = Sleeper(fixture.clock)
        let call = try await add("Call")
        var events = store.reminderEvents(clock: sleeper) { [settings] in settings }.makeAsyncIterator()
        // Nothing rings for 50 minutes, in which it looks at the clock again and again.
        let ring = try #require(try await events.next())
        #expect(fixture.clock.now >= inMinutes(0) && sleeper.longest <= ReminderEvents.longestSleep)
        guard case .ring(let notification) = ring else {
            Issue.record("\(ring)")
            return
        }
        #expect(notification.rings.map(\.id.todo) == [call.id])
        try await store.noteDelivery(of: [ring])
        sleeper.stands = true
        async let completed = store.complete([call.id], .subtasks)
        #expect(try await events.next() == .withdraw(notification.id))
        _ = try await completed
    }

    @Test("a reader goes by the settings as they are at each look")
    func changedSettings() async throws {
        let (sleeper, looks) = (Sleeper(fixture.clock), Locked(0))
        let today = Day(containing: fixture.clock.now, in: .gmt)
        try await store.add("Call", due: .day(today), reminders: [.trigger(.before(.zero, of: .either))])
        let (late, soon) = (ClockTime.hour(23), try ClockTime(hour: 12, minute: 10))
        var events = store.reminderEvents(clock: sleeper) {
            let look = looks.withLock { count in
                count += 1
                return count
            }
            return ReminderSettings(timeZone: .gmt, allDayTime: look < 3 ? late : soon)
        }.makeAsyncIterator()
        guard case .ring(let notification) = try await events.next() else {
            Issue.record("Nothing rings.")
            return
        }
        #expect(notification.rings.map(\.at) == [today.start(in: .gmt).addingTimeInterval(12 * 3600 + 600)])
    }

    @Test("a view hears of what rings as long as it rings, and only when that is something else than before")
    func ringingReminders() async throws {
        let sleeper = Sleeper(fixture.clock)
        let call = try await add("Call")
        var ringing = store.ringingReminders(settings, clock: sleeper).makeAsyncIterator()
        #expect(try await ringing.next() == [])
        let rings = try #require(try await ringing.next())
        #expect(rings.map(\.id.todo) == [call.id] && fixture.clock.now >= rings[0].at)
        #expect(sleeper.longest <= ReminderEvents.longestSleep)
        sleeper.stands = true
        async let snoozed = store.snooze(rings, until: fixture.clock.now.addingTimeInterval(600))
        #expect(try await ringing.next() == [])
        #expect(try await snoozed.map(\.id) == [call.id])
        #expect(try await store.ringing(settings) == [])
        sleeper.stands = false
        let again = try #require(try await ringing.next())
        #expect(again.map(\.id) == rings.map(\.id) && again[0].at > rings[0].at)
    }

    @Test(
        "reminders and what was done about them go through our own formats, there and back",
        arguments: ["json", "ndjson", "csv"])
    func formats(name: String) async throws {
        let format = try #require(TodoFormats.writable(named: name))
        let call = try await add("Call")
        try await store.edit(
            [call.id], TodoChanges(reminders: [try .parse("arriving", now: fixture.clock.now, settings)]))
        try await store.snooze([try #require(try await store.rings(settings).first)], until: inMinutes(90))
        let stored = try await store.todos.find(call.id)
        let written = Written()
        #expect(try await store.export(as: format) { written.add($0) }.omissions.isEmpty)
        let other = try TestStore(seed: 2).store
        _ = try await other.importItems {
            format.makeReader(
                ByteSource(written.bytes), context: ImportContext(now: ManualClock().now, timeZone: .gmt))
        }
        let read = try await other.todos.find(call.id)
        #expect(read.alarms == stored.alarms && read.alarmStates == stored.alarmStates)
    }

    @Test("who waits for reminders and is cancelled, wherever that is, comes to the end")
    func cancelled() async throws {
        let test = try TestStore(.pool)
        let (store, settings) = (test.store, test.store.reminderSettings())
        for number in 0..<60 {
            let task = Task {
                for try await _ in store.reminderEvents(settings) {}
                for try await _ in store.ringingReminders(settings) {}
            }
            for _ in 0..<number % 6 { await Task.yield() }
            task.cancel()
            try await task.value
        }
    }
}

/// A clock that lets a manual one pass instead of waiting.
private final class Sleeper: Clock, @unchecked Sendable {
    private let wall: ManualClock
    private let lock = NSLock()
    private(set) var longest = Duration.zero
    /// Whether time does not pass any more: whoever sleeps waits until cancelled.
    var stands: Bool {
        get { lock.withLock { isStanding } }
        set { lock.withLock { isStanding = newValue } }
    }
    private var isStanding = false

    init(_ wall: ManualClock) { self.wall = wall }

    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let time = ContinuousClock.now.duration(to: deadline) + .milliseconds(1)
        lock.withLock { longest = max(longest, time - .milliseconds(1)) }
        guard !stands else { return try await Task.sleep(for: .seconds(3600)) }
        wall.advance(by: Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
        await Task.yield()
    }
}
