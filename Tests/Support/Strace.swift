import Foundation

/// Notes what a program brings to the disk (strace(1), for Linux).
///
/// The note of a call is in the file before the call returns to the program.
package struct Strace {
    /// The file with the notes.
    private let file: String
    private let folder: TemporaryFolder

    /// Notes of nothing yet.
    package init() throws {
        folder = try TemporaryFolder()
        file = folder.file("calls")
    }

    /// The words before those of the program. It is the process that these words start (-D), so that a signal ends it;
    /// strace is a descendant of it, and ends with it.
    package var words: [String] {
        let calls = "trace=fsync,fdatasync,?rename,?renameat,?renameat2"
        return [Self.program, "-D", "-f", "-q", "-y", "-e", calls, "-e", "signal=none", "-o", file]
    }

    /// The calls so far, in the order in which they began, with the paths of the files.
    package var calls: [String] {
        String(decoding: contents(of: file) ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// How often a file whose path ends so was brought to the disk.
    package func syncs(of path: String) -> Int {
        calls.count { $0.contains("sync(") && $0.contains("\(path)>") }
    }

    /// Whether a file was brought to the disk under another name that begins like its own, then got its name, and whether
    /// the next thing that the same thread did was to bring the folder to the disk.
    package func showsDurableRename(to path: String) -> Bool {
        let name = (path as NSString).lastPathComponent
        let folder = ((path as NSString).deletingLastPathComponent as NSString).lastPathComponent
        let calls = calls
        guard let renamed = calls.lastIndex(where: { $0.contains("rename") && $0.contains("/\(name)\"") }) else {
            return false
        }
        let thread = calls[renamed].prefix { $0 != " " }
        // SQLite brings the folder to the disk as well, for a new log: later, or on another thread.
        let next = calls[(renamed + 1)...].first { $0.hasPrefix("\(thread) ") && $0.contains("(") } ?? ""
        return calls[..<renamed].contains { $0.contains("sync(") && $0.contains("/\(name).") }
            && next.contains("sync(") && next.contains("/\(folder)>")
    }

    private static let program = "/usr/bin/strace"

    /// Whether it is installed and may look at a process.
    package static let isPossible: Bool = {
        guard FileManager.default.isExecutableFile(atPath: program), let strace = try? Strace() else { return false }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = Array(strace.words.dropFirst()) + ["/bin/sh", "-c", "exit 0"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        // The tracer notes the end of the program, perhaps a moment later. Where tracing is not permitted, the program runs
        // without it.
        let end = ContinuousClock.now + .seconds(5)
        while strace.calls.isEmpty, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
        return !strace.calls.isEmpty
    }()
}
