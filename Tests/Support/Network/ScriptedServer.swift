import Foundation

/// A TCP server on 127.0.0.1 that plays a script on each connection: bytes, pauses, resets, silence.
///
/// It knows just enough HTTP/1.1 to find where a request ends; everything it sends is written by the test. Each
/// connection has its own thread, and an orderly close follows the last step.
///
/// Unchecked: `lock` guards the mutable state.
public final class ScriptedServer: @unchecked Sendable {
    /// The port it listens on.
    public let port: Int

    private let script: @Sendable (_ connection: Int) -> [ScriptedStep]
    private let listener: Int32
    private let keepsRequests: Bool
    private let lock = NSCondition()
    private var open: Set<Int32> = []
    private var runningThreads = 0
    private var isStopped = false
    private var recorded: [RecordedRequest] = []
    private var accepted = 0
    private var ended = 0
    private var received = 0
    private var sent = 0

    /// Starts a server whose first connection plays the first script, and so on; the last script serves the rest.
    public convenience init(_ scripts: [ScriptedStep]...) throws {
        try self.init { scripts.isEmpty ? [] : scripts[min($0, scripts.count - 1)] }
    }

    /// Starts a server that asks for the script of each connection, counted from 0.
    /// - Parameter keepsRequests: Whether ``requests`` holds them; a test that measures memory has them forgotten.
    public init(keepsRequests: Bool = true, script: @escaping @Sendable (_ connection: Int) -> [ScriptedStep]) throws {
        self.script = script
        self.keepsRequests = keepsRequests
        (listener, port) = try Posix.listen()
        spawn { [self] in acceptConnections() }
    }

    /// `127.0.0.1:port`.
    public var authority: String { "127.0.0.1:\(port)" }

    /// All requests so far, in the order in which they were complete.
    public var requests: [RecordedRequest] { locked { recorded } }

    /// How many connections were accepted so far.
    public var connectionCount: Int { locked { accepted } }

    /// How many connections have come to their end, whoever ended them.
    public var endedConnectionCount: Int { locked { ended } }

    /// How many bytes were read so far, on all connections.
    public var receivedByteCount: Int { locked { received } }

    /// How many bytes were handed to the kernel so far, on all connections.
    public var sentByteCount: Int { locked { sent } }

    /// Closes everything, and returns when its threads have ended.
    public func stop() {
        lock.lock()
        isStopped = true
        // Wakes threads that read or write; the owning thread closes.
        for socket in open { shutdown(socket, Int32(SHUT_RDWR)) }
        lock.broadcast()
        while runningThreads > 0 { lock.wait() }
        lock.unlock()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    private func spawn(_ body: @escaping @Sendable () -> Void) {
        locked { runningThreads += 1 }
        let thread = Thread { [self] in
            body()
            locked {
                runningThreads -= 1
                lock.broadcast()
            }
        }
        thread.stackSize = 512 << 10
        thread.start()
    }

    private func acceptConnections() {
        defer { close(listener) }
        while !locked({ isStopped }) {
            guard Posix.waitReadable(listener, milliseconds: 20), let socket = Posix.accept(listener) else { continue }
            let number = locked {
                defer { accepted += 1 }
                open.insert(socket)
                return accepted
            }
            spawn { [self] in
                let connection = ScriptedConnection(socket: socket, number: number, server: self)
                connection.play(script(number))
                locked {
                    open.remove(socket)
                    close(socket)
                    ended += 1
                }
            }
        }
    }
}

// MARK: - For its connections

extension ScriptedServer {
    func record(_ request: RecordedRequest) {
        guard keepsRequests else { return }
        locked { recorded.append(request) }
    }

    func count(received: Int = 0, sent: Int = 0) {
        locked {
            self.received += received
            self.sent += sent
        }
    }

    /// Sleeps, and wakes early when the server stops.
    func pause(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let end = Date(timeIntervalSinceNow: Double(seconds) + Double(attoseconds) / 1e18)
        lock.lock()
        while !isStopped, lock.wait(until: end) {}
        lock.unlock()
    }
}
