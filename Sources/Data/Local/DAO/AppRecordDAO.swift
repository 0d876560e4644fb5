import SQLite
import TodoDomain

/// The records of apps in the database, of all types.
package final class AppRecordDAO: RecordDAO {
    /// The underlying store.
    package let store: ObjectStore<AppMapping>

    /// The records of apps of a stack.
    package init(_ stack: LocalStack, mapping: AppMapping = AppMapping()) { store = stack.store(for: mapping) }
}
