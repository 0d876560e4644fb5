import Basics

/// Transfers a streamed request body from the task that reads it to the driver's thread, through a bounded buffer.
final class UploadChannel: Sendable {
    enum Read: Equatable {
        case bytes(Int)
        /// Nothing yet; the producer will say when there is something.
        case starved
        case end
    }

    private struct State {
        var buffer: [UInt8] = []
        var offset = 0
        var announced: Int?
        var produced = 0
        var isComplete = false
        var isClosed = false
        var isStarved = false
        var wasRead = false
        var room: CheckedContinuation<Void, Never>?
        var task: Task<Void, Never>?
    }

    /// Once this many bytes wait for the server, the producer has to wait too.
    static let capacity = 256 << 10

    private let state: Locked<State>

    init(length: Int?) {
        state = Locked(State(announced: length))
    }

    /// Starts to read the body.
    ///
    /// `wake` is called when there are bytes to send again, `fail` when there never will be.
    func start(
        _ forEachChunk: @escaping HTTPBody.ForEachChunk, wake: @escaping @Sendable () -> Void,
        fail: @escaping @Sendable (any Error) -> Void
    ) {
        let task = Task {
            do {
                try await forEachChunk { chunk in
                    if try push(chunk) { wake() }
                    await waitForRoom()
                    try Task.checkCancellation()
                }
                if try complete() { wake() }
            } catch {
                fail(error)
            }
        }
        let isClosed = state.withLock { state in
            if !state.isClosed { state.task = task }
            return state.isClosed
        }
        if isClosed { task.cancel() }
    }

    /// Stops reading the body, finished or not.
    func close() {
        let (room, task) = state.withLock { state in
            state.isClosed = true
            state.buffer = []
            state.offset = 0
            return (state.room.take(), state.task.take())
        }
        task?.cancel()
        room?.resume()
    }

    /// Whether sending can still start from the beginning.
    var isUntouched: Bool { state.withLock { !$0.wasRead } }

    /// Reads what fits. Called on the driver's thread.
    func read(into target: UnsafeMutableRawBufferPointer) -> Read {
        let (result, room) = state.withLock { state -> (Read, CheckedContinuation<Void, Never>?) in
            let count = min(target.count, state.buffer.count - state.offset)
            guard count > 0 else {
                state.isStarved = !state.isComplete
                return (state.isComplete ? .end : .starved, nil)
            }
            state.wasRead = true
            state.buffer.withUnsafeBytes {
                target.copyMemory(from: .init(rebasing: $0[state.offset..<state.offset + count]))
            }
            state.offset += count
            guard state.offset == state.buffer.count else { return (.bytes(count), nil) }
            state.buffer.removeAll(keepingCapacity: true)
            state.offset = 0
            return (.bytes(count), state.room.take())
        }
        room?.resume()
        return result
    }

    /// Returns whether the driver is waiting for it.
    private func push(_ chunk: [UInt8]) throws(LengthMismatch) -> Bool {
        let (fits, wakes) = state.withLock { state -> (Bool, Bool) in
            guard !state.isClosed else { return (true, false) }
            state.produced += chunk.count
            if let announced = state.announced, state.produced > announced { return (false, false) }
            state.buffer.append(contentsOf: chunk)
            return (true, !chunk.isEmpty && state.isStarved.exchange(with: false))
        }
        guard fits else { throw LengthMismatch() }
        return wakes
    }

    private func complete() throws(LengthMismatch) -> Bool {
        let (fits, wakes) = state.withLock { state -> (Bool, Bool) in
            guard state.isClosed || state.announced.map({ $0 == state.produced }) ?? true else { return (false, false) }
            state.isComplete = true
            return (true, state.isStarved.exchange(with: false))
        }
        guard fits else { throw LengthMismatch() }
        return wakes
    }

    /// Suspends the producer while the buffer is full.
    private func waitForRoom() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                guard !state.isClosed, state.buffer.count - state.offset >= Self.capacity else { return false }
                state.room = continuation
                return true
            }
            if !mustWait { continuation.resume() }
        }
    }

    /// The stream is longer or shorter than announced.
    struct LengthMismatch: Error {}
}

extension Bool {
    fileprivate mutating func exchange(with value: Bool) -> Bool {
        defer { self = value }
        return self
    }
}
