import JSON
import SQLite
import TodoDomain

// Reminders of shared to-dos. The row of the to-do has them for reading. A record of the own space takes them to the other
// devices of this person. Each write of one brings the other to the same values, and then nothing is left to write.
extension WriteTransaction {
    /// Brings the personal record of a to-do of a shared space to the reminders of its row. A row that comes without any gets
    /// those that are known already.
    func notePersonal(_ todo: TodoEntity, after former: TodoEntity?) throws {
        let (reminders, before) = (todo.content.reminders, former?.content.reminders ?? [:])
        guard former == nil || reminders != before, let sid = try reading.sid(of: todo.record.space) else { return }
        try within(.own) {
            let id = PersonalContent.id(of: todo.record.id, in: sid)
            let known = try reading.record(PersonalEntity.self, id: id)
            if former == nil, reminders.isEmpty {
                if let known { try mirror(known) }
                return
            }
            var registers: [String: JSONValue] = [:]
            for name in Set(reminders.keys).union(before.keys) where reminders[name] != before[name] {
                if known?.content.reminders[name] != reminders[name] { registers[name] = reminders[name] ?? .null }
            }
            guard !registers.isEmpty else { return }
            if let known {
                try edit(known, registers: registers, deletion: known.record.revival)
                return
            }
            var row = PersonalEntity(RecordColumns(id: id, in: .own, createdAt: now, stamp: try stamp()))
            (row.content.todo, row.content.sid) = (todo.record.id, sid)
            for (name, value) in registers { row.put(value, in: name) }
            guard try insert(row) != nil else { throw TodoError(.storage, "A reminder could not be written.") }
        }
    }

    /// Brings the reminders of a to-do's row to those of its personal record. Those that the record never had stay.
    func mirror(_ personal: PersonalEntity) throws {
        guard !personal.record.isDeleted, let space = try reading.space(sid: personal.content.sid) else { return }
        try within(space) {
            guard let todo = try reading.record(TodoEntity.self, id: personal.content.todo), !todo.record.isDeleted
            else { return }
            var row = todo
            var (before, after): ([String: JSONValue], [String: JSONValue]) = ([:], [:])
            let names = Set(personal.content.reminders.keys).union(personal.record.stamps.keys)
            for name in names where ReminderRegister(name) != nil && row.value(of: name) != personal.value(of: name) {
                (before[name], after[name]) = (row.value(of: name), personal.value(of: name))
                row.put(personal.value(of: name), in: name)
                row.record.stamps[name] = personal.record.stamp(of: name)
            }
            guard !after.isEmpty else { return }
            _ = try write(row, over: todo, before: before, after: after)
        }
    }
}

extension ReadTransaction {
    /// The name on the remote of a shared space; nil for the own one, and for one that is not known.
    func sid(of space: SpaceID) throws -> String? {
        guard space != .own else { return nil }
        return try texts("SELECT sid FROM space WHERE rowID = \(space.value)").first
    }
}
