import GRDB
import SQLite
import TodoDomain
import TodoLocal

/// The state that must not go back when older content replaces a newer database: the clock, the row numbers, the
/// remote, and the name of the device.
struct Continuity {
    private var milliseconds: Int64 = 0
    private var counter: Int64 = 0
    private var sequences: [String: Int64] = [:]
    private var remote: RemoteRow?
    private var deviceName: String?

    /// Nothing to continue.
    init() {}

    /// The state of a database, with the name of its device if that device wrote to the file with this identity.
    init(of database: Database, in fileIdentity: String) throws {
        if let row = try Row.fetchOne(database, sql: "SELECT clockMilliseconds, clockCounter FROM replica") {
            milliseconds = try row.value(at: 0)
            counter = try row.value(at: 1)
        }
        for row in try Row.fetchAll(database, sql: "SELECT name, seq FROM sqlite_sequence") {
            sequences[try row.value(at: 0)] = try row.value(at: 1) as Int64
        }
        remote = try RemoteRow(in: database)
        // Without the name everything else is continued all the same.
        deviceName = try? ReadTransaction(database).deviceName(of: fileIdentity)
    }

    /// Advances a restored database to this state, and gives it a new device id. Stamps that the backup's device made
    /// after the backup are known elsewhere and must not be made again.
    func carry(into database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO replica (rowID, deviceID, fileIdentity, clockMilliseconds, clockCounter)
                VALUES (1, 0, 'restored', 0, 0)
                ON CONFLICT DO UPDATE SET fileIdentity = excluded.fileIdentity
                """)
        try database.execute(
            sql: """
                UPDATE replica SET clockMilliseconds = :ms, clockCounter = :counter
                WHERE (clockMilliseconds, clockCounter) < (:ms, :counter)
                """, arguments: ["ms": milliseconds, "counter": counter])
        try remote?.adopt(in: database)
        for (name, number) in sequences {
            try database.execute(
                sql: """
                    INSERT INTO sqlite_sequence SELECT :name, 0
                    WHERE EXISTS (SELECT 1 FROM sqlite_master WHERE name = :name)
                    AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = :name)
                    """, arguments: ["name": name])
            try database.execute(
                sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", arguments: [number, name])
        }
    }

    /// Gives the new device of a restored database the name of the device that it replaces. To people it is the same
    /// device, and settings may name it.
    func keepName(in database: Database, of writer: Writer) throws {
        if let deviceName { try writer.nameDevice(deviceName, in: database) }
    }
}
