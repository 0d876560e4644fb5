import Basics
import Foundation
import TodoKit

/// Syncs in the background after a command has changed something, without delaying it.
enum BackgroundSync {
    /// Starts a process for it, if the remote is configured that way.
    static func begin(for session: Session) async {
        guard let store = session.openedStore, store.hasEdits, let remote = try? await store.sync.remote else {
            return
        }
        if remote.isAutomatic { spawn(databasePath: session.path) }
        // Not the whole status: counting pending records would make each edit as slow as the backlog is long.
        if let failure = try? await store.sync.lastFailure {
            let sentence = await session.sentence(failure)
            session.say("Saved. It waits to be synced: \(sentence)")
        }
    }

    /// The body of that process: waits for more edits, then syncs. One waiting process is enough for all edits until
    /// then.
    static func run(_ session: Session) async throws {
        let waiting = try TodoError.wrappingFileErrors { try FileLock(path: session.path + "-sync-waiting") }
        guard let waiting else { return }
        try await Task.sleep(for: .seconds(2))
        let coordinator = try session.store.sync
        try await coordinator.sync(patience: .seconds(300)) { _ in
            // Edits made from now on may be too late for this sync.
            waiting.release()
        }
    }

    /// Starts the process in its own session (setsid), so that neither a closed terminal nor an interrupt ends it.
    private static func spawn(databasePath: String) {
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
            var actions: posix_spawn_file_actions_t?
        #else
            var attributes = posix_spawnattr_t()
            var actions = posix_spawn_file_actions_t()
        #endif
        guard posix_spawnattr_init(&attributes) == 0, posix_spawn_file_actions_init(&actions) == 0 else { return }
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        posix_spawnattr_setflags(&attributes, newSession)
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        let path = executablePath
        let arguments = [path, "sync", "now", "--background", "--quiet", "--db", databasePath]
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process = pid_t()
        // If it fails, the next command or a `todo sync` makes up for it.
        _ = posix_spawn(&process, path, &actions, &attributes, &pointers, environ)
    }

    /// POSIX_SPAWN_SETSID, a GNU extension that Swift does not import on Linux (spawn.h).
    private static var newSession: Int16 {
        #if canImport(Darwin)
            Int16(POSIX_SPAWN_SETSID)
        #else
            0x80
        #endif
    }

    private static var executablePath: String {
        #if os(Linux)
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        #else
            Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }
}
