import GRDB
import JSON
import SQLite
package import TodoDomain

/// A shared space as this device stores it.
package struct StoredSpace: Hashable, Sendable {
    /// Its name on the remote.
    package var sid: String
    /// The place of its documents on the remote.
    package var path: String
    /// The role of this person.
    package var role: SpaceRole
    /// The name that this person gives it.
    package var name: String
    /// The roles of all members by their ids on the remote, as this device last saw them.
    package var members: [String: SpaceRole]
    /// The names that members go by, by their ids on the remote, as far as they are known.
    package var names: [String: String]
    /// The id of this person among the members; empty as long as it is not known.
    package var me: String
    /// The ids with which the devices of members write, as far as they are known, by the members' ids on the remote. Of this
    /// person, those that the other members have been told.
    package var devices: [String: Set<DeviceID>]
    /// Whether it is still synced.
    package var state: SpaceState

    package init(
        sid: String, path: String, role: SpaceRole, name: String, members: [String: SpaceRole] = [:],
        names: [String: String] = [:], me: String = "", devices: [String: Set<DeviceID>] = [:],
        state: SpaceState = .active
    ) {
        self.sid = sid
        self.path = path
        self.role = role
        self.name = name
        self.members = members
        self.names = names
        self.me = me
        self.devices = devices
        self.state = state
    }

    /// Whether a sync may send edits to it.
    package var acceptsEdits: Bool { state == .active && role != .viewer }

    /// The refusal of an edit by this person; nil if the space accepts edits.
    package var refusal: TodoError? {
        func inactive(_ code: TodoError.Code, _ why: String) -> TodoError {
            TodoError(
                code, "\(why), so its to-dos here can only be read.", effect: .nothingChanged,
                remedies: [.keepList, .forgetList])
        }
        let name = "“\(name.excerpt)”"
        switch state {
        case .active where role == .viewer:
            return TodoError(.notAllowed, "You can only read \(name). \(whoCould)", effect: .nothingChanged)
        case .active: return nil
        case .removed: return inactive(.removed, "You are no longer a member of \(name)")
        case .left: return inactive(.removed, "You have left \(name)")
        case .ended: return inactive(.ended, "\(name) is no longer shared")
        case .renewed: return inactive(.ended, "Another list has taken the place of \(name)")
        }
    }

    /// Who could give this person the right to edit.
    private var whoCould: String {
        let owners = members.filter { $0.value == .owner }.keys.map { names[$0] ?? $0 }.sorted()
        guard !owners.isEmpty else { return "It has no owner who could change that." }
        return "\(owners.prefix(3).map(\.excerpt).joined(separator: " or ")) could make you an editor."
    }

    /// The columns of a row, in the order of ``init(_:)``.
    static let columns = "sid, path, role, name, members, names, me, state, devices"

    /// The content of a row.
    init(_ row: inout ColumnReader) {
        self.init(
            sid: row.text(), path: row.text(), role: row.parsed(SpaceRole.init) ?? .viewer, name: row.text(),
            members: row.parsed(Self.members) ?? [:], names: row.parsed(Self.names) ?? [:], me: row.text(),
            state: row.parsed(SpaceState.init) ?? .left)
        devices = row.parsed(Self.devices) ?? [:]
    }

    private static func members(_ text: String) -> [String: SpaceRole]? {
        let roles = (try? JSONValue(parsing: text))?.members
        // A role that this version does not know gives the fewest rights.
        return roles?.mapValues { $0.string.flatMap(SpaceRole.init) ?? .viewer }
    }

    private static func names(_ text: String) -> [String: String]? {
        (try? JSONValue(parsing: text))?.members?.compactMapValues(\.string)
    }

    private static func devices(_ text: String) -> [String: Set<DeviceID>]? {
        (try? JSONValue(parsing: text))?.members?.mapValues { ids in
            Set((ids.elements ?? []).compactMap { $0.string.flatMap(DeviceID.init) })
        }
    }

    static func text(of devices: [String: Set<DeviceID>]) -> StoredValue {
        .text(
            JSONValue.object(devices.mapValues { .array($0.sorted().map { .string($0.description) }) }).canonicalJSON)
    }

    static func text(of names: [String: String]) -> StoredValue {
        .text(JSONValue.object(names.mapValues { .string($0) }).canonicalJSON)
    }

    static func text(of members: [String: SpaceRole]) -> StoredValue {
        .text(JSONValue.object(members.mapValues { .string($0.rawValue) }).canonicalJSON)
    }
}

extension Space {
    /// The space for people.
    package init(_ stored: StoredSpace) {
        let members = stored.members.map { id, role in
            Member(id: id, name: stored.names[id], role: role, isMe: id == stored.me)
        }
        self.init(
            id: ID(stored: stored.sid), name: stored.name, role: stored.role, state: stored.state, members: members)
    }
}

extension ReadTransaction {
    /// The shared spaces that this device knows, active or not.
    package func sharedSpaces() throws -> [SpaceID: StoredSpace] {
        var spaces: [SpaceID: StoredSpace] = [:]
        try database.bound("SELECT rowID, \(StoredSpace.columns) FROM space WHERE rowID > 0", []).forEachRow { row in
            spaces[SpaceID(rawValue: row.integer())] = StoredSpace(&row)
        }
        return spaces
    }

    /// The names on the remote of the shared spaces in which records are.
    func sharedSpaces(of records: some Sequence<RecordColumns>) throws -> [SpaceID: Space.ID] {
        guard records.contains(where: { $0.space != .own }) else { return [:] }
        return try sharedSpaces().mapValues { Space.ID(stored: $0.sid) }
    }

    /// The shared space with a name on the remote; nil if this device does not know it.
    package func space(sid: String) throws -> SpaceID? {
        try integers("SELECT rowID FROM space WHERE rowID > 0 AND sid = \(.text(sid))").first.map(SpaceID.init)
    }
}
