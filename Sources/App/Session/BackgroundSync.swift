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

    /// The body of that process: it waits for more edits, then syncs. One waiting process is enough for all edits until
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

    /// Starts the process in its own session (setsid), so that neither a closed terminal nor an interrupt ends it. If it
    /// fails, the next command or a `todo sync` makes up for it.
    private static func spawn(databasePath: String) {
        _ = Spawn.start(executablePath, ["sync", "now", "--background", "--quiet", "--db", databasePath])
    }

    /// The path of this program.
    static var executablePath: String {
        #if os(Linux)
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ProgramArguments.name
        #else
            Bundle.main.executablePath ?? ProgramArguments.name
        #endif
    }
}
