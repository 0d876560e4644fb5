import Foundation
public import TodoDomain
import TodoLocal
import TodoRepositories

/// The deliveries and withdrawals of reminders on this device, as they become due.
///
/// ```swift
/// for try await event in store.reminderEvents(settings) {
///     try await deliver(event)   // a notification replaces one with the same id
///     try await store.noteDelivery(of: [event])
/// }
/// ```
///
/// An event that was not noted comes again at the next request, also in another process. So note each event before
/// requesting the next one.
///
/// The sequence wakes when this or another process changes anything in the store. It also looks at the wall clock at least
/// every ``longestSleep``, so it is never later than that, even if the clock is set or the machine was suspended. It ends by
/// throwing, or when its task is cancelled.
public struct ReminderEvents: AsyncSequence, Sendable {
    /// An event of the delivery.
    public typealias Element = Ringer.Event
    /// The longest sleep without a look at the wall clock.
    public static let longestSleep = Duration.seconds(20)

    let store: TodoStore
    /// Called at each look, because a person may change a setting while it runs.
    let settings: @Sendable () -> ReminderSettings
    let clock: any Clock<Duration>

    /// The iterator of one reader.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let events: ReminderEvents
        private let wakes: ReminderWakes
        private var planned: [Ringer.Event] = []

        init(_ events: ReminderEvents) {
            self.events = events
            wakes = ReminderWakes(events.store)
        }

        /// The next event; waits until there is one.
        public mutating func next() async throws -> Ringer.Event? {
            do {
                while planned.isEmpty {
                    let look = wakes.look()
                    let settings = events.settings()
                    planned = try await events.store.planDelivery(settings)
                    guard planned.isEmpty else { break }
                    try await wakes.wait(since: look, settings, events.clock)
                    if Task.isCancelled { return nil }
                }
            } catch is CancellationError {
                return nil
            }
            return planned.removeFirst()
        }
    }

    /// An iterator over the events.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension TodoStore {
    /// The deliveries and withdrawals of reminders on this device, as they become due.
    public func reminderEvents(_ settings: ReminderSettings) -> ReminderEvents {
        reminderEvents { settings }
    }

    /// The same events, with settings that are read at each look.
    package func reminderEvents(
        clock: any Clock<Duration> = ContinuousClock(), _ settings: @escaping @Sendable () -> ReminderSettings
    ) -> ReminderEvents {
        ReminderEvents(store: self, settings: settings, clock: clock)
    }
}
