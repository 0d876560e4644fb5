import SQLite
import TodoDomain

/// The comments in the database.
package final class CommentDAO: RecordDAO {
    /// The underlying store.
    package let store: ObjectStore<CommentMapping>

    /// The comments of a stack.
    package init(_ stack: LocalStack, mapping: CommentMapping = CommentMapping()) { store = stack.store(for: mapping) }
}
