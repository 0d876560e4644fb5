import Foundation
import GRDB
import JSON
import SQLite
import TodoDomain

// Pages of the history for readers.
extension ReadTransaction {
    /// The token of the newest transaction; 0 if there is none.
    func newestStep() throws -> Int64 {
        try integer("SELECT id FROM historyTransaction ORDER BY id DESC LIMIT 1")
    }

    /// The transactions after a token, oldest first.
    /// - Throws: `history-expired` if some of them were pruned.
    func history(after token: HistoryToken?, of record: RecordKey?, limit: Int) throws -> [HistoryTransaction] {
        if let token, token.rawValue < (try integer("SELECT prunedID FROM historyHorizon")) {
            throw TodoError(
                .historyExpired,
                "The history after this cursor was pruned; read the current state, and continue from there.")
        }
        let start = StoredValue.integer(token?.rawValue ?? 0)
        return try transactions("id > \(start)", of: record, "ORDER BY id LIMIT \(limit)")
    }

    /// The transactions before a token, newest first; nil for the newest of all.
    /// - Parameter detail: the maximum number of records listed for each transaction; nil for all.
    func history(
        before token: HistoryToken?, of record: RecordKey?, by client: String? = nil, limit: Int, detail: Int?
    ) throws -> [HistoryTransaction] {
        guard client == nil else {
            return try history(before: token, of: record, by: client ?? "", limit: limit, detail: detail)
        }
        let end = StoredValue.integer(token?.rawValue ?? .max)
        return try transactions("id < \(end)", of: record, "ORDER BY id DESC LIMIT \(limit)", detail: detail)
    }

    /// The steps on behalf of a client, which is found only by its name.
    /// If a step came from other devices, only what the client wrote there counts.
    private func history(
        before token: HistoryToken?, of record: RecordKey?, by client: String, limit: Int, detail: Int?
    ) throws -> [HistoryTransaction] {
        var (found, end) = ([HistoryTransaction](), token?.rawValue ?? .max)
        let devices = try clients(called: client)
        let isTheirs = try arrived(from: devices)
        while found.count < limit {
            let steps = try steps(
                where: "id < \(.integer(end)) AND (process LIKE '%/%/%' OR \(isTheirs))",
                suffix: "ORDER BY id DESC LIMIT 500")
            guard let last = steps.last else { break }
            for step in steps where found.count < limit {
                if step.author == .sync {
                    let arrived = try arrival(step, from: devices, of: record)
                    if !arrived.changes.isEmpty { found.append(arrived) }
                } else if step.client?.isCalled(client) == true {
                    // A page of one asks the index whether the step changed the record.
                    found += try transactions("id = \(.integer(step.id))", of: record, "LIMIT 1", detail: detail)
                }
            }
            end = last.id
        }
        return found
    }

    private func transactions(
        _ range: SQLFragment, of key: RecordKey?, _ suffix: String, detail: Int? = nil
    ) throws -> [HistoryTransaction] {
        guard let key else {
            return try steps(where: range, suffix: suffix).map { try transaction($0, detail: detail) }
        }
        guard let rowID = try within(key.space).rowID(of: key) else { return [] }
        let record: SQLFragment = "kind = \(.text(key.kind.rawValue)) AND recordID = \(.integer(rowID))"
        let steps = try steps(
            where: "\(range) AND id IN (SELECT transactionID FROM historyChange WHERE \(record))", suffix: suffix)
        return try steps.map { try transaction($0, where: "\(record) AND", detail: detail) }
    }

    /// A step with its changes.
    func transaction(
        _ step: StepRow, where condition: SQLFragment = "", detail: Int? = nil
    ) throws -> HistoryTransaction {
        let changed: SQLFragment = "\(condition) transactionID = \(.integer(step.id))"
        let rows = try changes(where: changed, suffix: "ORDER BY ordinal LIMIT \(detail ?? -1)")
        var transaction = HistoryTransaction(
            token: HistoryToken(rawValue: step.id), date: Date(milliseconds: step.at), device: step.device,
            process: step.process, author: step.author, action: step.action,
            group: step.group.map(HistoryToken.init), undoes: step.undoes.map(HistoryToken.init),
            changes: try fields(of: rows, in: step), client: step.client)
        transaction.creditWriter()
        transaction.count(
            rows.count == detail
                ? try recordCounts(where: changed, in: step)
                : Dictionary(grouping: rows, by: \.kind).mapValues { Set($0.map(\.rowID)).count })
        return transaction
    }

