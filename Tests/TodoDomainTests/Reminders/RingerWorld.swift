import Foundation
import TestSupport
import Testing
import TodoDomain

/// One device with its clock, to-dos that it and others edit, and a desktop that shows notifications: a model of what a
/// ``Ringer`` must do, which knows nothing of how.
struct RingerWorld {
    private var generator: SeededGenerator
    private var todos: [RemindedTodo] = []
    private var now: Date
    private let base: Date
    private var ringer = Ringer()
    /// What was on the disk when the process ended.
    private var stored = Ringer()
    /// What the desktop shows.
    private var screen: [String: [Ring]] = [:]
    /// How often each ring was delivered.
    private var deliveries: [Ring: Int] = [:]
    /// Rings that may be delivered once more for each time that the process ended before they were noted.
    private var unnoted: [Ring: Int] = [:]
    /// The notifications that a process began to deliver before it ended, and that no other has noted since: what the
    /// desktop shows under these ids is not known to the device.
    private var interrupted: Set<String> = []
    private let settings: ReminderSettings

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        base = Date(timeIntervalSince1970: 1_795_300_000)
        now = base
        settings = ReminderSettings(timeZone: try zone("UTC"))
        for index in 0..<4 {
            let leads = ["PT0S", "PT10M", "PT2H", "P1D"].compactMap { Alarm.Lead($0) }
            let alarms = leads.shuffled(using: &generator).prefix(index % 2 + 1).map { Alarm(.before($0, of: .due)) }
            todos.append(RemindedTodo(id: try #require(Todo.ID("t\(index)")), due: randomDue(), alarms: alarms))
        }
    }

    mutating func step() throws {
        for _ in 0..<Int.random(in: 0...2, using: &generator) { edit() }
        moveClock()
        try run(isKilled: generator.chance(0.15))
        if generator.chance(0.1) { ringer.forget(except: rings, at: now) }
        stored = ringer
    }

    private var rings: [Ring] { todos.flatMap { $0.rings(settings) } }

    /// Mostly some minutes or hours on, sometimes a jump, never more than ten days from where time should be.
    private mutating func moveClock() {
        let seconds: Double
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: seconds = .random(in: -5 * 86_400...5 * 86_400, using: &generator)
        case 1: seconds = .random(in: -600...0, using: &generator)
        case 2: seconds = 0
        case 3...8: seconds = .random(in: 0...20_000, using: &generator)
        default: seconds = .random(in: 0...400, using: &generator)
        }
        now = min(max(now.addingTimeInterval(seconds.rounded()), base.addingTimeInterval(-864_000)), base + 864_000)
    }

    /// Somebody here or elsewhere edits, acknowledges, snoozes, completes or reopens.
    private mutating func edit() {
        let index = Int.random(in: 0..<todos.count, using: &generator)
        let alarm = generator.pick(todos[index].alarms)
        let key = AlarmState.Key(alarm.id)
        let state = todos[index].states[key] ?? AlarmState()
        let known = deliveries.keys.filter { $0.id == Ring.ID(todo: todos[index].id, key: key) }.map(\.at)
        let shown = known.max() ?? now
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1: todos[index].due = randomDue()
        case 2, 3: todos[index].states[key] = state.merged(with: state.acknowledging(shown))
        case 4:
            let until = now.addingTimeInterval(Double(Int.random(in: -100...4000, using: &generator)))
            todos[index].states[key] = state.merged(with: state.snoozing(shown, until: until))
        case 5:
            // Somebody acts on a device that does not know of the other acts.
            todos[index].states[key] = state.merged(with: AlarmState().acknowledging(known.min() ?? now))
        case 6: todos[index].isOpen.toggle()
        default:
            // The same date as before, or none.
            todos[index].due = generator.chance(0.5) ? nil : .instant(base, zone: "UTC")
        }
    }

    private mutating func randomDue() -> Due {
        let seconds = Double(Int.random(in: -100_000...200_000, using: &generator))
        return .instant((now).addingTimeInterval(seconds), zone: "UTC")
    }

    private mutating func run(isKilled: Bool) throws {
        let rings = rings
        let events = ringer.plan(for: rings, at: now)
        // The state is written before anything is delivered, and after each note.
        stored = ringer
        let end = isKilled ? Int.random(in: 0...events.count, using: &generator) : events.count
        for event in events[..<end] {
            try deliver(event)
            ringer.note(event)
            stored = ringer
            interrupted.remove(Self.id(event))
        }
        guard isKilled else { return try check(rings) }
        interrupted.formUnion(events[end...].map(Self.id))
        if end < events.count, generator.chance(0.7) {
            // It was delivered, and not noted.
            try deliver(events[end])
            if case .ring(let notification) = events[end] {
                for ring in notification.rings { unnoted[ring, default: 0] += 1 }
            }
        }
        ringer = try recoded(stored)
    }

    private static func id(_ event: Ringer.Event) -> String {
        switch event {
        case .ring(let notification): notification.id
        case .withdraw(let id): id
        }
    }

    private mutating func deliver(_ event: Ringer.Event) throws {
        switch event {
        case .withdraw(let id):
            let rings = interrupted.contains(id) ? [] : rings
            try #require(Set(screen[id] ?? []).isDisjoint(with: rings), "nothing is withdrawn that still rings")
            screen[id] = nil
        case .ring(let notification):
            try #require(!notification.rings.isEmpty && notification.rings == notification.rings.sorted())
            for ring in notification.rings {
                try #require(Set(rings).contains(ring), "only what rings is delivered")
                try #require(ring.at <= now && ring.at >= now - 86_400, "not before its time, nor a day after")
                deliveries[ring, default: 0] += 1
                try #require(deliveries[ring, default: 0] <= 1 + unnoted[ring, default: 0], "nothing rings twice")
            }
            screen[notification.id] = nil
            try #require(Set(screen.values.joined()).isDisjoint(with: notification.rings), "nothing is shown twice")
            screen[notification.id] = notification.rings
        }
    }

    /// What must hold whenever everything was carried out.
    private func check(_ rings: [Ring]) throws {
        for id in Set(rings.map(\.id)) {
            let due = rings.filter { $0.id == id && $0.at <= now && $0.at >= now - 86_400 }.max()
            guard let due else { continue }
            try #require(deliveries[due] != nil, "nothing is missed")
        }
        for (id, shown) in screen {
            try #require(!Set(shown).isDisjoint(with: rings), "what rings no more is withdrawn: \(id)")
        }
        try #require(ringer.notifications.subtracting(interrupted).isSubset(of: screen.keys), "it knows what is shown")
        try #require(ringer.notifications.isSuperset(of: screen.keys), "and forgets nothing of it")
        try #require(ringer.plansNothing(for: rings, at: now), "nothing is left to do")
    }
}

extension Ringer {
    fileprivate func plansNothing(for rings: [Ring], at now: Date) -> Bool {
        var copy = self
        return copy.plan(for: rings, at: now).isEmpty
    }
}
