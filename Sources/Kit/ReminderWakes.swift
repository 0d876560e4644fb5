import Basics
import Foundation
import TodoDomain
import TodoLocal
import TodoRepositories

/// Counts the changes of to-dos with reminders, and wakes a waiting task.
final class ReminderWakes: Sendable {
    private let store: TodoStore
    private let count = Locked(0)
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let observation: Task<Void, Never>

    init(_ store: TodoStore) {
        self.store = store
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
                // The cause, such as a database that cannot be read, also shows at the next look.
            }
        }
    }

    deinit { observation.cancel() }

    /// The moment of a look at the reminders, and the number of changes by then.
    struct Look: Sendable {
        fileprivate let changes: Int
        fileprivate let moment: Date
    }

    /// Call this before reading the rings, so that no change in between is missed.
    func look() -> Look { Look(changes: count.withLock { $0 }, moment: store.stack.environment.now()) }

    /// Waits until something has changed since a look, until the first reminder after the look rings, or until it is time to
    /// look at the wall clock again.
    func wait(since look: Look, _ settings: ReminderSettings, _ clock: any Clock<Duration>) async throws {
        let next = try await store.nextAlarm(after: look.moment, settings)
        let rest = next.map { Duration.milliseconds($0.at.milliseconds - look.moment.milliseconds) }
        let most = ReminderEvents.longestSleep
        await wait(since: look, atMost: rest.map { min(max($0, .milliseconds(1)), most) } ?? most, clock)
    }

    private func wait(since look: Look, atMost time: Duration, _ clock: any Clock<Duration>) async {
        guard count.withLock({ $0 }) == look.changes else { return }
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
