import Foundation

/// An unreliable way to a server: it forwards each request, or does something else with it.
public struct Relay: Sendable {
    /// What happens to a request.
    public enum Fate: Sendable {
        /// The server gets it, and the client gets the answer.
        case pass
        /// The connection ends, and the server never sees the request.
        case lostRequest
        /// The server executes it, and the connection ends without the answer.
        case lostReply
        /// The server executes it, and the connection ends after this part of the answer.
        case cutReply(Double)
        /// The server gets it twice in a row; the client gets the second answer.
        case twice
        /// The connection ends; the server gets the request later, long after the client has moved on.
        case late(Duration)
        /// The server never sees the request; the client gets this answer.
        case reply([UInt8])
    }

    private let authority: String
    private let late = LateRequests()
    private let fate: @Sendable (RecordedRequest) -> Fate

    /// Creates a relay to the server at `127.0.0.1:port`.
    public init(toPort port: Int, fate: @escaping @Sendable (RecordedRequest) -> Fate) {
        authority = "127.0.0.1:\(port)"
        self.fate = fate
    }

    /// Whether the server has received all delayed requests.
    public var isQuiet: Bool { late.isEmpty }

    /// Applies the fate to the request; always false, because the connection ends with it.
    func play(_ request: RecordedRequest, reply: ([UInt8]) -> Bool) -> Bool {
        switch fate(request) {
        case .pass: _ = forward(request).map(reply)
        case .lostRequest: break
        case .lostReply: _ = forward(request)
        case .cutReply(let part): _ = forward(request).map { reply(Array($0.prefix(Int(Double($0.count) * part)))) }
        case .twice:
            _ = forward(request)
            _ = forward(request).map(reply)
        case .late(let pause):
            late.count(1)
            Task {
                try? await Task.sleep(for: pause)
                _ = forward(request)
                late.count(-1)
            }
        case .reply(let bytes): _ = reply(bytes)
        }
        return false
    }

    /// Returns the server's answer, byte by byte; nil if there is none.
    private func forward(_ request: RecordedRequest) -> [UInt8]? {
        let own = ["connection:", "content-length:", "transfer-encoding:", "expect:"]
        let fields = request.fieldLines.filter { line in !own.contains { line.lowercased().hasPrefix($0) } }
        let head =
            [request.requestLine] + fields + ["Content-Length: \(request.body.count)", "", ""]
        guard let server = try? RawConnection(authority) else { return nil }
        server.send(Array(head.joined(separator: "\r\n").utf8) + request.body)
        return server.readAnswer()
    }
}

/// The number of requests still to be forwarded. `@unchecked`: the lock guards the number.
private final class LateRequests: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    var isEmpty: Bool { lock.withLock { number == 0 } }
    func count(_ more: Int) { lock.withLock { number += more } }
}
