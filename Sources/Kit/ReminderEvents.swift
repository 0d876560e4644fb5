import Basics
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
    let settings: ReminderSettings
    let clock: any Clock<Duration>

    /// The requests of one reader.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let events: ReminderEvents
        private let wakes: Wakes
        private var planned: [Ringer.Event] = []

        init(_ events: ReminderEvents) {
            self.events = events
            wakes = Wakes(events.store)
        }

        /// The next event; waits until there is one.
        public mutating func next() async throws -> Ringer.Event? {
            while planned.isEmpty {
                let changes = wakes.seen
                planned = try await events.store.planDelivery(events.settings)
                guard planned.isEmpty else { break }
                let now = events.store.stack.environment.now()
                let next = try await events.store.nextAlarm(after: now, events.settings)
                let rest = next.map { Duration.milliseconds($0.at.milliseconds - now.milliseconds) }
                let most = ReminderEvents.longestSleep
                let sleep = rest.map { Swift.min(Swift.max($0, .milliseconds(1)), most) } ?? most
                try await wakes.wait(since: changes, atMost: sleep, events.clock)
                if Task.isCancelled { return nil }
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
        reminderEvents(settings, clock: ContinuousClock())
    }

    package func reminderEvents(_ settings: ReminderSettings, clock: any Clock<Duration>) -> ReminderEvents {
        ReminderEvents(store: self, settings: settings, clock: clock)
    }
}

/// Counts the changes of the to-dos with reminders, and wakes a sleeper.
private final class Wakes: Sendable {
    private let count = Locked(0)
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let observation: Task<Void, Never>

    init(_ store: TodoStore) {
        let (count, pair) = (count, AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)))
        (stream, continuation) = pair
        let wake = pair.continuation
        observation = Task {
            do {
                for try await _ in store.todoDAO.store.observe(.all.open.reminding) {
                    count.withLock { $0 += 1 }
                    wake.yield()
                }
            } catch {
                // What stops the observation, such as a database that cannot be read, shows at the next look as well.
            }
        }
    }

    deinit { observation.cancel() }

    var seen: Int { count.withLock { $0 } }

    /// Waits until something has changed, or until the time is over.
    func wait(since known: Int, atMost time: Duration, _ clock: any Clock<Duration>) async throws {
        guard seen == known else { return }
        let wake = continuation
        let timer = Task {
            do { try await clock.sleep(for: time) } catch { return }
            wake.yield()
        }
        defer { timer.cancel() }
        var iterator = stream.makeAsyncIterator()
        _ = await iterator.next()
    }
}
