import Basics
import Foundation
import GRDB
import SQLite

/// The backup of a database that is about to be migrated. An earlier version refuses the migrated database, and can go on with
/// this.
enum MigrationBackup {
    /// Copies the database to a file beside it.
    /// - Parameters:
    ///   - step: The first step of the migration.
    ///   - microseconds: The time since 1970.
    /// - Returns: The path of the copy, such as `todo-server.db.before-1.1.0-20261128T121500.000Z`.
    /// - Throws: ``ServerError``. Then nothing was migrated, and no copy is left.
    static func make(of pool: DatabasePool, before step: String, at microseconds: Int64) throws -> String {
        let time = DateTimeText.text(millisecondsSince1970: microseconds / 1000, digits: 3, .basic)
        let path = "\(pool.path)\(mark)\(step)-\(time)"
        do {
            let file = try PendingFile(path)
            try pool.read { try DatabaseCopy.write($0, to: file.temporaryPath) }
            try file.commit()
            return path
        } catch {
            let reason = (error as? DatabaseError)?.words ?? "\(path) cannot be written"
            throw ServerError(
                .backup,
                """
                \(pool.path) is of an earlier version, and no backup can be made before it is migrated: \(reason). Make \
                room beside it. Nothing was changed.
                """)
        }
    }

    /// Why a database of a later version is refused, and how to go back to the backup that the later version made.
    static func refusal(of path: String, isCopy: Bool) -> ServerError {
        let reason = "\(path) was written by a later version of todo-server; update the program."
        guard !isCopy, let backup = newest(of: path) else { return ServerError(.newerDatabase, reason) }
        return ServerError(
            .newerDatabase,
            """
            \(reason) Or go back to the state before the upgrade: move \(path), \(path)-wal and \(path)-shm to another \
            folder, then run 'todo-server restore --database \(path) \(backup)'. The devices send again what they have \
            written since.
            """)
    }

    /// The copy that was made last; nil if there is none.
    private static func newest(of path: String) -> String? {
        let folder = DatabaseFile(path: path).folder
        let prefix = (path as NSString).lastPathComponent + mark
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // The time at the end sorts as text.
        let last = names.filter { $0.hasPrefix(prefix) && !$0.contains(PendingFile.mark) }
            .max { $0.suffix(timeLength) < $1.suffix(timeLength) }
        return last.map { "\(folder)/\($0)" }
    }

    private static let mark = ".before-"
    private static let timeLength = "20261128T121500.000Z".count
}
