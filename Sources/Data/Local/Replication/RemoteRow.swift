package import GRDB
package import JSON
import SQLite
import TodoDomain

/// The remote that the records belong to, and its options.
package struct RemoteRow: Hashable, Sendable {
    /// `scheme://host[:port][/path]`.
    package var url: String
    /// The project.
    package var project: String
    /// The database of the project.
    package var database: String
    /// The user whose records they are: the id below `users`.
    package var space: String
    /// Everything else.
    package var options: JSONValue
    /// Whether it is used for syncing. A removed remote is remembered because the records belong to it.
    var isActive = true

    package init(url: String, project: String, database: String, space: String, options: JSONValue) {
        (self.url, self.project, self.database, self.space) = (url, project, database, space)
        self.options = options
    }

    /// Whether both hold the same records, whatever their options.
    func isSamePlace(as other: RemoteRow) -> Bool {
        (url, project, database, space) == (other.url, other.project, other.database, other.space)
    }

    /// The remote of a database; nil if none was ever set up.
    package init?(in connection: Database) throws {
        let sql = "SELECT url, project, database, space, options, isActive FROM remote"
        guard let row = try Row.fetchOne(connection, sql: sql) else { return nil }
        self.init(
            url: row[0], project: row[1], database: row[2], space: row[3],
            options: try JSONValue(parsing: row[4] as String))
        isActive = row[5]
    }

    /// Makes this the remote of a database. If it is at another place, everything known about the former one is
    /// forgotten, so that all records are sent.
    package func adopt(in connection: Database) throws {
        if let former = try RemoteRow(in: connection), !former.isSamePlace(as: self) {
            try connection.execute(
                sql: """
                    DELETE FROM base;
                    DELETE FROM quarantine;
                    DELETE FROM syncPosition;
                    DELETE FROM syncState;
                    INSERT INTO syncState (rowID) VALUES (1);
                    DELETE FROM syncOutcome;
                    INSERT INTO syncOutcome (rowID) VALUES (1);
                    DELETE FROM refusedKind;
                    """)
            for kind in RecordKind.allCases {
                try connection.execute(
                    sql: "UPDATE \(kind.table) SET isDirty = 1 WHERE isDirty = 0 AND \(kind.entity.sentCondition)")
            }
        }
        try connection.execute(
            sql: "INSERT OR REPLACE INTO remote VALUES (1, ?, ?, ?, ?, ?, ?)",
            arguments: [url, project, database, space, options.canonicalJSON, isActive])
    }
}

extension ReplicationDAO {
    /// The remote; nil if none is set up.
    package func remote() async throws -> RemoteRow? {
        try await stack.read { transaction in
            try RemoteRow(in: transaction.database).flatMap { $0.isActive ? $0 : nil }
        }
    }

    /// Sets up a remote, or removes it. The records stay; what is known of a former one is forgotten, so that all
    /// records are sent to the new one.
    /// - Parameters:
    ///   - merging: whether records that belong to another remote may be merged into this one.
    ///   - whenAccepted: called before anything is saved; if it throws, nothing changes.
    /// - Throws: `other-remote`.
    package func setRemote(
        _ remote: RemoteRow?, merging: Bool, whenAccepted: @Sendable () throws -> Void = {}
    ) async throws {
        try await write { transaction in
            let former = try RemoteRow(in: transaction.database)
            guard let remote else {
                var former = former
                former?.isActive = false
                try former?.adopt(in: transaction.database)
                return try whenAccepted()
            }
            if let former, !merging, !former.isSamePlace(as: remote), try transaction.reading.hasMetRemote() {
                throw TodoError(
                    .otherRemote, "These to-dos belong to another remote.", remedies: [.mergeRemotes])
            }
            try remote.adopt(in: transaction.database)
            try whenAccepted()
        }
    }

    /// Whether this database has ever exchanged records with its remote.
    package func hasMetRemote() async throws -> Bool { try await stack.read { try $0.hasMetRemote() } }
}

extension ReadTransaction {
    /// The state alone does not show it: an interrupted resync has reset it.
    fileprivate func hasMetRemote() throws -> Bool {
        try syncState().generation != nil || integer("SELECT EXISTS (SELECT 1 FROM base)") == 1
    }
}
