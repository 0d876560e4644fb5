package import JSON
import SQLite
package import TodoDomain

// Writes records of all kinds. Each change of a record also updates its stamps, its history and the derived state.
extension WriteTransaction {
    /// Inserts the row of a new record; nil if its id is taken, even by a deleted record.
    package func insert<Entity: RecordEntity>(_ entity: Entity) throws -> Entity? {
        try within(entity.record.space) { try insertHere(entity) }
    }

    private func insertHere<Entity: RecordEntity>(_ entity: Entity) throws -> Entity? {
        try refuseClosed(space)
        var entity = entity
        if entity.content.isLocal { entity.record.isDirty = false }
        let values = entity.values
        guard let rowID = try insertIfAbsent(Entity.self, values + entity.insertedValues) else { return nil }
        entity.record.rowID = rowID
        try recordChange(
            Entity.kind, entity.record.rowID,
            stamps: isMergingReplica || isCopying ? [RecordColumns.creation: entity.asRecord.highestStamp] : nil)
        try didChange(nil, entity, values)
        return entity
    }

    /// Writes the registers whose values differ, and the state derived from them; returns the new row.
    /// - Parameters:
    ///   - elements: the set elements to add (true) or remove (false).
    ///   - deletion: the effect on the deletion register.
    ///   - asWritten: whether the registers of a repeating to-do are written unchanged, because they were derived
    ///     already or are being undone.
    @discardableResult
    package func edit<Entity: RecordEntity>(
        _ current: Entity, registers: [String: JSONValue], elements: [String: Bool] = [:],
        deletion: DeletionEdit = .keep, asWritten: Bool = false
    ) throws -> Entity {
        try within(current.record.space) {
            try editHere(current, registers: registers, elements: elements, deletion: deletion, asWritten: asWritten)
        }
    }

    private func editHere<Entity: RecordEntity>(
        _ current: Entity, registers: [String: JSONValue], elements: [String: Bool], deletion: DeletionEdit,
        asWritten: Bool
    ) throws -> Entity {
        // Reminders are personal, so even a viewer may edit them.
        let isPersonal =
            !registers.isEmpty && elements.isEmpty && registers.keys.allSatisfy { ReminderRegister($0) != nil }
        if !isPersonal || deletion != .keep {
            try refuseClosed(space, isReturning: asWritten && registers.isEmpty && elements.isEmpty)
        }
        var entity = current
        var (before, after): ([String: JSONValue], [String: JSONValue]) = ([:], [:])
        var registers = registers
        if !asWritten, let todo = current as? TodoEntity {
            if let date = completion(of: todo, by: registers) {
                try settle(todo, at: date)
                registers[TodoRegister.completion.rawValue] = nil
                let settled = try reading.record(Entity.self, id: current.record.id) ?? current
                return try edit(settled, registers: registers, elements: elements, deletion: deletion)
            }
            registers = try applyingToSeries(registers, of: todo)
        }
        // The parts of a move share one stamp, so that they are never torn. So do the parts of a rule with its date.
        let whole = Entity.kind.registersWrittenTogether.first { registers[$0[0]] != nil } ?? []
        func replaced(by name: String) -> Stamp {
            guard whole.contains(name) else { return current.record.stamp(of: name) }
            return whole.filter { registers[$0] != nil }.map(current.record.stamp).max() ?? current.record.stamp
        }
        // An edited record must not lead to another one when it is deleted later. An undo of its revival makes it lead
        // there again.
        if !asWritten, let aliased = current as? any AliasedEntity, aliased.mergedInto != nil,
            !current.record.isDeleted,
            registers[TagRegister.mergedInto.rawValue] == nil
        {
            registers[TagRegister.mergedInto.rawValue] = .null
        }
        // Such a subtask was done together with the repeating to-do above it and is open again. It was open before this
        // edit, and is open after its undo, whatever its register says about the last time.
        let completion = TodoRegister.completion.rawValue
        let isOpenAgain =
            try registers[completion] != nil && (current as? TodoEntity).map(isOpenAgain) ?? false
        for (name, value) in registers {
            let old = entity.currentValue(of: name)
            let shown = isOpenAgain && name == completion ? .null : old
            guard
                old != value || shown != value
                    || whole.first == TodoRegister.recurrence.rawValue && whole.contains(name)
            else { continue }
            entity.put(value, in: name)
            entity.record.stamps[name] = try stamp(after: replaced(by: name))
            if old != value || shown != value { (before[name], after[name]) = (shown != value ? shown : old, value) }
        }
        for (id, isPresent) in elements where (current.elements[id]?.isPresent ?? false) != isPresent {
            let replaced = current.elements[id]?.stamp
            entity.elements[id] = Record.Element(isPresent: isPresent, stamp: try stamp(after: replaced))
            let name = RegisterName.element(id).text
            before[name] = .bool(!isPresent)
            after[name] = .bool(isPresent)
        }
        // If a person edits a record that an earlier edit revived, it is to stay, whatever happens to that edit.
        let isToStay =
            deletion == .keep && after.keys.contains(where: Entity.kind.countsAsEdit) && current.record.deletedAt != nil
        if let deletion = (isToStay ? .revive : deletion).value {
            // Later than every edit, or the deletion would not count. A revival and the writes with it share one stamp:
            // a subtask is done no later than the occurrence that the same step has settled again.
            let written = deletion.isNull ? current : entity
            let latest = max(
                written.withoutValues.contentStamp,
                current.record.stamps[RecordColumns.deletion] ?? entity.record.stamp)
            entity.record.stamps[RecordColumns.deletion] = try stamp(after: latest)
            (before[RecordColumns.deletion], after[RecordColumns.deletion]) = (
                current.record.deletedAt.map(JSONValue.integer) ?? .null, deletion
            )
            entity.record.deletedAt = deletion.integer
        }
        // A second deletion would write a change that the history does not show.
        let isDeletedAgain = current.record.isDeleted && Array(after.keys) == [RecordColumns.deletion]
        guard !after.isEmpty, !isDeletedAgain || entity.record.deletedAt == nil else { return current }
        let record = entity.withoutValues
        entity.record.isDeleted = record.isDeleted
        entity.record.updatedAt = record.editStamp.milliseconds
        return try write(entity, over: current, before: before, after: after)
    }

