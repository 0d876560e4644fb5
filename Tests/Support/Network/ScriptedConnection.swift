/// One accepted connection and the thread that plays its script.
final class ScriptedConnection {
    private let socket: Int32
    private let number: Int
    private let server: ScriptedServer
    private var unread: [UInt8] = []

    init(socket: Int32, number: Int, server: ScriptedServer) {
        self.socket = socket
        self.number = number
        self.server = server
    }

    /// Plays the steps; false as soon as the client is gone.
    @discardableResult
    func play(_ steps: [ScriptedStep]) -> Bool {
        for step in steps {
            guard play(step) else { return false }
        }
        return true
    }

    private func play(_ step: ScriptedStep) -> Bool {
        switch step {
        case .receive: return request(withBody: true) != nil
        case .receiveHead:
            Posix.shrinkReceiveBuffer(socket)
            return request(withBody: false) != nil
        case .relay(let relay): return request(withBody: true).map { relay.play($0, reply: send) } ?? false
        case .send(let bytes): return send(bytes)
        case .drip(let bytes, let interval):
            return bytes.allSatisfy { byte in
                server.pause(interval)
                return send([byte])
            }
        case .flood(let bytes, var rest):
            while rest > 0 {
                guard send(Array(bytes.prefix(rest))) else { return false }
                rest -= min(rest, bytes.count)
            }
            return true
        case .discard(let count):
            guard fill(to: count) else { return false }
            unread.removeFirst(count)
            return true
        case .wait(let duration):
            server.pause(duration)
            return true
        case .pass(let gate): return gate.wait()
        case .hold:
            while more() { unread = [] }
            return false
        case .reset:
            Posix.resetOnClose(socket)
            return false
        case .forever(let steps):
            while play(steps) {}
            return false
        }
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        guard Posix.sendAll(socket, bytes) else { return false }
        server.count(sent: bytes.count)
        return true
    }

    private func more() -> Bool {
        guard let bytes = Posix.receive(socket) else { return false }
        server.count(received: bytes.count)
        unread += bytes
        return true
    }

    private func fill(to count: Int) -> Bool {
        while unread.count < count {
            guard more() else { return false }
        }
        return true
    }

    /// Consumes everything up to and including the next CRLF.
    private func line() -> String? {
        var searched = 0
        while true {
            if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            }
            searched = unread.count
            guard more() else { return nil }
        }
    }

    private func take(_ count: Int) -> [UInt8]? {
        guard fill(to: count) else { return nil }
        defer { unread.removeFirst(count) }
        return Array(unread[..<count])
    }

    /// Reads and records the next request; nil if the client is gone.
    private func request(withBody: Bool) -> RecordedRequest? {
        guard let requestLine = line() else { return nil }
        var fields: [String] = []
        while true {
            guard let field = line() else { return nil }
            if field.isEmpty { break }
            fields.append(field)
        }
        var request = RecordedRequest(requestLine: requestLine, fieldLines: fields, body: [], connection: number)
        if withBody {
            guard let body = body(after: request) else { return nil }
            request.body = body
        }
        server.record(request)
        return request
    }

    private func body(after head: RecordedRequest) -> [UInt8]? {
        if head.field("Transfer-Encoding")?.lowercased() == "chunked" { return chunks() }
        return take(head.field("Content-Length").flatMap { Int($0) } ?? 0)
    }

    private func chunks() -> [UInt8]? {
        var body: [UInt8] = []
        while true {
            guard let size = line().flatMap({ Int($0, radix: 16) }), let chunk = take(size), line() != nil else {
                return nil
            }
            if size == 0 { return body }
            body += chunk
        }
    }
}
