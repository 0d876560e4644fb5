import Foundation
import TodoDomain

/// A model that can be made into the row that stores it, by itself: with no database.
///
/// Of the models that it is related to, a row has the ids alone, as they are stored in rows of their own. So no conversion
/// runs in a circle: a to-do's row has no tags' rows in it, and a tag's row no to-dos'. Those are asked for from either
/// side, as with ``ObjectStore/tags(of:)`` and ``ObjectStore/todos(of:)-(TagEntity)``.
public protocol EntityConvertible<Entity>: Sendable {
    /// The row.
    associatedtype Entity: DomainConvertible where Entity.Model == Self
    /// The models that it shows and that lie in other rows.
    var relations: Entity.Relations { get }
    /// A new row with all that the model holds, written when it was last edited and by no device: a store gives it stamps
    /// of its own.
    func asEntity() -> Entity
}

/// A row that can be made into the model that it stores, by itself: with no database.
public protocol DomainConvertible<Model>: StoredEntity {
    /// The model.
    associatedtype Model: EntityConvertible where Model.Entity == Self
    /// The models that it shows and that lie in other rows; ``NoRelations`` if it is the row alone.
    associatedtype Relations: Hashable, Sendable
    /// The model, with what is related to it.
    /// - Throws: ``TodoError`` for a row that no store can have written.
    func asModel(with relations: Relations) throws -> Model
}

/// What a model shows that lies in no other row: nothing.
public struct NoRelations: Hashable, Sendable {
    /// Nothing.
    public init() {}
}

extension EntityConvertible where Entity.Relations == NoRelations {
    /// It shows nothing that lies in other rows.
    public var relations: NoRelations { NoRelations() }
}

extension DomainConvertible where Relations == NoRelations {
    /// The model.
    /// - Throws: ``TodoError`` for a row that no store can have written.
    public func asModel() throws -> Model { try asModel(with: NoRelations()) }
}

extension RecordColumns {
    /// A model that is only a content as that of this record.
    func identified<Model: RecordedModel>(_ content: Model) -> Model {
        content.identified(
            as: Identifier(stored: id), createdAt: Date(milliseconds: createdAt),
            updatedAt: Date(milliseconds: updatedAt))
    }

    /// The columns of a row that was never stored.
    init(id: String, createdAt: Date, updatedAt: Date) {
        let edited = updatedAt.milliseconds
        self.init(
            id: id, createdAt: createdAt.milliseconds,
            stamp: Stamp(milliseconds: edited, counter: 0, device: DeviceID(rawValue: 0)))
        // A stamp begins in 1970.
        self.updatedAt = edited
    }
}
