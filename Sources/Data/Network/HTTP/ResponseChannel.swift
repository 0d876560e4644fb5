import Basics
package import HTTPTypes

/// Transfers one response from the HTTP library's thread to the reading task, through a bounded buffer.
package final class ResponseChannel: Sendable {
    private struct State {
        var head: HTTPResponse?
        var buffer: [UInt8] = []
        var end: Result<Void, any Error>?
        var headWaiter: CheckedContinuation<HTTPResponse, any Error>?
        var chunkWaiter: CheckedContinuation<[UInt8]?, any Error>?
        var mayHaveBeenSent = false
        var isFull = false
    }

    /// Once this many bytes wait for the reader, the server has to wait too.
    static let capacity = 256 << 10

    private let origin: HTTPOrigin
    private let state = Locked(State())

    package init(origin: HTTPOrigin) {
        self.origin = origin
    }

    /// - Parameters:
    ///   - isUnsent: whether the error itself shows that nothing reached the server.
    package func error(
        _ code: HTTPTransportError.Code, isUnsent: Bool = false, diagnostic: String? = nil
    ) -> HTTPTransportError {
        error(code, !isUnsent && state.withLock { $0.mayHaveBeenSent }, diagnostic: diagnostic)
    }

    private func error(
        _ code: HTTPTransportError.Code, _ sent: Bool, diagnostic: String? = nil
    ) -> HTTPTransportError {
        HTTPTransportError(
            code, origin: origin.description, requestMayHaveReachedServer: sent, diagnostic: diagnostic)
    }

    /// Ends the exchange for its reader immediately, discarding the buffer.
    ///
    /// - Returns: Whether it was still in progress, so that the transfer must be stopped.
    package func cancel() -> Bool {
        end { error(.cancelled, $0.mayHaveBeenSent) }
    }

    private func end(with failure: (borrowing State) -> (any Error)?) -> Bool {
        let (first, resume) = state.withLock { state -> (Bool, (() -> Void)?) in
            guard state.end == nil else { return (false, nil) }
            let failure = failure(state)
            if (failure as? HTTPTransportError)?.code == .cancelled { state.buffer = [] }
            let end: Result<Void, any Error> = failure.map { .failure($0) } ?? .success(())
            state.end = end
            let (head, chunk) = (state.headWaiter.take(), state.chunkWaiter.take())
            let headless = error(.connectionLost, state.mayHaveBeenSent)
            return (
                true,
                {
                    head?.resume(throwing: failure ?? headless)
                    chunk?.resume(with: end.map { nil })
                }
            )
        }
        resume?()
        return first
    }
}

// MARK: - The reader's side

extension ResponseChannel {
    /// Waits for the head. Called once.
    package func head() async throws -> HTTPResponse {
        try await withCheckedThrowingContinuation { continuation in
            let ready = state.withLock { state -> Result<HTTPResponse, any Error>? in
                if let head = state.head { return .success(head) }
                if case .failure(let failure) = state.end { return .failure(failure) }
                if state.end != nil { return .failure(error(.connectionLost, state.mayHaveBeenSent)) }
                state.headWaiter = continuation
                return nil
            }
            if let ready { continuation.resume(with: ready) }
        }
    }

    /// Waits for more of the body.
    ///
    /// - Returns: All that is buffered, or nil at the end.
    package func next(onRoom: @Sendable () -> Void) async throws -> [UInt8]? {
        try await withCheckedThrowingContinuation { continuation in
            let (ready, hasRoom) = state.withLock { state -> (Result<[UInt8]?, any Error>?, Bool) in
                if !state.buffer.isEmpty {
                    let chunk = state.buffer
                    state.buffer = []
                    let wasFull = state.isFull
                    state.isFull = false
                    return (.success(chunk), wasFull)
                }
                if let end = state.end { return (end.map { nil }, false) }
                guard state.chunkWaiter == nil else {
                    return (.failure(HTTPTransportError.invalid("a response body has one reader")), false)
                }
                state.chunkWaiter = continuation
                return (nil, false)
            }
            if hasRoom { onRoom() }
            if let ready { continuation.resume(with: ready) }
        }
    }
}

// MARK: - The library's side

extension ResponseChannel {
    package var isEnded: Bool { state.withLock { $0.end != nil } }

    /// Records that bytes of the request are about to be sent; false if the reader has already given up.
    ///
    /// One lock decides between this and ``cancel()``: a request that is cancelled as "never sent" is never sent.
    package func noteSending() -> Bool {
        state.withLock { state in
            guard state.end == nil else { return false }
            state.mayHaveBeenSent = true
            return true
        }
    }

    package func deliver(_ head: HTTPResponse) {
        let waiter = state.withLock { state in
            state.head = head
            return state.headWaiter.take()
        }
        waiter?.resume(returning: head)
    }

    /// Whether the reader has not caught up, so that no more bytes should come now.
    package var isFull: Bool { state.withLock { $0.isFull } }

    /// The reason for the end of the exchange; nil while it continues, and after success.
    package var failure: (any Error)? {
        guard case .failure(let failure) = state.withLock({ $0.end }) else { return nil }
        return failure
    }

    package var hasHead: Bool { state.withLock { $0.head != nil } }

    /// Adds bytes of the body; false, adding nothing, while the buffer is full.
    ///
    /// - Parameter cannotWait: adds them even to a full buffer, for a library that cannot keep them. False then only
    ///   means that the buffer is full.
    package func deliver(_ bytes: UnsafeRawBufferPointer, cannotWait: Bool = false) -> Bool {
        guard !bytes.isEmpty else { return true }
        let (taken, waiter) = state.withLock { state -> (Bool, CheckedContinuation<[UInt8]?, any Error>?) in
            if let waiter = state.chunkWaiter.take() { return (true, waiter) }
            guard state.buffer.count < Self.capacity else {
                state.isFull = state.end == nil
                if cannotWait, state.end == nil { state.buffer.append(contentsOf: bytes) }
                return (false, nil)
            }
            if state.end == nil { state.buffer.append(contentsOf: bytes) }
            return (true, nil)
        }
        waiter?.resume(returning: Array(bytes))
        return taken
    }

    package func finish(_ failure: (any Error)?) {
        _ = end { _ in failure }
    }
}
