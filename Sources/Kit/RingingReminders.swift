import Foundation
import TodoLocal
import TodoRepositories

/// The reminders that ring now and that nobody has acknowledged: at once, and again whenever these are others, because the time
/// of one has come, or because of an edit here or on another device.
///
/// ```swift
/// for try await rings in store.ringingReminders(settings) { show(rings) }
/// ```
///
/// For a view that shows what rings as long as it does. What is to be delivered once, such as notifications, is
/// ``ReminderEvents``. Neither a clock that is set nor a suspended machine makes it late by more than
/// ``ReminderEvents/longestSleep``. It ends by throwing, or when its task is cancelled.
public struct RingingReminders: AsyncSequence, Sendable {
    /// What rings, by time.
    public typealias Element = [Ring]

    let store: TodoStore
    let settings: ReminderSettings
    let clock: any Clock<Duration>

    /// The requests of one reader.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reminders: RingingReminders
        private let wakes: ReminderWakes
        private var last: [Ring]?

        init(_ reminders: RingingReminders) {
            self.reminders = reminders
            wakes = ReminderWakes(reminders.store)
        }

        /// What rings; waits until it is something else than before.
        public mutating func next() async throws -> [Ring]? {
            do {
                while !Task.isCancelled {
                    let look = wakes.look()
                    let rings = try await reminders.store.ringing(reminders.settings)
                    if rings != last {
                        last = rings
                        return rings
                    }
                    try await wakes.wait(since: look, reminders.settings, reminders.clock)
                }
            } catch is CancellationError {}
            return nil
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension TodoStore {
    /// The reminders that ring now and that nobody has acknowledged, by time: of each the last ring, unless that was more than
    /// a day ago.
    public func ringing(_ settings: ReminderSettings) async throws -> [Ring] {
        try await rings(settings).ringing(at: stack.environment.now())
    }

    /// The reminders that ring now, and again whenever these are others.
    public func ringingReminders(_ settings: ReminderSettings) -> RingingReminders {
        ringingReminders(settings, clock: ContinuousClock())
    }

    package func ringingReminders(_ settings: ReminderSettings, clock: any Clock<Duration>) -> RingingReminders {
        RingingReminders(store: self, settings: settings, clock: clock)
    }
}
