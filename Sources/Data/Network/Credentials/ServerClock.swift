import Basics
public import Foundation
import HTTPTypes

/// The server's time, as far as its replies tell it: this device's clock may be wrong by years.
///
/// One is shared by all that talks to one remote. The precision is that of the header field `Date`, a second.
public final class ServerClock: Sendable {
    private let wallClock: @Sendable () -> Date
    private let learnt = Locked<TimeInterval?>(nil)

    /// A clock that knows nothing yet.
    /// - Parameter now: This device's clock.
    public init(now: @escaping @Sendable () -> Date = { Date() }) { wallClock = now }

    /// How many seconds the server is ahead of this device; nil before its first reply.
    public var offset: TimeInterval? { learnt.withLock { $0 } }

    /// The server's time; this device's own before the first reply.
    public var now: Date { wallClock().addingTimeInterval(offset ?? 0) }

    /// Learns from the header field `Date` of a reply. Whoever answered in the server's place, as a captive portal
    /// does, is believed too: the next reply corrects it, and all that hangs on it is when a token is refreshed.
    func learn(from response: HTTPResponse) {
        guard let date = response.headerFields[.date].flatMap(HTTPDate.parse) else { return }
        let offset = date.timeIntervalSince(wallClock())
        learnt.withLock { $0 = offset }
    }
}
