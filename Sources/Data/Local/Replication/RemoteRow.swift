import Foundation
package import GRDB
package import JSON
import SQLite
import TodoDomain

/// The remote that the records belong to, and its options.
package struct RemoteRow: Hashable, Sendable {
    /// `scheme://host[:port][/path]`.
    package var url: String
    package var project: String
    /// The database of the project.
    package var database: String
    /// The user whose records they are: the id below `users`.
    package var space: String
    /// Everything else.
    package var options: JSONValue
    /// Whether it is used for syncing. A removed remote is remembered, because the records belong to it.
    var isActive = true
    /// The generation that must be found there before anything is synced, because the space was moved there. nil once
    /// it was found.
    package fileprivate(set) var expectedGeneration: String?

    package init(url: String, project: String, database: String, space: String, options: JSONValue) {
        self.url = url
        self.project = project
        self.database = database
        self.space = space
        self.options = options
    }

    /// Whether both hold the same records, whatever their options.
    func isSamePlace(as other: RemoteRow) -> Bool {
        (Self.address(url), project, database, space)
            == (Self.address(other.url), other.project, other.database, other.space)
    }

    /// One spelling for all equivalent addresses: scheme and host in small letters, without the scheme's default port,
    /// without a slash at the end.
    package static func address(_ url: String) -> String {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            let host = parts.percentEncodedHost?.lowercased()
        else { return url }
        let port = parts.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        let path = parts.percentEncodedPath
        return "\(scheme)://\(host)\(port)\(path.hasSuffix("/") ? String(path.dropLast()) : path)"
    }

    /// Its place, for a person who knows `other`.
    fileprivate func place(beside other: RemoteRow) -> String {
        var words = [url]
        if project != other.project { words.append("project \(project)") }
        if database != other.database { words.append("database \(database)") }
        if !space.isEmpty { words.append("user \(space)") }
        return words.joined(separator: ", ")
    }

    /// The remote of a database; nil if none was ever set up.
    package init?(in connection: Database) throws {
        let sql = "SELECT url, project, database, space, options, isActive FROM remote"
        guard let row = try Row.fetchOne(connection.cachedStatement(sql: sql)) else { return nil }
        let options = try JSONValue(parsing: row.value(at: 4) as String)
        self.init(
            url: try row.value(at: 0), project: try row.value(at: 1), database: try row.value(at: 2),
            space: try row.value(at: 3), options: options)
        isActive = try row.value(at: 5)
        expectedGeneration = options[Self.expectedGenerationKey]?.string
    }

    private static let expectedGenerationKey = "expectedGeneration"

    /// Makes this the remote of a database. If it is at another place, everything known about the former one is
    /// forgotten, so that all records are sent. That knowledge stays if the space was moved there unchanged.
    package func adopt(in connection: Database, forgetting: Bool? = nil) throws {
        let former = try RemoteRow(in: connection)
        if forgetting ?? (former.map { !$0.isSamePlace(as: self) } ?? false) {
            try connection.execute(
                sql: """
                    DELETE FROM base;
                    DELETE FROM quarantine;
                    DELETE FROM syncPosition;
                    DELETE FROM syncState;
                    INSERT INTO syncState (space) SELECT rowID FROM space;
                    DELETE FROM syncOutcome;
                    INSERT INTO syncOutcome (space) SELECT rowID FROM space;
                    DELETE FROM refusedKind;
                    """)
            for kind in RecordKind.allCases {
                try connection.execute(
                    sql: "UPDATE \(kind.table) SET isDirty = 1 WHERE isDirty = 0 AND \(kind.entity.sentCondition)")
            }
        }
        var options = options.members ?? [:]
        options[Self.expectedGenerationKey] = expectedGeneration.map(JSONValue.string)
        try connection.execute(
            sql: "INSERT OR REPLACE INTO remote VALUES (1, ?, ?, ?, ?, ?, ?)",
            arguments: [
                url, project, database, space, JSONValue.object(options).canonicalJSON, isActive,
            ])
    }
}

