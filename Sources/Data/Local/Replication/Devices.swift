package import GRDB
import JSON
import SQLite
package import TodoDomain

// The names of the devices that have written here.
extension ReplicationDAO {
    /// The names of all devices that have a name, including this one.
    package func deviceNames() async throws -> [DeviceID: String] {
        try await stack.read { transaction in
            let devices = try transaction.entities(DeviceEntity.self, where: "isDeleted = 0")
            return Dictionary(
                devices.compactMap { device in DeviceID(device.record.id).map { ($0, device.content.name) } },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// The names by which people tell the devices apart. Devices with equal names have their ids after the name.
    package func distinctDeviceNames() async throws -> [DeviceID: String] {
        let names = try await deviceNames()
        let uses = Dictionary(names.values.map { (SearchText.folded($0), 1) }, uniquingKeysWith: +)
        return Dictionary(
            uniqueKeysWithValues: names.map { device, name in
                (device, uses[SearchText.folded(name), default: 1] > 1 ? "\(name) (\(device))" : name)
            })
    }

    /// The names of the devices, as ``distinctDeviceNames()``, and those of other people by the devices on which they write.
    package func writerNames() async throws -> [DeviceID: String] {
        let people = try await stack.read { try $0.memberNames() }
        return try await distinctDeviceNames().merging(people) { own, _ in own }
    }

    /// Makes the next sync try again to send the kinds that the remote's rules did not allow.
    package func tryRefusedKinds() async throws {
        try await write { try $0.execute("DELETE FROM refusedKind WHERE space = \($0.space.value)") }
    }

    /// Names this device, as one step of the history.
    package func nameDevice(_ name: String) async throws {
        try await stack.write("name device") { try $0.nameDevice(name) }
    }

    /// Names this device if it has no name yet.
    package func introduceDevice(as name: @Sendable () -> String) async throws {
        let identity = stack.writer.fileIdentity
        guard try await stack.read({ try $0.device(of: identity) == nil }) else { return }
        let name = name()
        try await write { transaction in
            if try transaction.ownDevice() == nil { try transaction.nameDevice(name) }
        }
    }
}

extension ReadTransaction {
    /// The row of the device that writes to the file with this identity. nil if it has no name yet, and in a copy of
    /// another device's file that was not written yet.
    fileprivate func device(of fileIdentity: String) throws -> DeviceEntity? {
        let own = try integers("SELECT deviceID FROM replica WHERE fileIdentity = \(.text(fileIdentity))").first
        guard let own else { return nil }
        return try within(.own).record(DeviceEntity.self, id: DeviceID(rawValue: UInt64(bitPattern: own)).description)
    }

    /// The name of the device that writes to the file with this identity; nil if it has no name.
    package func deviceName(of fileIdentity: String) throws -> String? {
        try device(of: fileIdentity).flatMap { $0.record.isDeleted ? nil : $0.content.name }
    }
}

extension Writer {
    /// Names the device of this writer in a database that is about to replace its own.
    package func nameDevice(_ name: String, in database: Database) throws {
        try database.inTransaction {
            let transaction = try WriteTransaction(database, writer: self, action: "sync", author: .sync, group: nil)
            try transaction.nameDevice(name)
            try transaction.complete()
            return .commit
        }
    }
}

extension WriteTransaction {
    /// The row of this device; nil if it has no name yet.
    fileprivate func ownDevice() throws -> DeviceEntity? {
        try reading.within(.own).record(DeviceEntity.self, id: replica.description)
    }

    func nameDevice(_ name: String) throws {
        if let device = try ownDevice() {
            try edit(
                device, registers: [DeviceRegister.name.rawValue: .string(name)],
                deletion: device.record.revival)
            return
        }
        var device = DeviceEntity(
            RecordColumns(id: replica.description, in: .own, createdAt: now, stamp: try stamp()))
        device.content.name = name
        _ = try insert(device)
    }

    /// Gives this database's new device id the name of its former id.
    func keepDeviceName(of former: DeviceID) throws {
        guard let device = try reading.within(.own).record(DeviceEntity.self, id: former.description) else { return }
        try nameDevice(device.content.name)
    }
}
