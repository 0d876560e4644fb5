import Foundation

/// Write protection that binds everybody: by permissions for an ordinary user; for root, whom those do not bind, by the
/// file system's immutable attribute, if it has one.
package final class WriteProtection: Sendable {
    private let path: String
    private let permissions: Int

    /// Whether files can be protected from the user who runs the tests.
    package static let isAvailable: Bool = {
        guard geteuid() == 0 else { return true }
        guard let folder = try? TemporaryFolder() else { return false }
        guard let protection = try? WriteProtection(folder.path) else { return false }
        defer { protection.lift() }
        return !FileManager.default.createFile(atPath: folder.file("probe"), contents: nil)
    }()

    /// Protects a file, or a folder from getting and losing files.
    package init(_ path: String) throws {
        self.path = path
        permissions = try TestSupport.permissions(of: path) ?? 0o600
        if geteuid() == 0 {
            try Self.chattr("+i", path)
        } else {
            try FileManager.default.setAttributes([.posixPermissions: permissions & 0o555], ofItemAtPath: path)
        }
    }

    /// Ends the protection.
    package func lift() {
        if geteuid() == 0 {
            try? Self.chattr("-i", path)
        } else {
            try? FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        }
    }

    private static func chattr(_ attribute: String, _ path: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/chattr")
        process.arguments = [attribute, path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }
}