    /// Deletes a record: one stamped write, which keeps the content for a revival.
    package func delete<Entity: RecordEntity>(_ type: Entity.Type, id: String) throws {
        if Entity.kind == .todo { return try delete(todos: [id]) }
        try inSpace(of: type, id) {
            if Entity.kind == .list { try prepareDeletion(ofList: id) }
            for member in try reading.members(of: reading.ownRecord(type, id: id)) {
                try edit(member, registers: [:], deletion: .delete(at: sharedNow))
            }
        }
    }

    /// Merges another replica's record into the one of the space; returns the row, and whether it changed.
    package func merge<Entity: RecordEntity>(_ type: Entity.Type, _ record: Record) throws -> (Entity, didChange: Bool)
    {
        observe(record.highestStamp)
        guard let current = try reading.record(type, id: record.id) else {
            let columns = RecordColumns(
                id: record.id, in: space, createdAt: record.createdAt, stamp: record.origin)
            guard let inserted = try insert(Entity(columns).holding(record)) else {
                throw TodoError(.storage, "A record could not be inserted.")
            }
            return (inserted, true)
        }
        let known = current.asRecord
        let merged = known.merged(with: record)
        guard merged != known.normalized() else { return (current, false) }
        let entity = current.holding(merged)
        let (before, after) = Self.differences(known, merged)
        return (try write(entity, over: current, before: before, after: after), true)
    }

    /// Overwrites an older version of a row, with its history and everything that depends on it.
    func write<Entity: RecordEntity>(
        _ entity: Entity, over current: Entity, before: [String: JSONValue], after: [String: JSONValue],
        isDirty: Bool = true
    ) throws -> Entity {
        try within(current.record.space) {
            try writeHere(entity, over: current, before: before, after: after, isDirty: isDirty)
        }
    }

