import Foundation
import TodoLocal
import TodoRepositories

/// What is to be delivered and withdrawn on this device, when its time comes.
///
/// ```swift
/// for try await event in store.reminderEvents(settings) {
///     try await deliver(event)   // a notification replaces one with the same id
///     try await store.noteDelivery(of: [event])
/// }
/// ```
///
/// An event that was not noted comes again at the next request, also in another process, so each is noted before the next one
/// is asked for. It wakes when anything changes in the store, by this process or another, and looks at the wall clock at least
/// every ``longestSleep``: neither a clock that is set nor a suspended machine makes it late by more. It ends by throwing, or
/// when its task is cancelled.
public struct ReminderEvents: AsyncSequence, Sendable {
    /// An event of the delivery.
    public typealias Element = Ringer.Event
    /// How long it sleeps at most without a look at the wall clock.
    public static let longestSleep = Duration.seconds(20)

    let store: TodoStore
    /// Asked at each look, for a person may set something while it runs.
    let settings: @Sendable () -> ReminderSettings
    let clock: any Clock<Duration>

    /// The requests of one reader.
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

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension TodoStore {
    /// What is to be delivered and withdrawn on this device, when its time comes.
    public func reminderEvents(_ settings: ReminderSettings) -> ReminderEvents {
        reminderEvents { settings }
    }

    /// The same, with settings that are asked for at each look.
    package func reminderEvents(
        clock: any Clock<Duration> = ContinuousClock(), _ settings: @escaping @Sendable () -> ReminderSettings
    ) -> ReminderEvents {
        ReminderEvents(store: self, settings: settings, clock: clock)
    }
}
