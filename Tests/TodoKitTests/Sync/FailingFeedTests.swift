import Basics
import HTTPTypes
import TestSupport
import Testing
import TodoKit
import TodoLocal
import TodoNetwork

@Suite("A change feed that fails")
struct FailingFeedTests {
    private let clock = HeldClock()

    @Test("it is asked at longer and longer intervals, and when it says; an answer ends that")
    func pauses() async throws {
        let transport = FeedTransport([
            .failure, .failure, .later(100), .silence, .failure,
            // The sync that it causes fails as well.
            .moved, .failure,
        ])
        // Longer than the pauses of the regular syncs, which do not grow here.
        var times = SyncTimes()
        times.retry = RetryPolicy(initialDelay: .seconds(10), jitter: 0)
        let test = try TestStore()
        let coordinator = SyncCoordinator(
            test.stack, services: RemoteServices(transport: transport), times: times, clock: clock)
        try await coordinator.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
        // Every answer of the remote announces its feed.
        #expect(await errorCode { try await coordinator.sync() } == .notAuthorised)
        await coordinator.start()
        for (pause, asked) in [(10.0, 1), (15.0, 2), (100.0, 3), (10.0, 5), (15.0, 6), (22.5, 7)] {
            let isWaiting = await eventually { clock.lengths.contains(.seconds(pause)) }
            try #require(isWaiting, "after request \(asked) nobody waits for \(pause) s")
            #expect(transport.asked == asked)
            await clock.pass(.seconds(pause))
        }
        await coordinator.stop()
    }

    @Test("it is asked as soon as the first answer has announced it")
    func first() async throws {
        let transport = FeedTransport([.failure])
        let test = try TestStore()
        let coordinator = SyncCoordinator(test.stack, services: RemoteServices(transport: transport), clock: clock)
        try await coordinator.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
        await coordinator.start()
        // No pause of the clock has passed.
        #expect(await eventually { transport.asked == 1 })
        await coordinator.stop()
    }
}

/// Refuses everything but the requests to the feed, which it answers as a test says, and fails after that.
private struct FeedTransport: HTTPTransport {
    enum Answer { case failure, later(Int), silence, moved }

    private let answers: [Answer]
    private let count = Locked(0)

    /// How often the feed was asked.
    var asked: Int { count.withLock { $0 } }

    init(_ answers: [Answer]) { self.answers = answers }

    func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        guard request.path?.hasPrefix("/feed") == true else {
            var response = HTTPResponse(status: .forbidden)
            if let name = HTTPField.Name("Todo-Change-Feed") { response.headerFields[name] = "/feed" }
            let text = #"{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED"}}"#
            return (response, HTTPResponseBody(Array(text.utf8)))
        }
        let number = count.withLock { count in
            count += 1
            return count
        }
        var response = HTTPResponse(status: .serviceUnavailable)
        let answer = number <= answers.count ? answers[number - 1] : .failure
        switch answer {
        case .failure: break
        case .later(let seconds): response.headerFields[.retryAfter] = "\(seconds)"
        case .silence: response.status = .noContent
        case .moved: return (HTTPResponse(status: .ok), HTTPResponseBody(Array(#"{"sequence":"42"}"#.utf8)))
        }
        return (response, HTTPResponseBody([]))
    }
}
