import GRDB
package import JSON
import TodoDomain

/// Which remote the records belong to, and how it is spoken to.
package struct RemoteRow: Hashable, Sendable {
    /// `scheme://host[:port][/path]`.
    package var url: String
    /// The project.
    package var project: String
    /// The database of the project.
    package var database: String
    /// Whose records they are: the id below `users`.
    package var space: String
    /// Everything else.
    package var options: JSONValue

    package init(url: String, project: String, database: String, space: String, options: JSONValue) {
        (self.url, self.project, self.database, self.space) = (url, project, database, space)
        self.options = options
    }

    /// Whether both are the same records, however they are spoken to.
    func isSamePlace(as other: RemoteRow) -> Bool {
        (url, project, database, space) == (other.url, other.project, other.database, other.space)
    }
}

extension ReplicationDAO {
    /// The remote; nil where none is set up.
    package func remote() async throws -> RemoteRow? { try await stack.read { try $0.remote() } }

    /// Sets up a remote, or takes it away. The records stay; what is known of the former remote is forgotten, so that
    /// all of them are sent to the new one.
    /// - Parameter merging: whether records that belong to another remote may go to this one.
    /// - Throws: `other-remote`.
    package func setRemote(_ remote: RemoteRow?, merging: Bool) async throws {
        try await write { transaction in
            let former = try transaction.reading.remote()
            let isSame = former.map { former in remote.map(former.isSamePlace) ?? false } ?? (remote == nil)
            if !isSame {
                let hasSynced = try transaction.reading.syncState().epoch != nil
                guard merging || remote == nil || !hasSynced else {
                    throw TodoError(
                        .otherRemote,
                        """
                        These to-dos belong to another remote. To bring them to this one as well, where they are merged \
                        with what is there, say so with --merge.
                        """)
                }
                // Of a remote that is only taken away everything is kept: it may be set up again.
                if remote != nil { try transaction.forgetRemote() }
            }
            try transaction.execute("DELETE FROM remote")
            guard let remote else { return }
            try transaction.execute(
                """
                INSERT INTO remote VALUES (1, \(.text(remote.url)), \(.text(remote.project)), \
                \(.text(remote.database)), \(.text(remote.space)), \(.text(remote.options.canonicalJSON)))
                """)
        }
    }
}

extension ReadTransaction {
    fileprivate func remote() throws -> RemoteRow? {
        let sql = "SELECT url, project, database, space, options FROM remote"
        return try Row.fetchOne(database.cachedStatement(sql: sql)).map { row in
            RemoteRow(
                url: row[0], project: row[1], database: row[2], space: row[3],
                options: (try? JSONValue(parsing: row[4] as String)) ?? [:])
        }
    }
}

extension WriteTransaction {
    /// Forgets all that is known of the remote, so that everything is sent.
    fileprivate func forgetRemote() throws {
        try execute("DELETE FROM base")
        try execute("DELETE FROM quarantine")
        try execute("DELETE FROM syncPosition")
        try execute("DELETE FROM syncState")
        try execute("INSERT INTO syncState (rowID) VALUES (1)")
        try execute("DELETE FROM syncOutcome")
        try execute("INSERT INTO syncOutcome (rowID) VALUES (1)")
        for kind in RecordKind.allCases { try execute("UPDATE \(sql: kind.table) SET isDirty = 1 WHERE isDirty = 0") }
    }
}
