import Foundation
import NIOCore

/// The descriptors of files and connections that the system allows this process.
///
/// When they are used up, the system accepts no connection, opens no database and does not report it. So the server
/// takes as many as it may have, keeps some for itself, and accepts only as many connections as the others allow.
package struct Descriptors: Sendable {
    /// How many there may be at once.
    let count: Int

    /// So many descriptors.
    package init(count: Int) { self.count = count }

    /// The descriptors of this process, after raising its soft limit to the hard one.
    static func raised() -> Descriptors {
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #elseif canImport(Musl)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return Descriptors(count: 256) }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            // Darwin refuses more than OPEN_MAX, whatever its hard limit says.
            #if canImport(Darwin)
                raised.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
            #else
                raised.rlim_cur = limit.rlim_max
            #endif
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Descriptors(count: Int(clamping: limit.rlim_cur))
    }

    /// The number that the server needs for any number of connections. There are two for each connection to the
    /// database: a writer, twelve for reads and about two for each processor. The others are for files in which SQLite
    /// sorts, event loops, the log and the port.
    private static let own = 64 + 4 * System.coreCount
    /// The maximum for the files of answers and for the snapshots of transactions.
    private static let maximumOfFiles = 512

    /// How many connections there may be.
    private var connections: Int {
        let rest = max(count - Self.own, 4)
        return rest - min(rest / 4, Self.maximumOfFiles)
    }

    /// `limits` with as many connections as there are descriptors. One address may take at most a quarter of them,
    /// unless addresses have no limit at all.
    package func fit(_ limits: Limits) -> Limits {
        var limits = limits
        limits.connections = min(limits.connections, connections)
        if limits.connectionsPerAddress != .max {
            limits.connectionsPerAddress = min(limits.connectionsPerAddress, max(limits.connections / 4, 1))
        }
        return limits
    }
}
