public import TodoDomain

/// The locations in the database.
public final class LocationDAO: RecordDAO {
    /// The store that it stands on.
    public let store: ObjectStore<LocationMapping>

    /// The locations of a stack.
    public init(_ stack: LocalStack, mapping: LocationMapping = LocationMapping()) { store = stack.store(for: mapping) }

    /// How many to-dos there are at each location, open and done; locations without any are left out.
    public func todoCounts() async throws -> [Location.ID: TodoCount] {
        try await store.stack.read { try $0.todoCounts(join: "todoLocation", column: "locationID", table: "location") }
    }
}
