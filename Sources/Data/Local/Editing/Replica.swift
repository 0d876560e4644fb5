import Foundation
import GRDB
import SQLite
import TodoDomain

/// The row with this database's device id, the last reading of its clock, and the correction of the machine's clock.
enum Replica {
    /// The clock to continue with, the readings that it has given, its correction in milliseconds, and whether there are
    /// other spaces than the own one, which the same statement reads. A copied file is
    /// recognized by its identity and gets a new device id, so that two files never make the same stamp.
    static func clock(
        in database: Database, of writer: Writer
    ) throws -> (clock: HybridLogicalClock, reach: ClockReach, offset: Int64, hasOtherSpaces: Bool) {
        let identity = writer.fileIdentity
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT deviceID, fileIdentity, clockMilliseconds, clockCounter, clockOffset, clockStart, bootID,
                    confirmedReading, firstReading, takenFrom, takenTo, (SELECT max(rowID) FROM space) > 0 FROM replica
                    """))
        if let row, try row.value(at: 1) == identity {
            let clock = HybridLogicalClock(
                device: DeviceID(rawValue: UInt64(bitPattern: try row.value(at: 0))),
                milliseconds: try row.value(at: 2), counter: try row.value(at: 3))
            let offset = try offset(
                row.value(at: 4), start: row.value(at: 5), bootID: row.value(at: 6), environment: writer.environment)
            let reach = ClockReach(
                confirmed: try row.value(at: 7), first: try row.value(at: 8), takenFrom: try row.value(at: 9),
                takenTo: try row.value(at: 10))
            return (clock, reach, offset, try row.value(at: 11))
        }
        let device = makeDevice(writer.environment)
        try database.execute(
            sql: """
                INSERT INTO replica (rowID, deviceID, fileIdentity, clockMilliseconds, clockCounter)
                VALUES (1, ?, ?, 0, 0)
                ON CONFLICT DO UPDATE SET deviceID = excluded.deviceID, fileIdentity = excluded.fileIdentity,
                    clockOffset = 0, confirmedReading = 0, firstReading = 0, takenFrom = 0, takenTo = 0
                """, arguments: [Int64(device.rawValue), identity])
        let clock = HybridLogicalClock(
            device: device, milliseconds: try row?.value(at: 2) ?? 0, counter: try row?.value(at: 3) ?? 0)
        let spaces = try Int64.fetchOne(database, sql: "SELECT max(rowID) FROM space") ?? 0
        return (clock, ClockReach(), 0, spaces > 0)
    }

    /// A new device id.
    static func makeDevice(_ environment: TodoEnvironment) -> DeviceID {
        let uuid = environment.makeUUID().uuid
        return DeviceID(rawValue: [uuid.0, uuid.1, uuid.2, uuid.3, uuid.4].reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// How far the remote's clock is ahead, in milliseconds, if that is still valid.
    static func offset(in database: Database, of writer: Writer) throws -> Int64 {
        let sql = "SELECT clockOffset, clockStart, bootID FROM replica WHERE fileIdentity = ?"
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [writer.fileIdentity]) else {
            return 0
        }
        return try offset(
            row.value(at: 0), start: row.value(at: 1), bootID: row.value(at: 2), environment: writer.environment)
    }

    /// A correction is valid until the machine's clock is set, or the machine restarts.
    private static func offset(
        _ offset: Int64, start: Int64, bootID: String, environment: TodoEnvironment
    ) -> Int64 {
        guard offset != 0, let uptime = environment.uptime(), uptime.bootID == bootID,
            environment.now().milliseconds.addingClamped(-uptime.milliseconds).distanceClamped(to: start) <= tolerance
        else { return 0 }
        return offset
    }

    /// Differences between clocks that are ignored, in milliseconds. The remote's time has a precision of one second,
    /// and arrives late.
    static let tolerance: Int64 = 2000

    /// Whether the correction differs from the known one.
    static func isNews(_ offset: Int64, known: Int64) -> Bool {
        let correction = correction(for: offset)
        return correction.distanceClamped(to: known) > tolerance || correction == 0 && known != 0
    }

    /// Stores how far the remote's clock is ahead.
    static func correct(by offset: Int64, known: Int64, in database: Database, environment: TodoEnvironment) throws {
        guard isNews(offset, known: known) else { return }
        guard let uptime = environment.uptime() else { return }
        try database.execute(
            sql: "UPDATE replica SET clockOffset = ?, clockStart = ?, bootID = ?",
            arguments: [
                correction(for: offset), environment.now().milliseconds.addingClamped(-uptime.milliseconds),
                uptime.bootID,
            ])
    }

    private static func correction(for offset: Int64) -> Int64 {
        offset.distanceClamped(to: 0) > tolerance ? offset : 0
    }
}
