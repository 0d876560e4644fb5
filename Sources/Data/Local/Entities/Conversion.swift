import Foundation
import TodoDomain

/// A model that can be converted to its row without a database.
///
/// A row has only the ids of related models, which have their own rows. So conversions never recurse: a to-do's row
/// does not contain its tags' rows, and a tag's row does not contain its to-dos' rows. Both can be fetched, with
/// ``ObjectStore/tags(of:)`` and ``ObjectStore/todos(of:)-(TagEntity)``.
public protocol EntityConvertible<Entity>: Sendable {
    /// The type of the row.
    associatedtype Entity: DomainConvertible where Entity.Model == Self
    /// The models that it shows and that have rows of their own.
    var relations: Entity.Relations { get }
    /// A new row with the content of the model. It is dated at the model's last edit and attributed to no device; a
    /// store gives it its own stamps.
    func asEntity() -> Entity
}

/// A row that can be converted to its model without a database.
public protocol DomainConvertible<Model>: StoredEntity {
    /// The type of the model.
    associatedtype Model: EntityConvertible where Model.Entity == Self
    /// The related models that it shows and that have their own rows; ``NoRelations`` if there are none.
    associatedtype Relations: Hashable, Sendable
    /// The model, with its related models.
    /// - Throws: ``TodoError`` for a row that no store can have written.
    func asModel(with relations: Relations) throws -> Model
}

/// The relations of a model that shows no others.
public struct NoRelations: Hashable, Sendable {
    /// No relations.
    public init() {}
}

extension EntityConvertible where Entity.Relations == NoRelations {
    /// No relations.
    public var relations: NoRelations { NoRelations() }
}

extension DomainConvertible where Relations == NoRelations {
    /// The model.
    /// - Throws: ``TodoError`` for a row that no store can have written.
    public func asModel() throws -> Model { try asModel(with: NoRelations()) }
}

extension RecordColumns {
    /// Gives a model that was built from its content the identity and dates of this record.
    func identified<Model: RecordedModel>(_ content: Model) -> Model {
        content.identified(
            as: Identifier(stored: id), createdAt: Date(milliseconds: createdAt),
            updatedAt: Date(milliseconds: updatedAt))
    }

    /// The columns of a row that was never stored.
    init(id: String, createdAt: Date, updatedAt: Date) {
        let edited = updatedAt.milliseconds
        self.init(
            id: id, in: .own, createdAt: createdAt.milliseconds,
            stamp: Stamp(milliseconds: edited, counter: 0, device: DeviceID(rawValue: 0)))
        // Stamps begin in 1970.
        self.updatedAt = edited
    }
}
