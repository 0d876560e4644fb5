import Foundation
import GRDB
import JSON
import SQLite
import TodoDomain
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether every stamp can be parsed, is not in the future, and is not ahead of its clock.
    static var stamps: Check {
        Check("stamps") { subject in
            try subject.read { database in
                var survey = try StampSurvey(now: subject.now, database)
                for table in StampedTable.all { try table.rows(database) { survey.add($0) } }
                return survey.findings
            }
        } repair: { subject in
            try subject.write { database in
                for table in StampedTable.all { try table.mend(database, now: subject.now) }
                var survey = try StampSurvey(now: subject.now, database)
                for table in StampedTable.all { try table.rows(database) { survey.add($0) } }
                try database.execute(
                    sql: """
                        UPDATE replica SET clockMilliseconds = :ms, clockCounter = :counter
                        WHERE (clockMilliseconds, clockCounter) < (:ms, :counter)
                        """,
                    arguments: ["ms": survey.latestOwn?.milliseconds ?? 0, "counter": survey.latestOwn?.counter ?? 0])
            }
        }
    }
}

/// The result of checking all stamps.
private struct StampSurvey {
    private let limit: Int64
    /// The ids with which this database is written to.
    private let own: Set<DeviceID>
    private let clock: (Int64, Int)
    private(set) var latestOwn: Stamp?
    private var (unreadable, future) = (0, 0)

    init(now: Int64, _ database: Database) throws {
        limit = now + HybridLogicalClock.tolerance
        let row = try Row.fetchOne(database, sql: "SELECT deviceID, clockMilliseconds, clockCounter FROM replica")
        let device = try row.map { DeviceID(rawValue: UInt64(bitPattern: try $0.value(at: 0))) }
        let programs = try String.fetchAll(
            database, sql: "SELECT id FROM device WHERE host = ?", arguments: [device?.description])
        own = Set(programs.compactMap(DeviceID.init) + [device].compactMap(\.self))
        clock = try row.map { (try $0.value(at: 1), try $0.value(at: 2)) } ?? (0, 0)
    }

    mutating func add(_ row: StampedRow) {
        if row.isUnreadable { unreadable += 1 }
        if row.stamps.contains(where: { $0.milliseconds > limit }) { future += 1 }
        for stamp in row.stamps where own.contains(stamp.device) && stamp.milliseconds <= limit {
            latestOwn = max(latestOwn ?? stamp, stamp)
        }
    }

    var findings: [Finding] {
        var findings = Finding.counted("unreadable-stamps", unreadable) {
            "Some records have an unreadable stamp. After a repair, they count as not edited since they were made (\($0))."
        }
        if let latestOwn, (latestOwn.milliseconds, latestOwn.counter) > clock {
            findings.append(
                Finding(
                    "clock-behind", "The clock is behind the stamps of this device, so it could give a stamp twice."))
        }
        if future > 0 {
            var finding = Finding(
                "future-stamps",
                "Some records were edited on a device whose clock was ahead; later edits still win (\(future)).",
                severity: .note)
            finding.isRepairable = false
            findings.append(finding)
        }
        return findings
    }
}

/// The stamps of a row as stored.
private struct StampedRow {
    let rowID: Int64
    let createdAt: Int64
    let stamp: String
    let registers: [String: JSONValue]
    let elements: [String: JSONValue]
    /// The stamps that can be parsed.
    let stamps: [Stamp]
    let isUnreadable: Bool

    init(_ row: Row) throws {
        rowID = try row.value(at: 0)
        createdAt = try row.value(at: 1)
        stamp = try row.value(at: 2)
        var isUnreadable = false
        func members(_ index: Int) throws -> [String: JSONValue] {
            guard let text = try row.optionalValue(at: index) as String? else { return [:] }
            let members = JSONValue.members(of: text)
            if members == nil { isUnreadable = true }
            return members ?? [:]
        }
        registers = try members(3)
        elements = try members(4)
        var stamps: [Stamp] = []
        for text in [.string(stamp)] + registers.values + elements.values.map(Self.withoutSign) {
            if let stamp = text.string.flatMap(Stamp.init) { stamps.append(stamp) } else { isUnreadable = true }
        }
        self.stamps = stamps
        self.isUnreadable = isUnreadable
    }

    /// The stamp of an element, without the sign that marks a removed element.
    static func withoutSign(_ value: JSONValue) -> JSONValue {
        guard let text = value.string, text.hasPrefix("-") else { return value }
        return .string(String(text.dropFirst()))
    }
}

/// A table of records.
private struct StampedTable {
    let name: String
    let elements: String

    static let all = RecordKind.allCases.map { kind in
        let elements = "tagStamps"
        return StampedTable(name: kind.table, elements: kind.entity.columns.contains(elements) ? elements : "NULL")
    }

    func rows(_ database: Database, _ body: (StampedRow) throws -> Void) throws {
        let rows = try Row.fetchCursor(
            database, sql: "SELECT rowID, createdAt, stamp, stamps, \(elements) FROM \(name)")
        while let row = try rows.next() { try body(StampedRow(row)) }
    }

    /// Replaces unreadable stamps by the oldest possible one. The value stays, and loses to any other.
    func mend(_ database: Database, now: Int64) throws {
        var broken: [StampedRow] = []
        try rows(database) { if $0.isUnreadable { broken.append($0) } }
        for row in broken {
            let origin =
                Stamp(row.stamp)
                ?? Stamp(milliseconds: min(row.createdAt, now), counter: 0, device: DeviceID(rawValue: 0))
            func mended(_ members: [String: JSONValue]) -> String? {
                guard !members.isEmpty else { return nil }
                return JSONValue.object(
                    members.mapValues { value in
                        guard StampedRow.withoutSign(value).string.flatMap(Stamp.init) == nil else { return value }
                        return .string((value.string?.hasPrefix("-") == true ? "-" : "") + origin.description)
                    }
                ).canonicalJSON
            }
            try database.execute(
                sql: "UPDATE \(name) SET stamp = ?, stamps = ? WHERE rowID = ?",
                arguments: [origin.description, mended(row.registers), row.rowID])
            guard elements != "NULL" else { continue }
            try database.execute(
                sql: "UPDATE \(name) SET \(elements) = ? WHERE rowID = ?",
                arguments: [mended(row.elements), row.rowID])
        }
    }
}
