package import TodoDomain

extension WriteTransaction {
    /// Adds a record of an app, or replaces the registers of the record with its id.
    /// - Throws: `already-exists` if a record of another type has its id; `bad-record`.
    @discardableResult
    package func create(_ record: AppRecord) throws -> AppEntity {
        let record = try record.validated()
        if let known = try reading.record(AppEntity.self, id: record.id.rawValue), known.content.type != record.type {
            throw TodoError(
                .alreadyExists, "There is a record of another type with the id \(record.id).", effect: .nothingChanged)
        }
        return try create(
            AppEntity(
                try newColumns(id: record.id.rawValue, createdAt: record.createdAt, updatedAt: record.updatedAt),
                AppRecord.Content(record)))
    }

    /// Changes the registers that the update names.
    /// - Throws: `not-found`; `bad-record`.
    @discardableResult
    package func update(_ update: AppRecord.Update) throws -> AppEntity {
        let update = try update.validated()
        let current = try reading.liveRecord(AppEntity.self, id: update.id.rawValue)
        let edited = try edit(current, registers: update.values)
        _ = try AppRecord.checked(edited.content.extras)
        return edited
    }
}
