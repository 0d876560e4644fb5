import TodoDomain
import TodoLocal

// What a device has and shows. Worlds ask before and after everything that happens, so it is read only where the database has
// changed since.
extension Device {
    /// What was last read of a database.
    struct Known {
        fileprivate var records: Reading<[RecordKey: Record]>?
        fileprivate var shown: Reading<Shown>?
    }

    /// What was read of one version of a database.
    fileprivate struct Reading<Value: Sendable>: Sendable {
        /// The number of changes by the connection that reads, and what SQLite tells it of others.
        let version: [Int64]
        let value: Value
    }

    /// All its records, including deleted ones.
    func records() async throws -> [RecordKey: Record] {
        try await read(\.records) { [isOlder] transaction in
            var records: [RecordKey: Record] = [:]
            for kind in RecordKind.allCases {
                for record in try transaction.records(kind.entity, afterID: nil, limit: 100_000) {
                    records[RecordKey(kind, record.id)] = (isOlder ? OlderVersion.here(record) : record).normalized()
                }
            }
            return records
        }
    }

    /// Where everything stands, as a person sees it.
    func shown() async throws -> Shown {
        try await read(\.shown) { transaction in
            var shown = Shown()
            for todo in try transaction.page(.all.ascending(\.manual), by: TodoMapping()).items {
                shown.order[todo.container.name, default: []].append(todo.id.rawValue)
                shown.todos[todo.id.rawValue] = Standing(in: todo.list?.id, below: todo.parent)
            }
            for list in try transaction.page(.all.ascending(\.manual), by: ListMapping()).items {
                shown.order["lists in " + list.container.name, default: []].append(list.id.rawValue)
                shown.lists[list.id.rawValue] = Standing(parent: list.parent?.rawValue)
            }
            return shown
        }
    }

    /// What those that repeat show.
    func shownStates() async throws -> [String: ShownState] {
        let series = try await stack().read { transaction in
            try transaction.entities(TodoEntity.self, where: "recurrence IS NOT NULL AND isDeleted = 0")
        }
        return Dictionary(
            uniqueKeysWithValues: series.compactMap { todo in todo.content.shown.map { (todo.record.id, $0) } })
    }

    private func read<Value>(
        _ last: WritableKeyPath<Known, Reading<Value>?>, _ body: @escaping @Sendable (ReadTransaction) throws -> Value
    ) async throws -> Value {
        // If it has to be opened first, the known state is of another connection, whose versions mean nothing here.
        let stack = try stack()
        let known = known[keyPath: last]
        let reading = try await stack.read { transaction in
            let version = try ["SELECT total_changes()", "PRAGMA data_version"].map(transaction.integer)
            if let known, known.version == version { return known }
            return Reading(version: version, value: try body(transaction))
        }
        self.known[keyPath: last] = reading
        return reading.value
    }
}
