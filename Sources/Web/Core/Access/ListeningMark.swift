import Basics
import Foundation
import ServiceLifecycle

/// Proves to the owner of a database that their own server listens at an address, and not another person's program. A browser
/// that opens a link shows its secret to the program that listens there.
///
/// It is a lock on a file beside the database that other people cannot open. So it cannot be passed on, and ends with its process.
public struct ListeningMark: Sendable {
    private let path: String

    /// The mark of a server that takes links from a file, and listens at an address.
    public init(of links: LinkFile, host: String, port: Int) { path = "\(links.path)-\(host):\(port)" }

    /// Whether a server listens there. What cannot be looked at proves nothing.
    public var isHeld: Bool {
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
    final class Holder: Service, Sendable {
        private let held = Locked<(lock: FileLock, path: String)?>(nil)

        /// Begins to hold it. A server on a file system without locks does without.
        func hold(_ mark: ListeningMark) {
            guard let lock = try? FileLock(path: mark.path) else { return }
            held.withLock { $0 = (lock, mark.path) }
        }

        func run() async throws {
            try? await gracefulShutdown()
            held.withLock { held in
                if let path = held?.path { try? FileManager.default.removeItem(atPath: path) }
                held = nil
            }
        }
    }
}
