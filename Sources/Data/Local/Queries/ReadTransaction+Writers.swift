import SQLite
package import TodoDomain

// The programs, such as assistants, that have written here or on other devices. Each writes with a device id of its own, so
// that a stamp names its program even after a sync. The row of that device has the program's name.
extension ReadTransaction {
    /// The names of the programs, by the ids with which they write.
    package func clientNames() throws -> [DeviceID: String] {
        try clients(where: "TRUE").mapValues { $0.content.name }
    }

    /// The ids of the programs and of the devices of other members that a person means by `name`.
    func writers(called name: String) throws -> Set<DeviceID> {
        let names = try clientNames().merging(memberNames()) { program, _ in program }
        return Set(names.filter { SearchText.begins($0.value, with: name) }.keys.sorted().prefix(MemberNote.limit))
    }

    /// The ids with which the database of a device writes: its own, and those of its programs.
    func devices(of replica: DeviceID) throws -> Set<DeviceID> {
        Set(try clients(on: replica).keys).union([replica])
    }

    /// The programs on a device.
    func clients(on replica: DeviceID) throws -> [DeviceID: DeviceEntity] {
        try clients(where: "host = \(.text(replica.description))")
    }

    /// The names of the programs and of the other members of shared spaces that changed to-dos last, by the rows of these. If
    /// another member has sent what one member has written, it says so: `Ann (sent by Bob)`.
    /// - Parameters:
    ///   - rowIDs: only these; nil for all.
    ///   - areShared: whether some of them may be in shared spaces.
    func writers(ofTodos rowIDs: [Int64]? = nil, areShared: Bool = true) throws -> [Int64: String] {
        let names = try clientNames()
        // Other texts may contain the id too, so the stamps of the found records are compared.
        let mention = SQLFragment.joined(
            names.keys.sorted().map { device in
                "instr(stamp || ifnull(stamps, '') || ifnull(tagStamps, ''), \(.text(device.description))) > 0"
            }, by: "OR", empty: "FALSE")
        let among: SQLFragment =
            rowIDs.map { "rowID IN (SELECT value FROM json_each(\(.array($0))))" } ?? "TRUE"
        let todos = try entities(TodoEntity.self, where: "\(among) AND (\(mention))")
        var writers = todos.reduce(into: [:]) { $0[$1.record.rowID] = names[$1.withoutValues.editStamp.device] }
        if areShared { writers.merge(try members(ofTodos: among)) { program, _ in program } }
        return writers
    }

    /// The names of the other members who changed to-dos of shared spaces last, by the rows of these.
    private func members(ofTodos among: SQLFragment) throws -> [Int64: String] {
        let spaces = try sharedSpaces()
        guard !spaces.isEmpty else { return [:] }
        let (names, own) = (try memberNames(), try ownDevices())
        let todos = try entities(TodoEntity.self, where: "space <> 0 AND \(among)")
        guard !todos.isEmpty else { return [:] }
        let sent: SQLFragment = """
            SELECT recordID, sender FROM base WHERE kind = \(.text(RecordKind.todo.rawValue)) AND sender IS NOT NULL \
            AND recordID IN (SELECT value FROM json_each(\(.array(todos.map(\.record.rowID)))))
            """
        var senders: [Int64: String] = [:]
        try database.bound(sent.sql, sent.arguments).forEachRow { row in
            let rowID = row.integer()
            senders[rowID] = row.text()
        }
        return todos.reduce(into: [:]) { writers, todo in
            guard let space = spaces[todo.record.space] else { return }
            let device = todo.withoutValues.editStamp.device
            // An edit that is not sent yet was made here.
            let sender = todo.record.isDirty ? nil : senders[todo.record.rowID].flatMap { $0 == space.me ? nil : $0 }
            let (writer, name) = (names[device], sender.map { space.names[$0] ?? $0 })
            writers[todo.record.rowID] =
                switch (writer, name) {
                case (let writer?, let name?) where writer != name: "\(writer) (sent by \(name))"
                case (let writer?, _): writer
                // Nobody says that the device is theirs, or it is one of this person, whose edits others can send again.
                case (nil, let name?):
                    own.contains(device) ? "\(space.names[space.me] ?? "me") (sent by \(name))" : name
                case (nil, nil): nil
                }
        }
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
