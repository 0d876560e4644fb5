import SQLite
import TodoDomain

/// The comments in the database.
public final class CommentDAO: RecordDAO {
    /// The underlying store.
    public let store: ObjectStore<CommentMapping>

    /// The comments of a stack.
    public init(_ stack: LocalStack, mapping: CommentMapping = CommentMapping()) { store = stack.store(for: mapping) }
}
