import SQLite
package import TodoDomain

// Whose the devices are that have written in shared spaces.
extension ReadTransaction {
    /// The ids with which this person writes, on all devices and by all programs that this device knows.
    package func ownDevices() throws -> Set<DeviceID> {
        let own = try integers("SELECT deviceID FROM replica").map { DeviceID(rawValue: UInt64(bitPattern: $0)) }
        let known = try texts("SELECT id FROM device WHERE isDeleted = 0").compactMap(DeviceID.init)
        return Set(own).union(known).subtracting([.shared])
    }

    /// The name of the member who writes with a device, for each device that is known. If several members say that a device is
    /// theirs, it is nobody's. This person's devices are never somebody else's.
    package func memberNames() throws -> [DeviceID: String] {
        let spaces = try sharedSpaces().values
        guard spaces.contains(where: { !$0.devices.isEmpty }) else { return [:] }
        let own = try ownDevices()
        var owners: [DeviceID: Set<String>] = [:]
        var names: [String: String] = [:]
        for space in spaces {
            for (person, devices) in space.devices where person != space.me {
                names[person] = space.names[person] ?? names[person]
                for device in devices where !own.contains(device) { owners[device, default: []].insert(person) }
            }
        }
        return owners.compactMapValues { people in people.count == 1 ? people.first.map { names[$0] ?? $0 } : nil }
    }
}
