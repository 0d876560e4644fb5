import Foundation
import SQLite
package import TodoDomain

extension ReadTransaction {
    /// The to-dos with the dates of their fields (`Todo.fieldDates`).
    package func withFieldDates(_ todos: [Todo]) throws -> [Todo] {
        let ids = todos.map { StoredValue.text($0.id.rawValue) }
        let rows = try entities(
            TodoEntity.self, where: "id IN (\(list: ids)) AND (stamps IS NOT NULL OR tagStamps IS NOT NULL)")
        let records = Dictionary(rows.map { ($0.record.id, $0.withoutValues) }) { first, _ in first }
        return todos.map { todo in
            var todo = todo
            todo.fieldDates = records[todo.id.rawValue]?.fieldDates(of: todo)
            return todo
        }
    }
}

extension Record {
    /// The dates of the fields of a to-do; nil if all are that of its creation.
    fileprivate func fieldDates(of todo: Todo) -> FieldDates? {
        // Instead of a merged tag, a to-do shows the tag that replaces it, with the id of the replacement.
        let shown = Set(
            todo.tags.map { TodoElement.tag($0.id.rawValue).key }
                + todo.dependsOn.map { TodoElement.dependency($0.rawValue).key })
        var fields: [String: Date] = [:]
        for name in registers.keys {
            let time = stamp(of: name).milliseconds
            if time != origin.milliseconds { fields[name] = Date(milliseconds: time) }
        }
        for (key, element) in elements where element.isPresent == shown.contains(key) {
            let time = element.stamp.milliseconds
            if !element.isPresent || time != origin.milliseconds {
                fields[RegisterName.element(key).text] = Date(milliseconds: time)
            }
        }
        let created = Date(milliseconds: origin.milliseconds)
        // An import would refuse such a time, so leave all of them out.
        guard !fields.isEmpty, ([created] + fields.values).allSatisfy({ Limits.time.contains($0.milliseconds) }) else {
            return nil
        }
        return FieldDates(created: created, updated: todo.updatedAt, fields: fields)
    }
}

extension WriteTransaction {
    /// The dates of the fields of a to-do in a file. nil if the file has none, or was edited by hand since, or if one of
    /// them is in the future: its last edit then counts for all of it.
    func fieldDates(of todo: Todo, modifiedAt: Date?) -> FieldDates? {
        guard let dates = todo.fieldDates, let modifiedAt, dates.updated == modifiedAt, dates.created <= dates.updated,
            !isToCome(modifiedAt), !dates.fields.values.contains(where: isToCome)
        else { return nil }
        return dates
    }

    /// Gives the row of a to-do in a file the stamps of its fields.
    /// - Parameter tags: the ids of its tags in the file, by their ids here.
    func date(_ entity: inout TodoEntity, by dates: FieldDates, tags: [String: String]) {
        for (name, date) in dates.fields {
            switch RegisterName(name) {
            case .element(let key) where entity.elements[key] == nil && !tags.values.contains(key):
                entity.elements[key] = Record.Element(isPresent: false, stamp: importStamp(date))
            case .register where TodoRegister.isField(name): entity.record.stamps[name] = importStamp(date)
            case .register, .element, .deletion: break
            }
        }
        for (key, element) in entity.elements where element.isPresent {
            let name = RegisterName.element(tags[key] ?? key).text
            if let date = dates.fields[name] { entity.elements[key]?.stamp = importStamp(date) }
        }
        entity.record.updatedAt = entity.asRecord.editStamp.milliseconds
    }
}

extension TodoRegister {
    /// Whether a register may be in a file: one of the kind, or one whose name is not known in advance.
    fileprivate static func isField(_ name: String) -> Bool {
        TodoRegister(rawValue: name) != nil || extraKey(of: name) != nil || ReminderRegister(name) != nil
    }
}
