import Foundation
import SQLite
import TodoDomain

// The changes that programs such as assistants made on other devices, and that a sync has brought. A step of a sync has
// the changes of several writers. The stamps tell who wrote each value.
extension ReadTransaction {
    /// The condition for steps of `historyTransaction AS step` with something that one of these programs wrote elsewhere.
    func arrived(from devices: Set<DeviceID>) throws -> SQLFragment {
        guard !devices.isEmpty else { return "FALSE" }
        return """
            (author = 'sync' AND EXISTS (SELECT 1 FROM historyChange WHERE transactionID = step.id \
            AND \(mayBeWritten(by: devices))))
            """
    }

    /// A step with only those of its changes that programs made on other devices.
    /// - Parameter date: only what they wrote since; nil for all.
    func arrival(
        _ step: StepRow, from devices: Set<DeviceID>, of record: RecordKey? = nil, since date: Date? = nil
    ) throws -> HistoryTransaction {
        let whole = try transaction(step, where: "\(mayBeWritten(by: devices)) AND")
        let changes = whole.changes.filter { change in
            devices.contains(change.device) && date.map { $0 <= change.date } ?? true
                && record.map { $0 == change.key } ?? true
        }
        var arrival = HistoryTransaction(
            token: whole.token, date: whole.date, device: whole.device, process: whole.process, author: whole.author,
            action: whole.action, group: whole.group, undoes: whole.undoes, changes: changes)
        arrival.creditWriter()
        return arrival
    }

    /// The stored changes of a step that programs made on other devices: only the registers that they wrote since a time.
    func arrivedChanges(in step: StepRow, from devices: Set<DeviceID>, since date: Date) throws -> [ChangeRow] {
        let since = date.milliseconds
        func isTheirs(_ stamp: Stamp) -> Bool { devices.contains(stamp.device) && since <= stamp.milliseconds }
        let rows = try changes(
            where: "transactionID = \(.integer(step.id)) AND \(mayBeWritten(by: devices))",
            suffix: "ORDER BY ordinal DESC")
        return try rows.compactMap { row in
            guard row.before != nil else {
                return try origin(of: row).map(isTheirs) ?? false ? row : nil
            }
            let written = row.keeping { name in row.stamps[name].map(isTheirs) ?? false }
            return written.before?.isEmpty ?? true ? nil : written
        }
    }

    /// The stamp with which a record was made.
    private func origin(of row: ChangeRow) throws -> Stamp? {
        try texts("SELECT stamp FROM \(sql: row.kind.table) WHERE rowID = \(.integer(row.rowID))").first.flatMap(
            Stamp.init)
    }

    /// The condition for rows of `historyChange` that may have something that one of these devices wrote: the stamps are looked
    /// at afterwards. Their own names, which come with what they wrote, are nothing that they did.
    private func mayBeWritten(by devices: Set<DeviceID>) -> SQLFragment {
        let ids = devices.sorted().map(\.description)
        let isStamped = SQLFragment.joined(ids.map { "instr(stamps, \(.text($0))) > 0" }, by: "OR", empty: "FALSE")
        let isMade = SQLFragment.joined(
            RecordKind.allCases.map { kind in
                """
                kind = \(.text(kind.rawValue)) AND recordID IN (SELECT rowID FROM \(sql: kind.table) \
                WHERE substr(stamp, 14) IN (\(list: ids.map(StoredValue.text))))
                """
            }, by: "OR", empty: "FALSE")
        return "(kind <> 'device' AND (\(isStamped) OR (before IS NULL AND (\(isMade)))))"
    }
}
