import Foundation
import TestSupport

/// What a device is without its program: its clock, and chance.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
final class Hardware: @unchecked Sendable {
    private let server: ModelServer
    private var generator: SeededGenerator
    /// How many milliseconds the clock is ahead of the time that passes.
    var ahead: Int64 = 0 {
        didSet {
            hasBeenAhead = hasBeenAhead || ahead > 60_000
            greatestAhead = max(greatestAhead, ahead)
        }
    }
    private var hasBeenAhead = false
    /// The most that it ever was.
    private(set) var greatestAhead: Int64 = 0
    /// Whether it may have written something that no server accepts before its time.
    var hasLivedAhead: Bool { hasBeenAhead || server.hasBeenWrong }
    private var starts = 0

    init(server: ModelServer, seed: UInt64) {
        self.server = server
        generator = SeededGenerator(seed: seed)
    }

    /// Whether its programs show the server's time instead of its own: a sabotage.
    var showsServerTime = false

    /// What its clock shows, in milliseconds since 1970.
    var wallClock: Int64 { server.now + ahead }
    /// What its programs take for that.
    var now: Int64 { showsServerTime ? server.clock : wallClock }

    /// The number of this start of the machine, and how many milliseconds it has been running.
    var uptime: (bootID: String, milliseconds: Int64) { ("\(starts)", server.now - 1_000_000) }

    func makeUUID() -> UUID { generator.uuid() }

    func restart() { starts += 1 }

    /// Takes over the time of another device, and what became of it.
    func follow(_ other: Hardware) {
        ahead = other.ahead
        hasBeenAhead = other.hasBeenAhead
        greatestAhead = other.greatestAhead
    }
}
