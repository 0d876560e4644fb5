import SQLite
import TodoDomain

extension WriteTransaction {
    /// Updates the search index after a change of a row.
    /// - Parameter values: the values of the new row. Folding its text again would cost as much as writing it.
    func updateSearchIndex<Entity: RecordEntity>(_ old: Entity?, _ new: Entity, _ values: [StoredValue]) throws {
        if let old {
            guard Entity.layout.derivesOtherwise(new.content, than: old.content) else { return }
            try removeFromSearchIndex(old)
        }
        let folded = values.suffix(Entity.derivedColumns.count)
        try database.run(Entity.layout.indexing, [.integer(new.record.rowID)] + folded)
    }

    /// Removes a row from the search index.
    func removeFromSearchIndex<Entity: RecordEntity>(_ entity: Entity) throws {
        try database.run(
            Entity.layout.unindexing, [.integer(entity.record.rowID)] + Entity.layout.derivedValues(entity.content))
    }
}
