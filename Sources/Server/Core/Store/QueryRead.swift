import GRDB

/// What a transaction has read by running a query, and how to check that it would read the same again.
package struct QueryRead: Sendable {
    /// Its size in memory in bytes, as far as the request decides it.
    let size: Int
    /// Throws ABORTED if it would read something else, or finding out would take too long.
    let requireUnchanged: @Sendable (inout ConflictSearch) throws -> Void
}
