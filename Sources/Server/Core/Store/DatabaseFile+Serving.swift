import SQLite

extension DatabaseFile {
    /// Prevents a second server from using the database, whose commits this server's change feed and clock would miss.
    /// - Throws: ``ServerError``, also if another process has the lock.
    func lockForServing() throws(ServerError) -> DatabaseLock {
        let lock: DatabaseLock?
        do { lock = try DatabaseLock(of: self) } catch { throw ServerError(file: error) }
        guard let lock else {
            throw ServerError(.inUse, "Another todo-server serves \(path); stop it, or name another file.")
        }
        return lock
    }
}
