public import SQLite
public import TodoDomain

/// Locations as rows.
public struct LocationMapping: RecordMapping {
    /// The mapping of locations.
    public init() {}

    /// Most recently edited first.
    public var newestFirst: [SortTerm<Location>] { [SortTerm(.updated, descending: true)] }

    /// The column or expression of a sort key.
    public func sortExpression(for key: Location.SortKey) -> String {
        switch key {
        case .placeName: "foldedPlaceName"
        case .updated: "updatedAt"
        case .created: "createdAt"
        }
    }

    /// The SQL of a condition.
    public func condition(
        _ condition: Location.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        try LocationConditions(transaction: transaction).sql(condition)
    }

    /// The model of a row.
    public func model(from entity: LocationEntity) throws -> Location { try entity.asModel() }

    /// The models of rows, in the same order.
    public func models(from entities: [LocationEntity], in transaction: ReadTransaction) throws -> [Location] {
        try entities.map(model(from:))
    }

    /// Stores a new model, or replaces the model with its id.
    public func upsert(_ model: Location, in transaction: WriteTransaction) throws -> LocationEntity {
        try transaction.create(model)
    }

    /// Changes the fields that the update names.
    public func apply(_ update: Location.Update, in transaction: WriteTransaction) throws -> LocationEntity {
        try transaction.update(update)
    }

    /// The update that turns one model into another.
    public func update(from original: Location, to model: Location) -> Location.Update {
        Location.Update(differenceOf: model, from: original)
    }
}

extension Location: EntityConvertible {
    /// A new row with the content of the location.
    public func asEntity() -> LocationEntity {
        LocationEntity(RecordColumns(id: id.rawValue, createdAt: createdAt, updatedAt: updatedAt), holding: self)
    }
}

extension LocationEntity: DomainConvertible {
    /// The location.
    /// - Throws: ``TodoError`` for an impossible position.
    public func asModel(with relations: NoRelations) throws -> Location {
        let point = content.location.coordinate
        // Rows contain only validated positions, unless another program wrote them.
        if !point.isOnEarth { _ = try Coordinate(latitude: point.latitude, longitude: point.longitude) }
        return record.identified(content.location)
    }
}
