import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import TodoKit

/// Tells the pages that something has changed, as server-sent events. Each event has the newest token of the history as its id,
/// so that a browser that slept learns that it has missed something.
final class LiveFeed: Service, Sendable {
    /// How many streams there can be at once.
    static let mostStreams = 500
    /// How long a stream is silent before a comment shows whether anybody still reads it.
    static let beat = Duration.seconds(20)

    private enum Event: Sendable {
        case change(Int64)
        case sync
        case beat
    }

    private struct State {
        var token: Int64?
        var next = 0
        var streams: [Int: AsyncStream<Event>.Continuation] = [:]
    }

    private let store: TodoStore
    private let state = Locked(State())

    init(_ store: TodoStore) { self.store = store }

    /// Follows the store until the server stops.
    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.followHistory() }
            group.addTask { await self.followSync() }
            group.addTask {
                while (try? await Task.sleep(for: Self.beat)) != nil { self.send(.beat) }
            }
            try? await gracefulShutdown()
            group.cancelAll()
        }
        for stream in state.withLock({ $0.streams.values.map(\.self) }) { stream.finish() }
    }

    private func followHistory() async {
        while !Task.isCancelled {
            do {
                for try await token in store.observe({ try await $0.historyToken().rawValue }) {
                    state.withLock { $0.token = token }
                    send(.change(token))
                }
            } catch {
                // A disk that is full or a database that is being replaced: it is tried again.
                try? await Task.sleep(for: .seconds(1))
            }
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

    private func send(_ event: Event) {
        for stream in state.withLock({ $0.streams.values.map(\.self) }) { stream.yield(event) }
    }

    /// A stream of events for one browser.
    /// - Parameter last: the last event that it has seen.
    func response(after last: Int64?) -> Response {
        // A newer event makes an older one superfluous.
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(4))
        let number: Int? = state.withLock { state in
            guard state.streams.count < Self.mostStreams else { return nil }
            state.next += 1
            state.streams[state.next] = continuation
            if let token = state.token { continuation.yield(.change(token)) }
            return state.next
        }
        guard let number else {
            return Response(status: .serviceUnavailable, headers: [.retryAfter: "30"])
        }
        let body = ResponseBody { [self] writer in
            defer { state.withLock { _ = $0.streams.removeValue(forKey: number) } }
            try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
            for await event in events { try await writer.write(ByteBuffer(string: Self.text(event))) }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    private static func text(_ event: Event) -> String {
        switch event {
        case .change(let token): "id: \(token)\nevent: change\ndata: \(token)\n\n"
        case .sync: "event: sync\ndata:\n\n"
        case .beat: ":\n\n"
        }
    }
}
