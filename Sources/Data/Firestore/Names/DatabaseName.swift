/// The name of a database: `projects/{project}/databases/{database}`.
package struct DatabaseName: Hashable, Sendable {
    /// The id of a project's default database.
    package static let defaultID = "(default)"

    /// The id of the project.
    package let projectID: String
    /// The id of the database.
    package let databaseID: String

    /// The database `databaseID` of the project `projectID`.
    /// - Throws: if an id is empty or contains `/`. Only the server knows which ids exist.
    package init(projectID: String, databaseID: String = Self.defaultID) throws(InvalidName) {
        guard !projectID.isEmpty, !databaseID.isEmpty else { throw .emptySegment }
        guard !projectID.utf8.contains(UInt8(ascii: "/")), !databaseID.utf8.contains(UInt8(ascii: "/")) else {
            throw .forbiddenID
        }
        self.projectID = projectID
        self.databaseID = databaseID
    }

    /// Parses `projects/{project}/databases/{database}`.
    package init(parsing text: String) throws(InvalidName) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "projects", parts[2] == "databases" else { throw .malformed }
        try self.init(projectID: String(parts[1]), databaseID: String(parts[3]))
    }

    /// The name as text.
    package var text: String { "projects/\(projectID)/databases/\(databaseID)" }
}
