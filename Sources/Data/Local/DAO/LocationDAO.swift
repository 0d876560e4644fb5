import SQLite
public import TodoDomain

/// The locations in the database.
public final class LocationDAO: RecordDAO {
    /// The store that it stands on.
    public let store: ObjectStore<LocationMapping>

    /// The locations of a stack.
    public init(_ stack: LocalStack, mapping: LocationMapping = LocationMapping()) { store = stack.store(for: mapping) }

    /// How many to-dos there are at each location, open and done; locations without any are left out.
    public func todoCounts() async throws -> [Location.ID: TodoCount] {
        try await store.stack.read {
            try $0.todoCounts(of: LocationEntity.self, join: "todoLocation", column: "locationID")
        }
    }

    /// The location in whose place the last merged one of this name is used; nil for none. What a name means that a location
    /// has is asked for with ``Location/Condition/named(_:)``: several may have it.
    public func find(mergedNamed name: String) async throws -> Location? {
        let name = StoredValue.text(SearchText.folded(name))
        return try await store.stack.read { transaction in
            try transaction.target(of: LocationEntity.self, mergedWhere: "foldedPlaceName = \(name)")
                .map(self.store.mapping.model(from:))
        }
    }

    /// Puts a location in the place of others, wherever they are and will be, and deletes them.
    /// - Throws: `not-found`.
    public func merge(_ others: [Location.ID], into target: Location.ID) async throws {
        try await store.stack.write("merge locations") { try $0.merge(locations: others, into: target) }
    }
}
