import Foundation
import NIOConcurrencyHelpers
import TestSupport

/// Clients that connect, send a request and leave without an answer, as fast as they can.
final class ConnectionStorm: Sendable {
    private let isOver = NIOLockedValueBox(false)
    private let threads = DispatchGroup()

    /// Starts against `authority`, a port of this machine.
    init(_ authority: String, clients: Int = 6) {
        for _ in 0..<clients {
            threads.enter()
            // Separate threads: they block, and must not hold up what they storm.
            Thread { [isOver, threads] in
                while !isOver.withLockedValue({ $0 }) {
                    let connection = try? RawConnection(authority)
                    connection?.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                threads.leave()
            }.start()
        }
    }

    /// Stops it.
    func end() {
        isOver.withLockedValue { $0 = true }
        threads.wait()
    }
}
