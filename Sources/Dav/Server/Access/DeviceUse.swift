public import Foundation
import GRDB
import TodoDomain
import TodoKit

/// When a device was last seen, and with which app.
public struct DeviceUse: Hashable, Sendable {
    /// When it last asked for anything, to the minute.
    public let at: Date
    /// The name that its app tells of itself; empty if it tells none.
    public let agent: String

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
                guard try db.tableExists("device") else { return [:] }
                return Dictionary(
                    try Row.fetchAll(db, sql: "SELECT password, usedAt, agent FROM device").map {
                        ($0["password"], DeviceUse(at: Date(timeIntervalSince1970: $0["usedAt"]), agent: $0["agent"]))
                    }, uniquingKeysWith: { first, _ in first })
            }
        } catch {
            throw TodoError(.cannotOpen, "The file \(file) cannot be read.", underlying: error)
        }
    }
}