    private func writeHere<Entity: RecordEntity>(
        _ entity: Entity, over current: Entity, before: [String: JSONValue], after: [String: JSONValue], isDirty: Bool
    ) throws -> Entity {
        var entity = entity
        entity.record.revision = current.record.revision &+ 1
        // Nobody else has a person's reminders of what is shared.
        let isPersonal = space != .own && !after.isEmpty && after.keys.allSatisfy { ReminderRegister($0) != nil }
        // Nobody hears of what is deleted in the copy of an inactive space.
        let isOfCopy = isClosed && entity.record.isDeleted && !current.record.isDeleted
        entity.record.isDirty =
            (isPersonal ? current.record.isDirty : isDirty) && !isOfCopy && !entity.content.isLocal
        let isDerivedAnew = Entity.layout.derivesOtherwise(entity.content, than: current.content)
        let values = entity.values(deriving: isDerivedAnew)
        try updateRow(Entity.self, from: current.values(deriving: isDerivedAnew), to: values)
        var (before, after) = (before, after)
        // The history shows whether a record exists. The deletion register alone does not show it, because a later edit
        // revives the record.
        let comesOrGoes = current.record.isDeleted != entity.record.isDeleted
        before[RecordColumns.deletion] = comesOrGoes ? .some(current.value(of: .deletion)) : .none
        after[RecordColumns.deletion] = comesOrGoes ? .some(entity.value(of: .deletion)) : .none
        // A merge may change only values that follow from stamps; observers learn of that from the history too.
        if !after.isEmpty || entity.record.times != current.record.times {
            try recordChange(
                Entity.kind, entity.record.rowID, before: before, after: after,
                stamps: stamps(of: entity, over: current, written: after.keys), updatedAt: current.record.updatedAt)
        }
        try didChange(current, entity, values)
        return entity
    }

    /// When and where others have written what a change writes; nil for what is written here. An undo of a merge has to know all that
    /// it has written, even where the values were the same.
    private func stamps<Entity: RecordEntity>(
        of entity: Entity, over current: Entity, written names: some Sequence<String>
    ) -> [String: Stamp]? {
        guard author == .sync || isMergingReplica || isCopying else { return nil }
        var stamps = entity.stamps(of: names)
        guard isMergingReplica else { return stamps }
        for (name, stamp) in entity.record.stamps where stamp != current.record.stamp(of: name) { stamps[name] = stamp }
        for (id, element) in entity.elements where element.stamp != current.elements[id]?.stamp {
            stamps[RegisterName.element(id).text] = element.stamp
        }
        return stamps
    }

    static func differences(
        _ old: Record, _ new: Record
    ) -> (before: [String: JSONValue], after: [String: JSONValue]) {
        var (before, after): ([String: JSONValue], [String: JSONValue]) = ([:], [:])
        func note(_ name: String, _ oldValue: JSONValue, _ newValue: JSONValue) {
            if oldValue != newValue { (before[name], after[name]) = (oldValue, newValue) }
        }
        for name in Set(old.registers.keys).union(new.registers.keys) {
            note(name, old.registers[name]?.value ?? .null, new.registers[name]?.value ?? .null)
        }
        for id in Set(old.elements.keys).union(new.elements.keys) {
            note(
                RegisterName.element(id).text, .bool(old.elements[id]?.isPresent ?? false),
                .bool(new.elements[id]?.isPresent ?? false))
        }
        note(RecordColumns.deletion, old.deletion?.value ?? .null, new.deletion?.value ?? .null)
        return (before, after)
    }

    /// Updates the state derived from a row: join tables, search index, counters.
    /// - Parameter values: the values of the new row; without derived ones if a change of another row keeps these.
    private func didChange<Entity: RecordEntity>(_ old: Entity?, _ new: Entity, _ values: [StoredValue]) throws {
        if SearchIndex.kinds.contains(Entity.kind) { try updateSearchIndex(old, new, values) }
        // Only these kinds have derived state. Telling them apart once is cheaper than in each state.
        if let todo = new as? TodoEntity {
            let former = old as? TodoEntity
            for state in derived.inOrder { try state.note(former, todo, in: self) }
        } else if let tag = new as? TagEntity {
            let former = old as? TagEntity
            for state in derived.inOrder { try state.note(former, tag, in: self) }
        } else if let location = new as? LocationEntity {
            let former = old as? LocationEntity
            for state in derived.inOrder { try state.note(former, location, in: self) }
        } else if let list = new as? ListEntity {
            let former = old as? ListEntity
            for state in derived.inOrder { try state.note(former, list, in: self) }
        } else if let membership = new as? MembershipEntity {
            return try follow(membership, after: old as? MembershipEntity)
        } else {
            return
        }
        if author == .user { try deriveWhatIsReadBack() }
    }
}
