import GRDB
import SQLite
import TodoDomain

/// The edits of each of two databases that the other one did not know of. Two different values conflict only if both are
/// such edits.
///
/// Where one is a copy of the other, their histories have the same beginning, and show all that was written since. Where they are
/// not, or what they had in common is no longer kept, a database is taken to know all that a device wrote before the last of its
/// stamps there.
struct Fork {
    private enum Knowledge {
        /// The fields that each of them has written since they were one.
        case histories(mine: [Row: Written], theirs: [Row: Written])
        /// The last stamps that each of them has of each device.
        case stamps(mine: [DeviceID: Stamp], theirs: [DeviceID: Stamp])
    }

    private struct Row: Hashable {
        let kind: RecordKind
        let number: Int64
    }

    private struct Written {
        var fields: Set<String> = []
        /// Whether the record was made since.
        var isNew = false
    }

    private let knowledge: Knowledge

    init(_ mine: ReadTransaction, _ theirs: ReadTransaction) throws {
        if let step = try Self.lastCommonStep(mine, theirs) {
            knowledge = .histories(
                mine: try Self.written(in: mine, since: step), theirs: try Self.written(in: theirs, since: step))
        } else {
            knowledge = .stamps(mine: try Self.lastStamps(in: mine), theirs: try Self.lastStamps(in: theirs))
        }
    }

    /// The values of a record that both databases knew.
    func base<Entity: RecordEntity>(of mine: Entity, _ theirs: Entity) -> RecordBase {
        let (here, there) = (mine.asRecord, theirs.asRecord)
        let isSame = here.origin == there.origin
        var base = RecordBase(
            sequence: 0, createdAt: min(here.createdAt, there.createdAt), origin: isSame ? here.origin : .unknown,
            stamps: [:], elements: [:], deletion: nil, isDeleted: false)
        let names = Set(here.registers.keys).union(there.registers.keys).union(Entity.kind.registerNames)
        for name in names {
            base.stamps[name] = known(
                .register(name), of: mine, theirs, here.stamp(of: name), there.stamp(of: name))
        }
        for (id, element) in here.elements {
            guard let other = there.elements[id] else { continue }
            base.elements[id] = known(.element(id), of: mine, theirs, element.stamp, other.stamp)
        }
        let deletions = [here, there].map { $0.deletion.map { deletion in deletion.stamp ?? here.origin } }
        base.deletion = known(.deletion, of: mine, theirs, deletions[0] ?? .unknown, deletions[1] ?? .unknown)
        return base
    }

    /// The stamp of what both knew of a field; unknown if each has written it without the other.
    private func known<Entity: RecordEntity>(
        _ field: RegisterName, of mine: Entity, _ theirs: Entity, _ here: Stamp, _ there: Stamp
    ) -> Stamp {
        if here == there { return here }
        let (isMine, isTheirs): (Bool, Bool)
        switch knowledge {
        case .histories(let own, let other):
            func isWritten(_ rows: [Row: Written], _ entity: Entity) -> Bool {
                rows[Row(kind: Entity.kind, number: entity.record.rowID)].map {
                    $0.isNew || $0.fields.contains(field.text)
                } ?? false
            }
            isMine = isWritten(own, mine)
            isTheirs = isWritten(other, theirs)
        case .stamps(let own, let other):
            (isMine, isTheirs) = (
                here.isLater(than: other[here.device]), there.isLater(than: own[there.device])
            )
        }
        return isMine ? isTheirs ? .unknown : there : here
    }

    /// The last step that the histories of both have.
    private static func lastCommonStep(_ mine: ReadTransaction, _ theirs: ReadTransaction) throws -> Int64? {
        var found: Int64?
        let steps = try theirs.database.makeStatement(
            sql: "SELECT id, at, deviceID, process FROM historyTransaction ORDER BY id DESC")
        try steps.readRows { row in
            let (id, at, device, process) = (row.integer(), row.integer(), row.integer(), row.text())
            let isCommon = try mine.integer(
                """
                SELECT EXISTS (SELECT 1 FROM historyTransaction WHERE id = \(.integer(id)) AND at = \(.integer(at)) \
                AND deviceID = \(.integer(device)) AND process = \(.text(process)))
                """)
            if isCommon == 1 { found = id }
            return found == nil
        }
        return found
    }

    private static func written(in reading: ReadTransaction, since step: Int64) throws -> [Row: Written] {
        var written: [Row: Written] = [:]
        try reading.forEachChange(where: "transactionID > \(.integer(step))", suffix: "") { change in
            let row = Row(kind: change.kind, number: change.rowID)
            if let before = change.before {
                written[row, default: Written()].fields.formUnion(Set(before.keys).union(change.after.keys))
            } else {
                written[row, default: Written()].isNew = true
            }
        }
        return written
    }

    private static func lastStamps(in reading: ReadTransaction) throws -> [DeviceID: Stamp] {
        var last: [DeviceID: Stamp] = [:]
        func note<Entity: RecordEntity>(_ type: Entity.Type) throws {
            let rows = try reading.database.makeStatement(sql: "SELECT \(Entity.columnList) FROM \(Entity.table)")
            try rows.forEachRow { row in
                for stamp in RecordBase(Entity(reading: &row).asRecord, sequence: 0).allStamps {
                    last[stamp.device] = max(last[stamp.device] ?? stamp, stamp)
                }
            }
        }
        for kind in RecordKind.inOrder { try note(kind.entity) }
        return last
    }
}
