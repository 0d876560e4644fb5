import Foundation
import JSON
import SQLite
import TodoDomain

// An undo consists of new edits: it writes the previous values into the fields that the step wrote, and into no others.
extension WriteTransaction {
    /// Reverts the next steps in a direction, each as a separate step.
    /// - Parameters:
    ///   - isForced: whether to skip the fields that were changed since. Otherwise any such change prevents the whole
    ///     undo.
    ///   - backups: the backups that may contain the content that a restore replaced.
    /// - Throws: `nothing-to-undo`, `undo-conflict`, `would-circle`.
    func takeBack(
        _ count: Int, _ verb: UndoVerb, isForced: Bool, backups: AutomaticBackups? = nil
    ) throws -> UndoReport {
        var (report, told) = (UndoReport(), Set<UndoConflict>())
        for _ in 0..<count {
            let next =
                verb == .undo
                ? try reading.undoableSteps(limit: 1, isForced: isForced) : try reading.redoableSteps(limit: 1)
            guard let step = next.first else { break }
            let summary = try reading.summary(of: step)
            try beginStep(verb.action, takingBack: step.id)
            let run = try takeBack(step)
            let left = run.left
            guard left.isEmpty || isForced else { throw TodoError.refused(verb.participle, left) }
            if run.hasChanged || left.isEmpty {
                report.steps += [summary] + (try reading.stepsUndone(with: step))
            } else {
                report.passed.append(summary)
            }
            report.left += left.filter { told.insert($0).inserted }
            if !isForced {
                let remedies = [
                    TodoError.Remedy.force(
                        "it is \(verb.participle) all the same, and the edge that closes the circle does not count")
                ]
                try inEverySpaceOfThis {
                    try refuseClosing(lists: derived.lists.written, remedies)
                    try refuseClosing(todos: derived.standings.written, remedies)
                    try refuseClosingDependencies(remedies)
                }
            }
        }
        guard !report.steps.isEmpty || !report.passed.isEmpty else {
            if verb == .undo, !isForced, let restore = try reading.restoreToUndo() {
                throw TodoError.restored(restore, previous: backups)
            }
            throw TodoError(.nothingToUndo, "There is nothing to be \(verb.participle).")
        }
        return report
    }

    /// Reverts all that was done on behalf of some clients since a time, here and on other devices, the last first, as one step.
    /// Fields that anything else has changed since stay unchanged.
    /// - Throws: `nothing-to-undo`.
    func takeBack(since date: Date, _ isMeant: (HistoryClient) -> Bool) throws -> UndoReport {
        var (report, told, leader) = (UndoReport(), Set<UndoConflict>(), Int64?.none)
        let elsewhere = try reading.clientNames().filter { isMeant(HistoryClient(name: $0.value, conversation: "")) }
        let devices = Set(elsewhere.keys)
        for step in try reading.undoableSteps(since: date, from: devices, isMeant) {
            let (summary, run): (HistoryTransaction, UndoRun)
            if step.author == .sync {
                summary = try reading.arrival(step, from: devices, since: date)
                postponeStep(takingBack: step.id, with: leader)
                var arrived = UndoRun(devices: try ownDevices().union(devices))
                try takeBack(try reading.arrivedChanges(in: step, from: devices, since: date), &arrived)
                run = arrived
                // It was taken back before, as nothing of it differs from what was there before it.
                if cancelPostponedStep(), run.left.isEmpty { continue }
            } else {
                summary = try reading.summary(of: step)
                try beginStep(UndoVerb.undo.action, takingBack: step.id, with: leader)
                run = try takeBack(step)
            }
            if run.hasChanged || step.author != .sync { leader = leader ?? historyStep }
            let left = run.left
            if run.hasChanged || left.isEmpty { report.steps.append(summary) } else { report.passed.append(summary) }
            report.left += left.filter { told.insert($0).inserted }
        }
        guard !report.steps.isEmpty || !report.passed.isEmpty else {
            throw TodoError(.nothingToUndo, "That client has done nothing since then that can be undone.")
        }
        return report
    }

    /// Reverts the changes of a step and of its group, last change first.
    private func takeBack(_ step: StepRow) throws -> UndoRun {
        var run = UndoRun(devices: try ownDevices().union([step.device]))
        for member in try reading.members(of: step) {
            let changes = try reading.changes(
                where: "transactionID = \(.integer(member.id))", suffix: "ORDER BY ordinal DESC")
            try takeBack(changes, &run)
        }
        return run
    }

