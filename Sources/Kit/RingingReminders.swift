import Foundation
public import TodoDomain
import TodoLocal
import TodoRepositories

/// The reminders that ring now and have not been acknowledged. The sequence gives them at once, and again whenever they
/// change, because a reminder becomes due or because of an edit here or on another device.
///
/// ```swift
/// for try await rings in store.ringingReminders(settings) { show(rings) }
/// ```
///
/// Use it in a view that shows reminders as long as they ring. For deliveries that happen once, such as notifications, use
/// ``ReminderEvents``. The sequence is never later than ``ReminderEvents/longestSleep``, even if the clock is set or the
/// machine was suspended. It ends by throwing, or when its task is cancelled.
public struct RingingReminders: AsyncSequence, Sendable {
    /// The ringing reminders, by time.
    public typealias Element = [Ring]

    let store: TodoStore
    let settings: ReminderSettings
    let clock: any Clock<Duration>

    /// The iterator of one reader.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reminders: RingingReminders
        private let wakes: ReminderWakes
        private var last: [Ring]?

        init(_ reminders: RingingReminders) {
            self.reminders = reminders
            wakes = ReminderWakes(reminders.store)
        }

        /// The ringing reminders. It waits until they differ from the previous ones.
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

    /// An iterator over the ringing reminders.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension TodoStore {
    /// The reminders that ring now and have not been acknowledged, by time. Each has its last ring, unless that was more
    /// than a day ago.
    public func ringing(_ settings: ReminderSettings) async throws -> [Ring] {
        try await rings(settings).ringing(at: stack.environment.now())
    }

    /// The reminders that ring now, and again whenever they change.
    public func ringingReminders(_ settings: ReminderSettings) -> RingingReminders {
        ringingReminders(settings, clock: ContinuousClock())
    }

    package func ringingReminders(_ settings: ReminderSettings, clock: any Clock<Duration>) -> RingingReminders {
        RingingReminders(store: self, settings: settings, clock: clock)
    }
}
