import GRDB

/// A query that a transaction has run, and a check that it would find the same again.
package struct QueryRead: Sendable {
    /// Its size in memory in bytes, as far as the request decides it.
    let size: Int
    /// Throws ABORTED if it would find something else, or if the check would take too long.
    let requireUnchanged: @Sendable (inout ConflictSearch) throws -> Void
}
