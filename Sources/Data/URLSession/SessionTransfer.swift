import Basics
import Foundation
import HTTPTypes
import Logging
import TodoNetwork

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One exchange in progress.
final class SessionTransfer: Sendable {
    private struct State {
        var task: URLSessionTask?
        var timer: Task<Void, Never>?
        var isStopped = false
        var isSuspended = false
        var isChallengeRefused = false
        var status: Int?
        var receivedBytes = 0
        var lastActivity = ContinuousClock.now
    }

    let request: HTTPCheckedRequest
    let options: HTTPOptions
    let deadline: ContinuousClock.Instant?
    let channel: ResponseChannel
    private let state = Locked(State())

    init(_ request: HTTPCheckedRequest, options: HTTPOptions, deadline: ContinuousClock.Instant?) {
        self.request = request
        self.options = options
        self.deadline = deadline
        channel = ResponseChannel(origin: request.origin)
    }

    /// Takes its task, and starts the timeouts.
    ///
    /// - Returns: false if it was cancelled meanwhile; then nothing must be sent.
    func begin(
        _ task: URLSessionTask, overdue: @escaping @Sendable (SessionTransfer, HTTPTransportError) -> Void
    ) -> Bool {
        state.withLock { state in
            state.task = task
            state.lastActivity = .now
        }
        guard channel.noteSending() else { return false }
        let timer = Task { [self] in
            while !Task.isCancelled {
                let (next, error) = check(at: .now)
                if let error { return overdue(self, error) }
                try? await Task.sleep(until: next, clock: .continuous)
            }
        }
        let isStopped = state.withLock { state in
            if !state.isStopped { state.timer = timer }
            return state.isStopped
        }
        if isStopped { timer.cancel() }
        return true
    }

    /// Stops the timeouts.
    ///
    /// - Returns: the task, which must be cancelled; nil if there is none, or if it was returned before.
    func stop() -> URLSessionTask? {
        let (task, timer) = state.withLock { state in
            state.isStopped = true
            return (state.task.take(), state.timer.take())
        }
        timer?.cancel()
        return task
    }

    /// The error of the timeout that has expired, if any, or when to ask again.
    private func check(at now: ContinuousClock.Instant) -> (next: ContinuousClock.Instant, HTTPTransportError?) {
        if let deadline, deadline <= now { return (now, channel.error(.totalTimeout)) }
        let idle = state.withLock { state in
            // While the reader is slow, silence does not count.
            (state.isSuspended ? now : state.lastActivity) + options.idleTimeout
        }
        if idle <= now { return (now, channel.error(.idleTimeout)) }
        return (deadline.map { min($0, idle) } ?? idle, nil)
    }

    func log(to logger: Logger?) {
        guard let logger else { return }
        let (status, bytes) = state.withLock { ($0.status, $0.receivedBytes) }
        logger.noteExchange(request, status: status, failure: channel.failure, bytes: bytes)
    }
}

// MARK: - What the session reports

extension SessionTransfer {
    func noteActivity() { state.withLock { $0.lastActivity = .now } }

    func noteRefusedChallenge() { state.withLock { $0.isChallengeRefused = true } }

    /// Takes a head; returns why it cannot be accepted.
    func receive(_ received: URLResponse) -> HTTPTransportError? {
        noteActivity()
        guard let received = received as? HTTPURLResponse else { return channel.error(.malformedResponse) }
        // FoundationNetworking reports interim heads too.
        let isInterim = (100..<200).contains(received.statusCode) && received.statusCode != 101
        guard !isInterim, !channel.hasHead else { return nil }
        guard var response = HTTPResponse(received) else {
            return channel.error(.responseTooLarge, diagnostic: "the head of the response")
        }
        // A HEAD response has a length but no body. Other responses that are too long are refused here, before their
        // body.
        if request.method != .head, let length = response.headerFields[.contentLength].flatMap({ Int($0) }),
            length > options.maximumResponseBytes
        {
            return channel.error(.responseTooLarge)
        }
        state.withLock { $0.status = received.statusCode }
        response.removeDecodedEncoding(of: request.method)
        channel.deliver(response)
        return nil
    }

    /// Takes a part of the body; returns why it cannot be accepted.
    func receive(_ data: Data) -> HTTPTransportError? {
        let fits = state.withLock { state in
            state.lastActivity = .now
            guard data.count <= options.maximumResponseBytes - state.receivedBytes else { return false }
            state.receivedBytes += data.count
            return true
        }
        guard fits else { return channel.error(.responseTooLarge) }
        let hasRoom = data.withUnsafeBytes { channel.deliver($0, cannotWait: true) }
        // FoundationNetworking continues to read while a task is paused, and afterwards delivers more than was sent.
        #if !canImport(FoundationNetworking)
            if !hasRoom { suspend() }
        #else
            _ = hasRoom
        #endif
        return nil
    }

    /// How a task has ended; nil for success.
    func outcome(of task: URLSessionTask, _ error: (any Error)?) -> HTTPTransportError? {
        guard let error else {
            return channel.hasHead ? nil : task.response.flatMap { receive($0) }
        }
        if channel.hasHead, state.withLock({ $0.isChallengeRefused }) { return nil }
        return failure(for: error)
    }

    // MARK: Pausing

    /// One lock around both. Otherwise a reader could catch up between "the buffer is full" and the pause, and wait for
    /// a task that is never resumed.
    private func suspend() {
        state.withLock { state in
            guard !state.isSuspended, channel.isFull else { return }
            state.isSuspended = true
            state.task?.suspend()
        }
    }

    /// Goes on after the reader has caught up.
    func resume() {
        state.withLock { state in
            guard state.isSuspended else { return }
            state.isSuspended = false
            state.lastActivity = .now
            state.task?.resume()
        }
    }
}
