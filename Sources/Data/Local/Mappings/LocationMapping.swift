public import TodoDomain

/// Locations as rows.
public struct LocationMapping: RecordMapping {
    /// The mapping of locations.
    public init() {}

    public func sortExpression(for key: Location.SortKey) -> String {
        switch key {
        case .placeName: "foldedPlaceName"
        case .updated: "updatedAt"
        case .created: "createdAt"
        }
    }

    public func condition(
        _ condition: Location.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        try LocationConditions(transaction: transaction).sql(condition)
    }

    /// The model of a row.
    public func model(from entity: LocationEntity) throws -> Location {
        let position = try entity.position
        return Location(
            id: Location.ID(stored: entity.record.id), coordinate: position.coordinate, altitude: position.altitude,
            placeName: entity.placeName, createdAt: .init(milliseconds: entity.record.createdAt),
            updatedAt: .init(milliseconds: entity.record.updatedAt))
    }

    public func models(from entities: [LocationEntity], in transaction: ReadTransaction) throws -> [Location] {
        try entities.map(model(from:))
    }

    public func upsert(_ model: Location, in transaction: WriteTransaction) throws -> LocationEntity {
        try transaction.create(model)
    }

    public func apply(_ update: Location.Update, in transaction: WriteTransaction) throws -> LocationEntity {
        try transaction.update(update)
    }

    public func update(from original: Location, to model: Location) -> Location.Update {
        Location.Update(from: original, to: model)
    }
}
