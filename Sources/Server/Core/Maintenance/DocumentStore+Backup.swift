import Basics
import Foundation
import GRDB
import SQLite

extension DocumentStore {
    /// Copies a snapshot of the database to a new file, while it may be served and written to.
    /// - Throws: ``ServerError``; then no file is left at `path`.
    package func backup(to path: String) throws {
        do {
            guard try !FileStatus.isThere(path) else {
                throw ServerError(.backup, "There is a file \(path) already; name another one.")
            }
            if let other = DatabaseFile(path: URL(filePath: path).resolvingSymlinksInPath().path).fileBeside {
                throw ServerError(
                    .backup,
                    "Beside \(path) there is still \(other) of another database; name another file, or remove that one."
                )
            }
            let file = try PendingFile(path)
            try pool.read { try DatabaseCopy.write($0, to: file.temporaryPath) }
            try file.commit()
        } catch let error as DatabaseError {
            throw ServerError(.backup, "The backup \(path) cannot be written: \(error.words).")
        } catch is FileError {
            throw ServerError(
                .backup, "The backup \(path) cannot be written; check that its folder exists and has room.")
        }
    }
}
