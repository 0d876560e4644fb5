import Basics
public import FirestoreWire
public import Foundation
public import TodoDomain
public import TodoSync

/// A remote in memory that several stores of a test can share. It fails on request.
/// ```swift
/// let remote = FakeRemote()
/// let (laptop, phone) = (try TodoStore.testing(remote), try TodoStore.testing(remote))
/// try await laptop.add("Buy milk")
/// try await laptop.sync.sync()
/// remote.fail(.transient, times: 2)
/// ```
public final class FakeRemote: RemoteStore {
    private let state: Locked<State>
    private let now: @Sendable () -> Date

    private struct State {
        var space = RemoteSpace()
        var ticks: Int32 = 0
        var requests = 0
        var isOffline = false
        var failures: [RemoteFailure] = []
        var lostAnswers = 0
        var clockOffset: Int64?
    }

    /// An empty remote.
    /// - Parameter now: its clock, such as that of the stores.
    public init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
        state = Locked(State())
    }

    // MARK: Settings of a test

    /// Whether it cannot be reached.
    public var isOffline: Bool {
        get { state.withLock { $0.isOffline } }
        set { state.withLock { $0.isOffline = newValue } }
    }

    /// Makes the next requests fail without any effect.
    /// - Parameters:
    ///   - kind: the kind of the failure.
    ///   - times: the number of requests that fail.
    ///   - retryAfter: how long the remote asks clients to wait.
    public func fail(_ kind: RemoteFailure.Kind, times: Int = 1, retryAfter: Duration? = nil) {
        let failure = RemoteFailure(kind, status: "\(kind)", message: "The test said so.", retryAfter: retryAfter)
        state.withLock { $0.failures += Array(repeating: failure, count: max(0, times)) }
    }

    /// Lets the next commits or other requests take effect, but loses their answers.
    public func loseAnswers(_ count: Int = 1) { state.withLock { $0.lostAnswers = max(0, count) } }

    /// How many milliseconds its clock is ahead of the stores' clock; nil if the remote does not tell, which is the initial
    /// value.
    public var clockOffset: Int64? {
        get { state.withLock { $0.clockOffset } }
        set { state.withLock { $0.clockOffset = newValue } }
    }

    /// Its present content. Setting it is like restoring a backup.
    public var contents: RemoteSpace {
        get { state.withLock { $0.space } }
        set { state.withLock { $0.space = newValue } }
    }

    /// How many requests it has received.
    public var requests: Int { state.withLock { $0.requests } }

    // MARK: RemoteStore

    /// The head; nil if nothing was committed.
    public func head() async throws -> RemoteHead? { try ask { $0.headDocument }.flatMap(RemoteHead.init) }

    /// The documents of a kind after a position.
    public func page(
        of kind: RecordKind, after position: SyncState.Position, limit: Int
    ) async throws -> [RemoteDocument] {
        try ask { $0.page(of: kind, after: position, limit: limit) }
    }

    /// The documents of a kind after an id.
    public func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
        try ask { $0.page(of: kind, afterID: id, limit: limit) }
    }

    /// The documents of these records that exist.
    public func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument] { try ask { $0.documents(keys) } }

    /// Makes all of the commit's writes or none.
    public func commit(_ commit: RemoteCommit) async throws -> Timestamp {
        let time = now()
        return try answer(.outcomeUnknown) { state in
            try state.space.checkPreconditions(of: commit)
            state.ticks += 1
            state.space = state.space.applying(commit)
            // No two heads have the same time, even if they follow each other quickly.
            let seconds = Int64(time.timeIntervalSince1970.rounded(.down))
            guard let written = Timestamp(seconds: seconds, nanoseconds: state.ticks * 1000) else {
                throw RemoteFailure(.refused, status: "INTERNAL", message: "The clock of the remote is out of range.")
            }
            state.space.headTime = written
            return written
        }
    }

    private func ask<Answer>(_ body: (RemoteSpace) throws -> Answer) throws -> Answer {
        try answer(.transient) { try body($0.space) }
    }

    private func answer<Answer>(_ lost: RemoteFailure.Kind, _ body: (inout State) throws -> Answer) throws -> Answer {
        try state.withLock { state in
            state.requests += 1
            if state.isOffline {
                throw RemoteFailure(.transient, status: "UNAVAILABLE", message: "The remote cannot be reached.")
            }
            if !state.failures.isEmpty { throw state.failures.removeFirst() }
            let answer = try body(&state)
            guard state.lostAnswers == 0 else {
                state.lostAnswers -= 1
                throw RemoteFailure(lost, status: "UNAVAILABLE", message: "No answer came.")
            }
            return answer
        }
    }
}