    /// Reverts changes, the last first.
    private func takeBack(_ changes: [ChangeRow], _ run: inout UndoRun) throws {
        for start in stride(from: 0, to: changes.count, by: Self.undoChunk) {
            let chunk = changes[start..<min(start + Self.undoChunk, changes.count)]
            for (kind, changes) in Dictionary(grouping: chunk, by: \.kind) {
                run.rows[kind] = try reading.anyRows(kind.entity, changes.map(\.rowID))
            }
            for change in chunk { try takeBack(change.kind.entity, change, &run) }
        }
    }

    /// The devices whose edits count as made here: this one, its programs, and what all devices write alike.
    private func ownDevices() throws -> Set<DeviceID> { try reading.devices(of: replica).union([.shared]) }

    /// How many rows are read at once.
    private static let undoChunk = 500

    private func takeBack<Entity: RecordEntity>(
        _ type: Entity.Type, _ change: ChangeRow, _ run: inout UndoRun
    ) throws {
        // This person stays in a space, whatever becomes of the lists that were moved there in the same step.
        guard Entity.kind != .membership, let row = try rowNow(type, change.rowID, run) else { return }
        var (registers, elements): ([String: JSONValue], [String: Bool]) = ([:], [:])
        var deletion = DeletionEdit.keep
        if let before = change.before {
            for (name, target) in before.sorted(by: { $0.key < $1.key }) {
                let field = RegisterName(name)
                let current = row.value(of: field)
                guard !field.isMet(target, by: current) else { continue }
                let stamp = row.stamp(of: field)
                guard field.isMet(change.after[name] ?? .null, by: current),
                    run.isOurs(stamp) || stamp == change.stamps[name]
                else {
                    run.conflicts.append(conflict(row, FieldName(name)))
                    continue
                }
                switch field {
                case .register(let name): registers[name] = target
                case .element(let id): elements[id] = target.bool ?? false
                case .deletion:
                    if target.isNull {
                        deletion = .revive
                    } else if try isUntouched(row, since: change, &run) {
                        deletion = .delete(at: sharedNow)
                    }
                }
            }
        } else if !row.record.isDeleted, try isUntouched(row, since: change, &run) {
            deletion = .delete(at: sharedNow)
            // Deleting a to-do that settles an occurrence does not bring the occurrence back; undoing the settling
            // does.
            if (row as? TodoEntity)?.settled != nil { registers[TodoRegister.occurrence.rawValue] = .null }
        }
        guard deletion != .keep || !registers.isEmpty || !elements.isEmpty else { return }
        if row.record.isDeleted, deletion == .keep {
            // Writing into the record would revive it. It stays deleted if it was deleted when the step wrote it.
            if let then = try valuesAfter(change, of: row)[RecordColumns.deletion], then.isNull {
                return run.conflicts.append(conflict(row, HistoryChange.deleted))
            }
            deletion = .delete(at: sharedNow)
        }
        run.hasChanged = true
        run.rows[Entity.kind]?[change.rowID] = try edit(
            row, registers: registers, elements: elements, deletion: deletion, asWritten: true)
        // The shown states of this to-do and others may have been derived again.
        let isDerived = deletion != .keep || registers.keys.contains(where: Self.derivingRegisters.contains)
        if Entity.kind == .todo, isDerived, try hasSeries() { run.rows[.todo] = [:] }
    }

    /// The registers that determine the shown states of series.
    private static let derivingRegisters = Set(
        [TodoRegister.completion, .due, .occurrence, .recurrence, .standing, .start].map(\.rawValue))

    /// A row in its present state: the row that was read with others, unless something was derived since.
    private func rowNow<Entity: RecordEntity>(_ type: Entity.Type, _ rowID: Int64, _ run: UndoRun) throws -> Entity? {
        if let known = run.rows[Entity.kind]?[rowID] as? Entity { return known }
        return try reading.rows(type, [rowID])[rowID]
    }

