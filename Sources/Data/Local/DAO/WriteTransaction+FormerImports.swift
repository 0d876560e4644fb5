import JSON
import SQLite
package import TodoDomain

// To-dos with properties that an earlier version imported as they were (`formerImport`).
extension WriteTransaction {
    /// Gives some of them the fields that their extras hold. What is written follows from the record alone, so that it is
    /// the same on every device.
    /// - Parameters:
    ///   - limit: how many.
    ///   - readAnew: the to-do with those fields, and without their extras.
    ///   - template: the to-do of which this one was made as an occurrence; nil if it was not.
    /// - Returns: whether there are more.
    package func takeOverFormerImports(
        limit: Int, readAnew: (Todo) -> Todo, template: (Todo) -> Todo.ID?
    ) throws -> Bool {
        let rows = try reading.integers(
            "SELECT todoRow FROM formerImport ORDER BY isChild, todoRow LIMIT \(.integer(Int64(limit)))")
        let chosen: SQLFragment = "\(list: rows.map(StoredValue.integer))"
        let entities = try reading.entities(
            TodoEntity.self, where: "isDeleted = 0 AND rowID IN (\(chosen))", suffix: "ORDER BY rowID")
        for todo in try TodoMapping().models(from: entities, in: reading) {
            if let id = template(todo), try isShownBy(id, todo) {
                try delete(todos: [todo.id.rawValue])
            } else {
                let anew = readAnew(todo)
                if anew != todo { try takeOver(anew) }
            }
        }
        try execute("DELETE FROM formerImport WHERE todoRow IN (\(chosen))")
        return rows.count == limit
    }

    /// Whether an open occurrence that Taskwarrior made is one that the to-do that repeats shows by itself now, and nobody
    /// has edited it since.
    private func isShownBy(_ template: Todo.ID, _ todo: Todo) throws -> Bool {
        guard todo.completedAt == nil, todo.recurrence == nil, template != todo.id,
            let series = try reading.record(TodoEntity.self, id: template.rawValue), !series.record.isDeleted,
            series.content.todo.recurrence != nil,
            let known = try reading.record(TodoEntity.self, id: todo.id.rawValue)?.asRecord
        else { return false }
        return known.isAsImported
    }

    private func isImported(_ stamp: Stamp, of record: Record) -> Bool {
        stamp == record.origin || stamp.device == .shared
    }

    private func takeOver(_ todo: Todo) throws {
        // What is not valid stays as it was kept.
        guard var todo = try? todo.validated(),
            let known = try reading.record(TodoEntity.self, id: todo.id.rawValue)?.asRecord
        else { return }
        todo.list = try todo.list.map(knownList(for:))
        _ = try importComments(of: todo, as: todo.id)
        let columns = RecordColumns(id: known.id, createdAt: known.createdAt, stamp: known.origin)
        let anew = TodoEntity(columns, holding: todo).beginningSeries().asRecord
        let stamp = known.origin.next
        var (record, filled) = (known, Set<String>())
        func value(_ name: String, in record: Record) -> JSONValue { record.registers[name]?.value ?? .null }
        for name in RecordKind.todo.registerNames
        where value(name, in: known).isNull && !value(name, in: anew).isNull && known.stamp(of: name) == known.origin {
            record.registers[name] = Record.Register(value(name, in: anew), stamp)
            filled.insert(name)
        }
        for group in RecordKind.todo.registersWrittenTogether where !filled.isDisjoint(with: group) {
            for name in group where known.stamp(of: name) == known.origin {
                record.registers[name] = Record.Register(value(name, in: anew), stamp)
            }
        }
        for name in Set(known.registers.keys).union(anew.registers.keys)
        where TodoRegister.extraKey(of: name) != nil && value(name, in: known) != value(name, in: anew)
            && isImported(known.stamp(of: name), of: known)
        {
            record.registers[name] = Record.Register(value(name, in: anew), max(stamp, known.stamp(of: name).next))
        }
        for (key, element) in anew.elements where element.isPresent && record.elements[key] == nil {
            record.elements[key] = Record.Element(isPresent: true, stamp: stamp)
        }
        _ = try merge(TodoEntity.self, record)
    }
}
