import Basics
import Foundation
import ServiceLifecycle

/// Proves to the owner of a database that their own server listens at an address, and not another person's program. A browser
/// that opens a link shows its secret to the program that listens there.
///
/// It is a lock on a file beside the database that other people cannot open. So it cannot be passed on, and ends with its process.
package struct ListeningMark: Sendable {
    private let path: String

    /// The mark beside a file of a server that listens at an address.
    package init(beside file: String, host: String, port: Int) { path = "\(file)-\(host):\(port)" }

    /// Whether a server listens there. A mark that cannot be read proves nothing.
    package var isHeld: Bool {
        guard let file = try? FileManager.default.attributesOfItem(atPath: path),
            file[.type] as? FileAttributeType == .typeRegular,
            (file[.ownerAccountID] as? NSNumber)?.uint32Value == geteuid(),
            (file[.posixPermissions] as? NSNumber)?.intValue == 0o600
        else { return false }
        do {
            return try FileLock(path: path) == nil
        } catch {
            return false
        }
    }

    /// Holds the mark from when the server listens until it stops. As the last of the services it ends before the port is
    /// free for others.
    package final class Holder: Service, Sendable {
        private let held = Locked<(lock: FileLock, path: String)?>(nil)

        package init() {}

        /// Takes the lock, if the file system has locks.
        package func hold(_ mark: ListeningMark) {
            guard let lock = try? FileLock(path: mark.path) else { return }
            held.withLock { $0 = (lock, mark.path) }
        }

        package func run() async throws {
            try? await gracefulShutdown()
            held.withLock { held in
                if let path = held?.path { try? FileManager.default.removeItem(atPath: path) }
                held = nil
            }
        }
    }
}