    /// Whether a record that a step created or revived is unchanged since, and no other record uses it.
    private func isUntouched<Entity: RecordEntity>(
        _ row: Entity, since change: ChangeRow, _ run: inout UndoRun
    ) throws -> Bool {
        let bearing: SQLFragment? =
            switch Entity.kind {
            case .todo, .comment, .view, .app, .conflict, .device, .membership: nil
            case .tag: "SELECT EXISTS (SELECT 1 FROM todoTag WHERE tagID = \(.integer(row.record.rowID)))"
            case .location:
                "SELECT EXISTS (SELECT 1 FROM todoLocation WHERE locationID = \(.integer(row.record.rowID)))"
            case .list:
                """
                SELECT EXISTS (SELECT 1 FROM todoList WHERE listID = \(.integer(row.record.rowID))) \
                OR EXISTS (SELECT 1 FROM list WHERE parentRow = \(.integer(row.record.rowID)))
                """
            }
        if change.before == nil, let bearing, try reading.integer(bearing) != 0 {
            run.kept.append(conflict(row, HistoryChange.created))
            return false
        }
        let touched = try touchedFields(of: row, since: change, run)
        guard !touched.isEmpty else { return true }
        let conflicts = touched.sorted().map { conflict(row, FieldName($0)) }
        if Entity.kind == .todo { run.conflicts += conflicts } else { run.kept += conflicts }
        return false
    }

    /// The fields of a record whose values differ from those after the change that created or revived it, or that
    /// another device has written since.
    private func touchedFields<Entity: RecordEntity>(
        of row: Entity, since change: ChangeRow, _ run: UndoRun
    ) throws -> Set<String> {
        let start = change.before == nil ? nil : row.record.stamps[RecordColumns.deletion]
        // Values that a merge has brought have the stamps of other devices.
        let brought = change.stamps.values.max()
        func isTheirs(_ stamp: Stamp) -> Bool {
            !run.isOurs(stamp) && start.map { $0 < stamp } ?? true && brought.map { $0 < stamp } ?? true
        }
        var touched = Set(row.record.stamps.filter { isTheirs($0.value) }.keys)
        for (id, element) in row.elements where isTheirs(element.stamp) {
            touched.insert(RegisterName.element(id).text)
        }
        if isTheirs(row.record.stamp) { touched.insert(HistoryChange.created.rawValue) }
        for (name, value) in try valuesAfter(change, of: row) {
            let field = RegisterName(name)
            if !field.isMet(value, by: row.value(of: field)) { touched.insert(name) }
        }
        return touched
    }

    /// The values of a record right after a change, for the fields that have been written since.
    private func valuesAfter<Entity: RecordEntity>(
        _ change: ChangeRow, of row: Entity
    ) throws -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        try reading.forEachChange(
            where: """
                kind = \(.text(Entity.kind.rawValue)) AND recordID = \(.integer(row.record.rowID)) \
                AND (transactionID, ordinal) > (\(.integer(change.step)), \(.integer(change.ordinal)))
                """, suffix: "ORDER BY transactionID, ordinal"
        ) { values.merge($0.before ?? [:]) { earlier, _ in earlier } }
        return values
    }

    private func conflict<Entity: RecordEntity>(_ row: Entity, _ field: FieldName) -> UndoConflict {
        let stamp = field == HistoryChange.created ? row.withoutValues.editStamp : row.stamp(of: RegisterName(field))
        return UndoConflict(
            key: row.key, field: field, device: stamp.device,
            date: Date(milliseconds: stamp.milliseconds), isElsewhere: stamp.device != replica)
    }
}

/// The state while a step is reverted.
private struct UndoRun {
    /// The devices whose edits count as those of the step: this device under its present and its former id, imports, and the
    /// programs whose step it is.
    let devices: Set<DeviceID>
    /// The rows read so far, as they are now.
    var rows: [RecordKind: [Int64: any RecordEntity]] = [:]
    var conflicts: [UndoConflict] = []
    /// Tags and locations that the step created, and that others now use or have changed.
    var kept: [UndoConflict] = []
    var hasChanged = false

    /// The fields to report as left unchanged, each once, even if the step has written a field several times. A tag
    /// that was created with a to-do stays if others use it; this is only reported if nothing else happened.
    var left: [UndoConflict] {
        var told: Set<UndoConflict> = []
        return (conflicts.isEmpty && !hasChanged ? kept : conflicts).filter { told.insert($0).inserted }
    }

    func isOurs(_ stamp: Stamp) -> Bool { devices.contains(stamp.device) }
}

extension RegisterName {
    /// Whether a field already has its target value. All deletions count as equal.
    fileprivate func isMet(_ target: JSONValue, by current: JSONValue) -> Bool {
        self == .deletion ? target.isNull == current.isNull : target == current
    }
}

extension ReadTransaction {
    fileprivate func anyRows<Entity: RecordEntity>(
        _ type: Entity.Type, _ rowIDs: [Int64]
    ) throws -> [Int64: any RecordEntity] { try rows(type, Set(rowIDs)) }
}
