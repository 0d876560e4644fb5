import SQLite
import TodoDomain

/// The views in the database.
package final class ViewDAO: RecordDAO {
    /// The underlying store.
    package let store: ObjectStore<ViewMapping>

    /// The views of a stack.
    package init(_ stack: LocalStack, mapping: ViewMapping = ViewMapping()) { store = stack.store(for: mapping) }
}
