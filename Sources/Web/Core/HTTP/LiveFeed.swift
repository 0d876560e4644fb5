import Basics
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import ServiceLifecycle
import TodoDomain
import TodoKit

/// Tells the pages that something has changed or rings, as server-sent events. A change has the newest token of the history as
/// its id, so that a browser that slept learns that it has missed something.
final class LiveFeed: Service, Sendable {
    /// How many streams there can be at once.
    static let mostStreams = 500
    /// How long a stream is silent before a comment shows whether anybody still reads it.
    static let beat = Duration.seconds(20)

    /// The kinds of events. A new event replaces an older one of its kind.
    private enum Event: String, CaseIterable {
        case change, sync, ring

        /// Whether a new stream hears of it first.
        var isKept: Bool { self != .sync }
    }

    private struct Stream {
        let wake: AsyncStream<Void>.Continuation
        /// The events that were not sent yet.
        var waiting: [Event: String]
    }

    private struct State {
        /// The events that each new stream gets first.
        var latest: [Event: String] = [:]
        var next = 0
        var streams: [Int: Stream] = [:]
        /// The task that reports reminders, and the settings with which it began.
        var reminders: (settings: ReminderSettings, task: Task<Void, any Error>)?
    }

    private let store: TodoStore
    private let settings: UserSettings
    private let state = Locked(State())

    /// A feed of a store.
    /// - Parameter settings: how a person has set reminders.
    init(_ store: TodoStore, settings: UserSettings) {
        self.store = store
        self.settings = settings
    }

    /// Follows the store until the server stops.
    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.follow(self.followHistory) }
            group.addTask { await self.follow(self.followReminders) }
            group.addTask { await self.followSync() }
            group.addTask {
                while (try? await Task.sleep(for: Self.beat)) != nil { self.wakeAll() }
            }
            try? await gracefulShutdown()
            group.cancelAll()
        }
        for stream in state.withLock({ $0.streams.values.map(\.wake) }) { stream.finish() }
    }

    private func follow(_ observe: () async throws -> Void) async {
        while !Task.isCancelled {
            do {
                try await observe()
            } catch {
                // The disk may be full, or the database is being replaced: try again.
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    private func followHistory() async throws {
        for try await token in store.observe({ try await $0.historyToken().rawValue }) {
            send(.change, String(token))
        }
    }

    private func followReminders() async throws {
        let settings = store.reminderSettings(try settings.read(for: store))
        let task = Task {
            for try await rings in store.ringingReminders(settings) {
                let ringing = try await Ringing(rings, in: store)
                send(.ring, ringing.json.canonicalJSON)
            }
        }
        state.withLock { $0.reminders = (settings, task) }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Restarts the reminders if their settings have changed. Each page has read the settings anyway.
    func notice(_ settings: Settings) {
        let settings = store.reminderSettings(settings)
        state.withLock { state in
            guard let reminders = state.reminders, reminders.settings != settings else { return }
            reminders.task.cancel()
            state.reminders = nil
        }
    }

    private func followSync() async {
        for await _ in store.sync.statuses {
            guard !Task.isCancelled else { return }
            send(.sync)
        }
    }

    /// Makes the pages look again although there was no commit.
    func tell() { send(.sync) }

    private func send(_ event: Event, _ data: String = "") {
        let wakes = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            if event.isKept { state.latest[event] = data }
            for number in state.streams.keys { state.streams[number]?.waiting[event] = data }
            return state.streams.values.map(\.wake)
        }
        for wake in wakes { wake.yield() }
    }

    private func wakeAll() {
        for wake in state.withLock({ $0.streams.values.map(\.wake) }) { wake.yield() }
    }

    /// A stream of events for one browser.
    /// - Parameter isSignedIn: whether the browser may still receive events.
    func response(while isSignedIn: @escaping @Sendable () -> Bool) -> Response {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number: Int? = state.withLock { state in
            guard state.streams.count < Self.mostStreams else { return nil }
            state.next += 1
            state.streams[state.next] = Stream(wake: wake, waiting: state.latest)
            return state.next
        }
        guard let number else {
            return Response(status: .serviceUnavailable, headers: [.retryAfter: "30"])
        }
        wake.yield()
        let body = ResponseBody { [self] writer in
            defer { state.withLock { _ = $0.streams.removeValue(forKey: number) } }
            try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
            for await _ in wakes {
                guard isSignedIn() else { break }
                try await writer.write(ByteBuffer(string: takeWaiting(number)))
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    /// The waiting events of a stream as text; a comment if there are none.
    private func takeWaiting(_ number: Int) -> String {
        let waiting = state.withLock { state -> [Event: String] in
            defer { state.streams[number]?.waiting = [:] }
            return state.streams[number]?.waiting ?? [:]
        }
        guard !waiting.isEmpty else { return ":\n\n" }
        return Event.allCases.compactMap { event in
            waiting[event].map { data in
                "\(event == .change ? "id: \(data)\n" : "")event: \(event.rawValue)\ndata: \(data)\n\n"
            }
        }.joined()
    }
}
