import JSON

/// The effect of an edit on the deletion register of a record.
package enum DeletionEdit: Hashable, Sendable {
    /// Nothing.
    case keep
    /// Deletes the record.
    /// - Parameter time: milliseconds since 1970.
    case delete(at: Int64)
    /// Revives the record, or makes sure that it stays.
    case revive

    /// The new value of the register; nil if it is left alone. (Spelt out: beside `??` a literal `nil` would be JSON's
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
    /// The deletion edit that also revives a deleted record when it is edited.
    package var revival: DeletionEdit { isDeleted ? .revive : .keep }
}
