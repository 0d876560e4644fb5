import SQLite
package import TodoDomain

// The programs, such as assistants, that have written here or on other devices. Each writes with a device id of its own, so
// that a stamp names its program even after a sync. The row of that device has the program's name.
extension ReadTransaction {
    /// The names of the programs, by the ids with which they write.
    package func clientNames() throws -> [DeviceID: String] {
        try clients(where: "TRUE").mapValues { $0.content.name }
    }

    /// The ids of the programs that a person means by `name`.
    func clients(called name: String) throws -> Set<DeviceID> {
        Set(try clientNames().filter { SearchText.begins($0.value, with: name) }.keys)
    }

    /// The ids with which the database of a device writes: its own, and those of its programs.
    func devices(of replica: DeviceID) throws -> Set<DeviceID> {
        Set(try clients(on: replica).keys).union([replica])
    }

    /// The programs on a device.
    func clients(on replica: DeviceID) throws -> [DeviceID: DeviceEntity] {
        try clients(where: "host = \(.text(replica.description))")
    }

    /// The names of the programs that changed to-dos last, by the rows of these.
    /// - Parameter rowIDs: only these; nil for all.
    func writers(ofTodos rowIDs: [Int64]? = nil) throws -> [Int64: String] {
        let names = try clientNames()
        // Other texts may contain the id too, so the stamps of the found records are compared.
        let mention = SQLFragment.joined(
            names.keys.sorted().map { device in
                "instr(stamp || ifnull(stamps, '') || ifnull(tagStamps, ''), \(.text(device.description))) > 0"
            }, by: "OR", empty: "FALSE")
        let among: SQLFragment =
            rowIDs.map { "rowID IN (SELECT value FROM json_each(\(.array($0))))" } ?? "TRUE"
        let todos = try entities(TodoEntity.self, where: "\(among) AND (\(mention))")
        return todos.reduce(into: [:]) { $0[$1.record.rowID] = names[$1.withoutValues.editStamp.device] }
    }

    private func clients(where condition: SQLFragment) throws -> [DeviceID: DeviceEntity] {
        let rows = try entities(DeviceEntity.self, where: "host IS NOT NULL AND isDeleted = 0 AND \(condition)")
        return rows.reduce(into: [:]) { clients, row in
            guard let device = DeviceID(row.record.id) else { return }
            clients[device] = row
            // Another device may have written any text.
            clients[device]?.content.name = HistoryClient(name: row.content.name, conversation: "").name
        }
    }
}
