import SQLite
public import TodoDomain

/// The locations in the database.
public final class LocationDAO: RecordDAO {
    /// The underlying store.
    public let store: ObjectStore<LocationMapping>

    /// The locations of a stack.
    public init(_ stack: LocalStack, mapping: LocationMapping = LocationMapping()) { store = stack.store(for: mapping) }

    /// The number of to-dos at each location, open and done; unused locations are left out.
    public func todoCounts() async throws -> [Location.ID: TodoCount] {
        try await store.stack.read {
            try $0.todoCounts(of: LocationEntity.self, join: "todoLocation", column: "locationID")
        }
    }

    /// The location that replaces the last merged location of this name; nil if there is none. To find a location by
    /// its own name, use ``Location/Condition/named(_:)``: several may have the same name.
    public func find(mergedNamed name: String) async throws -> Location? {
        let name = StoredValue.text(SearchText.folded(name))
        return try await store.stack.read { transaction in
            try transaction.target(of: LocationEntity.self, mergedWhere: "foldedPlaceName = \(name)")
                .map(self.store.mapping.model(from:))
        }
    }

    /// Merges locations into another one. It replaces them in all to-dos, now and later, and they are deleted.
    /// - Throws: `not-found`.
    public func merge(_ others: [Location.ID], into target: Location.ID) async throws {
        try await store.stack.write("merge locations") { try $0.merge(locations: others, into: target) }
    }
}
