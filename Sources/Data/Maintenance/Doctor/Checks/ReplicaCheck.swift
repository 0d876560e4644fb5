import GRDB
import SQLite
import TodoDomain
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether the clock of this device is valid and not far ahead.
    static var replica: Check {
        Check("replica") { subject in
            let row = try subject.read {
                try Row.fetchOne($0, sql: "SELECT deviceID, clockMilliseconds, clockCounter FROM replica")
            }
            guard let row else { return [] }
            let (device, milliseconds, counter): (Int64, Int64, Int64) = (
                try row.value(at: 0), try row.value(at: 1), try row.value(at: 2)
            )
            let clock = HybridLogicalClock(
                device: DeviceID(rawValue: UInt64(bitPattern: device)), milliseconds: milliseconds,
                counter: Int(clamping: counter))
            guard clock.device.rawValue == UInt64(bitPattern: device), clock.milliseconds == milliseconds,
                clock.counter == Int(clamping: counter)
            else { return [Finding("impossible-clock", "The clock or the device id of this database is impossible.")] }
            guard milliseconds <= subject.now + HybridLogicalClock.tolerance else {
                var finding = Finding(
                    "clock-ahead", "The clock of this database is ahead of the computer's: one of them was set wrong.",
                    severity: .note)
                finding.isRepairable = false
                return [finding]
            }
            return []
        } repair: { subject in
            // The next write gives the database a new device id, with a clock that the rows advance again.
            try subject.write { database in
                try database.execute(
                    sql: """
                        UPDATE replica SET fileIdentity = 'repaired', deviceID = deviceID & \((1 << 35) - 1),
                        clockMilliseconds = min(max(clockMilliseconds, 0), \(subject.now + HybridLogicalClock.tolerance)),
                        clockCounter = min(max(clockCounter, 0), \((1 << 15) - 1))
                        WHERE clockMilliseconds NOT BETWEEN 0 AND \(1 << 50 - 1) OR clockCounter NOT BETWEEN 0 AND \(1 << 15 - 1)
                        OR deviceID NOT BETWEEN 0 AND \(1 << 35 - 1)
                        """)
            }
        }
    }
}
