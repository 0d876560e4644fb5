import Basics
package import Foundation
import HTTPTypes

/// The server's time according to its replies: this device's clock may be wrong by years.
///
/// Shared by everything that talks to the same remote. The precision is that of the header field `Date`, one second.
package final class ServerClock: Sendable {
    private let wallClock: @Sendable () -> Date
    private let learnt = Locked<TimeInterval?>(nil)
    private let trusted = Locked<TimeInterval?>(nil)

    /// A clock without any information yet.
    /// - Parameter now: This device's clock.
    package init(now: @escaping @Sendable () -> Date = { Date() }) { wallClock = now }

    /// How many seconds the server is ahead of this device by the last understood reply; nil before the first one.
    ///
    /// Deletions use it, so that the page of a proxy or a captive portal cannot change their time.
    package var trustedOffset: TimeInterval? { trusted.withLock { $0 } }

    /// The same by the last reply of any kind: a server that refuses a token because of this device's wrong clock tells
    /// the time, too.
    package var offset: TimeInterval? { learnt.withLock { $0 } }

    /// The server's time; this device's time before the first reply.
    package var now: Date { wallClock().addingTimeInterval(offset ?? 0) }

    /// Learns from the header field `Date` of a reply. A wrong date, for instance from a captive portal, is corrected
    /// by the next reply, and only affects when tokens are refreshed.
    /// - Returns: the offset, to be trusted once the reply is understood.
    func learn(from response: HTTPResponse) -> TimeInterval? {
        guard let date = response.headerFields[.date].flatMap(HTTPDate.parse) else { return nil }
        let offset = date.timeIntervalSince(wallClock())
        learnt.withLock { $0 = offset }
        return offset
    }

    /// Trusts what a reply has said that was understood.
    func trust(_ offset: TimeInterval) { trusted.withLock { $0 = offset } }
}
