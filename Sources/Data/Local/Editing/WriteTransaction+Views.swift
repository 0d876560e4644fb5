package import TodoDomain

extension WriteTransaction {
    /// Adds a view, or replaces the view with its id.
    @discardableResult
    package func create(_ view: SavedView) throws -> ViewEntity {
        let view = try view.validated()
        return try create(
            ViewEntity(try newColumns(of: view), holding: view))
    }

    /// Changes the fields that the update names.
    @discardableResult
    package func update(_ update: SavedView.Update) throws -> ViewEntity {
        let update = try update.validated()
        return try edit(reading.liveRecord(ViewEntity.self, id: update.id.rawValue), registers: update.registers)
    }
}
