import JSON

/// What an edit does to the deletion register of a record.
package enum DeletionEdit: Hashable, Sendable {
    /// Nothing.
    case keep
    /// Deletes the record.
    /// - Parameter time: in milliseconds since 1970.
    case delete(at: Int64)
    /// Brings the record back, or has one that is there stay.
    case revive

    /// What the register holds then; nil if it is left alone. (Spelt out: beside `??` a literal `nil` would be JSON's
    /// null.)
    var value: JSONValue? {
        switch self {
        case .keep: Optional<JSONValue>.none
        case .delete(let time): .integer(time)
        case .revive: .some(.null)
        }
    }
}

extension RecordColumns {
    /// What an edit of the record does that is to bring it back if it is deleted.
    package var revival: DeletionEdit { isDeleted ? .revive : .keep }
}
