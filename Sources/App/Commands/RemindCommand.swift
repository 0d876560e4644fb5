import ArgumentParser
import Basics
import Foundation
import TodoDomain
import TodoKit

struct RemindCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "remind", abstract: "Deliver reminders when their time comes.",
        discussion: """
            Runs until it is interrupted; the systemd user unit todo-remind does so. The settings remind.desktop, \
            remind.command, remind.ntfy and remind.mail say how reminders are delivered. What was missed in the last \
            day comes at the start, together. A notification disappears when its to-do is done, or its reminder \
            acknowledged, on another device.

            EXAMPLES:
              todo remind
              todo remind --list
              todo remind --once --json        for cron: prints what rings, and notes it as delivered
            """)

    @Flag(help: "Print what rings next, and deliver nothing.")
    var list = false

    @Flag(help: "Print what rings now, and note it as delivered.")
    var once = false

    @OptionGroup var global: GlobalOptions

    var onlyReads: Bool { list }
    var isAlone: Bool { !list && !once }

    func validate() throws {
        if list && once { throw ValidationError("Use either --list or --once.") }
    }

    func run(in session: Session) async throws {
        if list { return try await session.listReminders() }
        let lock = try TodoError.wrappingFileErrors { try FileLock(path: session.path + "-remind") }
        guard let lock else {
            throw TodoError(
                .locked, "Another `todo remind` is running on this database; it delivers the reminders.",
                effect: .nothingChanged)
        }
        defer { lock.release() }
        if once { try await session.remindOnce() } else { try await session.remind() }
    }
}

extension Session {
    /// Prints the next reminders, by time.
    fileprivate func listReminders() async throws {
        // Older reminders are no longer delivered.
        let earliest = now.addingTimeInterval(-Ringer.patience)
        let rings = try await store.rings(reminders).filter { $0.at >= earliest }
        let items = RungItem.items(rings, try await store.remindedTodos(), in: timeZone)
        guard !isJSON else { return try print(json: { RungItem.write(items, to: &$0) }) }
        try await print(items)
        if items.isEmpty { sayOnTerminal("No reminders are to come; `todo edit --remind` gives a to-do one.") }
    }

    private func print(_ items: [RungItem]) async throws {
        let prefixes = try await store.todos.shortestPrefixes(of: items.map(\.todo.id))
        let dueText = DueText(now: now, timeZone: timeZone)
        let rows = items.map { item in
            let id = prefixes[item.todo.id] ?? item.todo.id.rawValue
            let at = output.isInteractive ? dueText.short(item.ring.at) : item.ring.at.rfc3339
            let words = output.isInteractive ? item.spoken(dueText) : item.words
            return [at, id, item.todo.title, words].map(Sanitized.field).joined(separator: "\t")
        }
        try print(rows)
    }

    /// Prints the reminders that ring now, and then marks them as delivered.
    fileprivate func remindOnce() async throws {
        let events = try await store.planDelivery(reminders)
        let rings = events.flatMap { event in
            if case .ring(let notification) = event { notification.rings } else { [] as [Ring] }
        }
        let items = RungItem.items(rings.sorted(), try await store.remindedTodos(), in: timeZone)
        if isJSON {
            try print(json: { RungItem.write(items, to: &$0) })
        } else {
            try await print(items)
        }
        try await store.noteDelivery(of: events)
    }

    /// Delivers reminders until interrupted, each as it is set at its time.
    fileprivate func remind() async throws {
        try store.refuseToKeepOthersOut()
        let (latest, zone) = (latestSettings(), timeZone)
        var delivery = try ReminderDelivery(settings.delivery, deviceName: try await store.sync.deviceName)
        var said: Set<String> = []
        func sayOnce(_ sentences: [String]) {
            for sentence in sentences where said.insert(sentence).inserted { say(sentence) }
        }
        sayOnce(delivery.obstacles)
        if let remote = try await store.sync.remote, remote.isAutomatic { try await store.sync.start() }
        let events = try store.reminderEvents {
            ReminderSettings(timeZone: zone, allDayTime: latest().defaultTime)
        }
        for try await event in events {
            do {
                delivery = try delivery.adopting(latest().delivery, deviceName: try await store.sync.deviceName)
                sayOnce(delivery.obstacles)
            } catch let error as TodoError where error.code == .badSetting {
                // The waiting reminder stays as planned.
                sayOnce([error.message])
            }
            switch event {
            case .withdraw(let id): await delivery.withdraw(id)
            case .ring(let notification):
                let items = RungItem.items(notification.rings, try await store.remindedTodos(), in: timeZone)
                // The reminder is gone.
                guard !items.isEmpty else { break }
                let dueText = DueText(now: now, timeZone: timeZone)
                let message = ReminderMessage(id: notification.id, items, dueText)
                let (isDelivered, failures) = await delivery.deliver(message)
                sayOnce(failures)
                guard isDelivered else {
                    // The reminder is planned again at its new time.
                    try await Task.sleep(for: ReminderEvents.longestSleep)
                    continue
                }
                said.subtract(failures.isEmpty ? said : [])
                say("\(dueText.short(now))  \(message.title)")
            }
            try await store.noteDelivery(of: [event])
        }
    }
}
