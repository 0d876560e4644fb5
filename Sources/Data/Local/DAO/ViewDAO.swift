import SQLite
import TodoDomain

/// The views in the database.
public final class ViewDAO: RecordDAO {
    /// The underlying store.
    public let store: ObjectStore<ViewMapping>

    /// The views of a stack.
    public init(_ stack: LocalStack, mapping: ViewMapping = ViewMapping()) { store = stack.store(for: mapping) }
}