    /// How many records of each kind some changes of a step are of.
    func recordCounts(where condition: SQLFragment, in step: StepRow) throws -> [RecordKind: Int] {
        // One record can have several changes, and several edits typed into one field are one step. An import writes
        // each record once, and may have millions of changes.
        let counted = step.action == "import" ? "*" : "DISTINCT recordID"
        let query: SQLFragment = """
            SELECT kind, count(\(sql: counted)) FROM historyChange WHERE \(condition) GROUP BY kind
            """
        var counts: [RecordKind: Int] = [:]
        for row in try Row.fetchAll(database.bound(query.sql, query.arguments)) {
            let (kind, count): (String, Int) = (try row.value(at: 0), try row.value(at: 1))
            counts[RecordKind(rawValue: kind) ?? .todo, default: 0] += count
        }
        return counts
    }

    private func fields(of rows: [ChangeRow], in step: StepRow) throws -> [HistoryChange] {
        var records: [RecordKind: [Int64: any RecordEntity]] = [:]
        let clients = step.author == .sync ? try clientNames() : [:]
        for (kind, rows) in Dictionary(grouping: rows, by: \.kind) {
            records[kind] = try reconstructed(kind.entity, of: rows, in: step)
        }
        return rows.flatMap { row -> [HistoryChange] in
            guard let record = records[row.kind]?[row.rowID] else { return [] }
            func change(_ field: FieldName, _ before: JSONValue, _ after: JSONValue, _ stamp: Stamp?) -> HistoryChange {
                HistoryChange(
                    kind: row.kind, id: record.record.id, space: record.record.space, field: field, before: before,
                    after: after,
                    device: stamp?.device ?? step.device, date: Date(milliseconds: stamp?.milliseconds ?? step.at),
                    client: stamp.map { clients[$0.device] } ?? step.client?.name)
            }
            if let before = row.before {
                return before.sorted { $0.key < $1.key }.map { name, value in
                    change(FieldName(name), value, row.after[name] ?? .null, row.stamps[name])
                }
            }
            let origin = step.author == .sync ? record.record.stamp : nil
            let created = change(HistoryChange.created, .null, .integer(record.record.createdAt), origin)
            return [created] + record.held.map { change(FieldName($0.name), .null, $0.value, origin) }
        }
    }

    /// The records of changes. Records that the step created are rolled back to their state at that time by their later
    /// changes.
    private func reconstructed<Entity: RecordEntity>(
        _ type: Entity.Type, of changes: [ChangeRow], in step: StepRow
    ) throws -> [Int64: any RecordEntity] {
        var records = try rows(type, Set(changes.map(\.rowID)))
        let made = changes.filter { $0.before == nil }.map { StoredValue.integer($0.rowID) }
        guard !made.isEmpty else { return records }
        try forEachChange(
            where: """
                kind = \(.text(Entity.kind.rawValue)) AND recordID IN (\(list: made)) \
                AND transactionID >= \(.integer(step.id)) AND before IS NOT NULL
                """, suffix: "ORDER BY transactionID DESC, ordinal DESC"
        ) { records[$0.rowID]?.rewind($0.before ?? [:], updatedAt: $0.updatedAt) }
        return records
    }

    /// The current names of records, including deleted ones.
    func names(of keys: some Sequence<RecordKey>) throws -> [RecordKey: String] {
        var names: [RecordKey: String] = [:]
        for (kind, keys) in Dictionary(grouping: keys, by: \.kind) {
            let title =
                switch kind {
                case .todo, .tag, .list: "title"
                case .comment: "text"
                case .location: "ifnull(placeName, latitude || ',' || longitude)"
                case .view, .device, .membership: "name"
                case .app: "CAST(coalesce(extras ->> '$.title', extras ->> '$.name', type) AS TEXT)"
                // A conflict is named by the record that it is about.
                case .conflict: "''"
                }
            let query: SQLFragment = """
                SELECT id, \(sql: title), space FROM \(sql: kind.table) WHERE id IN (\(list: keys.map { .text($0.id) }))
                """
            for row in try Row.fetchAll(database.bound(query.sql, query.arguments)) {
                let key = RecordKey(kind, try row.value(at: 0), in: SpaceID(rawValue: try row.value(at: 2)))
                names[key] = try row.optionalValue(at: 1)
            }
        }
        return names
    }
}

extension RecordEntity {
    /// The fields that are not empty, sorted by name.
    fileprivate var held: [(name: String, value: JSONValue)] {
        var fields = registers.merging(record.unknown) { _, unknown in unknown }
        for (id, element) in elements where element.isPresent { fields[RegisterName.element(id).text] = true }
        return fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