extension ReplicationDAO {
    /// The remote; nil if it is not set up.
    package func remote() async throws -> RemoteRow? {
        try await stack.read { transaction in
            try RemoteRow(in: transaction.database).flatMap { $0.isActive ? $0 : nil }
        }
    }

    /// Runs `body` with the remote that is set up, or nil. No other remote can be set up meanwhile.
    package func withRemote(_ body: @Sendable (RemoteRow?) throws -> Void) async throws {
        try await write { transaction in
            try body(RemoteRow(in: transaction.database).flatMap { $0.isActive ? $0 : nil })
        }
    }

    /// Sets up a remote, or removes it. The records stay. Everything known of a former remote is forgotten, so that all
    /// records are sent to the new one.
    /// - Parameters:
    ///   - merging: whether records that belong to another remote may be merged into this one.
    ///   - moved: whether the space of the former remote was moved to this one unchanged. Then everything known of it
    ///     stays, and the remote is only synced once it is found to be that space.
    ///   - whenAccepted: called before anything is saved; if it throws, nothing changes.
    /// - Throws: `other-remote`.
    package func setRemote(
        _ remote: RemoteRow?, merging: Bool, moved: Bool = false, whenAccepted: @Sendable () throws -> Void = {}
    ) async throws {
        try await write { transaction in
            let former = try RemoteRow(in: transaction.database)
            guard let remote else {
                var former = former
                former?.isActive = false
                try former?.adopt(in: transaction.database)
                return try whenAccepted()
            }
            let plan = try transaction.reading.adoption(of: remote, after: former, merging: merging, moved: moved)
            try plan.remote.adopt(in: transaction.database, forgetting: plan.isForgetting)
            if plan.isMoving {
                try transaction.database.execute(sql: "DELETE FROM quarantine; DELETE FROM refusedKind")
            }
            try whenAccepted()
        }
    }

    /// Notes that the space that was moved to the remote is there.
    package func confirmMove() async throws {
        try await write { transaction in
            guard var remote = try RemoteRow(in: transaction.database) else { return }
            remote.expectedGeneration = nil
            try remote.adopt(in: transaction.database)
        }
    }

    /// Whether this database has ever exchanged records with its remote.
    package func hasMetRemote() async throws -> Bool { try await stack.read { try $0.hasMetRemote() } }
}

extension RemoteRow {
    /// How a remote replaces another one.
    fileprivate struct Adoption {
        var remote: RemoteRow
        var isForgetting = false
        /// Whether the space was moved to the new remote, which may accept records that the former one refused.
        var isMoving = false
    }

    fileprivate func expecting(_ generation: String?) -> RemoteRow {
        var copy = self
        copy.expectedGeneration = generation
        return copy
    }
}

extension ReadTransaction {
    /// - Throws: `other-remote` if the records belong to `former` and may not be merged.
    fileprivate func adoption(
        of remote: RemoteRow, after former: RemoteRow?, merging: Bool, moved: Bool
    ) throws -> RemoteRow.Adoption {
        guard let former else { return .init(remote: remote) }
        let isSame = former.isSamePlace(as: remote)
        if isSame, !merging { return .init(remote: remote.expecting(former.expectedGeneration)) }
        // They are merged after all, because the new remote does not have the moved space.
        if isSame { return .init(remote: remote, isForgetting: former.expectedGeneration != nil) }
        guard try hasMetRemote() else { return .init(remote: remote, isForgetting: true) }
        if moved, let generation = try syncState().generation {
            return .init(remote: remote.expecting(generation), isMoving: true)
        }
        guard merging || moved else {
            throw TodoError(
                .otherRemote, "These to-dos belong to another remote: \(former.place(beside: remote)).",
                remedies: [.goOnThere, .mergeRemotes])
        }
        return .init(remote: remote, isForgetting: true)
    }

    /// The sync state alone does not show it: an interrupted resync has reset it.
    fileprivate func hasMetRemote() throws -> Bool {
        try syncState().generation != nil || integer("SELECT EXISTS (SELECT 1 FROM base)") == 1
    }
}
