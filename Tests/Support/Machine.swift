package import Foundation

// Simulating faults of the machine needs its help: a small disk, a user without rights. Without it, tests that need it
// are visibly skipped.

/// A disk of a given size, in memory.
package struct Mount {
    package let path: String

    /// Whether this machine lets us mount one.
    package static let isPossible: Bool = {
        let probe = FileManager.default.temporaryDirectory.appending(path: "todo-mount-\(UUID().uuidString)")
        guard let mount = try? Mount(size: "64k", at: probe) else { return false }
        mount.detach()
        return true
    }()

    package init(size: String, at url: URL) throws {
        path = url.path
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let status = try command("/bin/sh", ["-c", "exec mount -t tmpfs -o size=\(size) tmpfs '\(path)' 2>/dev/null"])
        guard status == 0 else { throw CocoaError(.featureUnsupported) }
    }

    /// Fills the disk completely.
    /// - Returns: the file that holds the rest.
    package func fill() throws -> String {
        let rest = path + "/rest"
        _ = try command("/bin/sh", ["-c", "cat /dev/zero > '\(rest)' 2>/dev/null"])
        return rest
    }

    /// Unmounts the disk.
    package func detach() { _ = try? command("/bin/sh", ["-c", "exec umount -l '\(path)'"]) }
}

/// The program, run by a user who owns nothing.
package struct Nobody {
    private let folder: URL

    /// Whether this machine lets us become nobody, which takes root and `setpriv`.
    package static let isPossible: Bool = {
        guard getuid() == 0, let nobody = try? Nobody() else { return false }
        return (try? nobody.run(["--version"]).status) == 0
    }()

    /// Copies the program to where everybody can run it.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "todo-nobody-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        try FileManager.default.copyItem(at: TodoProcess.executable, to: folder.appending(path: "todo"))
    }

    package func run(_ arguments: [String]) throws -> TodoProcess.Result {
        let program = folder.appending(path: "todo").path
        let options = ["--reuid=65534", "--regid=65534", "--clear-groups", program]
        return try TodoProcess.run(
            URL(filePath: "/usr/bin/setpriv"), options + arguments, input: Data(), folder: folder, environment: [:])
    }
}

private func command(_ path: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
}
