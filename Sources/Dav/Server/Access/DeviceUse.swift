public import Foundation
import GRDB
import TodoDomain
import TodoKit

/// When a device was last seen and with which app, and how much it has changed.
public struct DeviceUse: Hashable, Sendable {
    /// When it last asked for anything, to the minute.
    public let at: Date
    /// The name that its app tells of itself; empty if it tells none.
    public let agent: String
    /// How often it has changed, made, moved or deleted a to-do.
    public let edits: Int
    /// How many values it overwrote unseen, or could not set. `todo sync conflicts` shows them.
    public let conflicts: Int

    /// The uses by the ids of passwords, from what a server keeps beside its database.
    /// - Parameter file: where it is; no uses if there is none.
    /// - Throws: ``TodoError`` with code `cannot-open`.
    public static func all(in file: String) throws -> [String: DeviceUse] {
        guard FileManager.default.fileExists(atPath: file) else { return [:] }
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let queue = try DatabaseQueue(path: file, configuration: configuration)
            return try queue.read { db in
                guard try db.tableExists("device"), try db.tableExists("tally") else { return [:] }
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT password, usedAt, agent, ifnull(edits, 0) AS edits, ifnull(conflicts, 0) AS conflicts
                        FROM device LEFT JOIN tally USING (password)
                        """)
                return Dictionary(
                    rows.map { row in
                        let use = DeviceUse(
                            at: Date(timeIntervalSince1970: row["usedAt"]), agent: row["agent"], edits: row["edits"],
                            conflicts: row["conflicts"])
                        return (row["password"], use)
                    }, uniquingKeysWith: { first, _ in first })
            }
        } catch {
            throw TodoError(.cannotOpen, "The file \(file) cannot be read.", underlying: error)
        }
    }
}
