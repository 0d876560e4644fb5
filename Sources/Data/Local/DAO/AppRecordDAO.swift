import SQLite
import TodoDomain

/// The records of apps in the database, of all types.
public final class AppRecordDAO: RecordDAO {
    /// The underlying store.
    public let store: ObjectStore<AppMapping>

    /// The records of apps of a stack.
    public init(_ stack: LocalStack, mapping: AppMapping = AppMapping()) { store = stack.store(for: mapping) }
}
