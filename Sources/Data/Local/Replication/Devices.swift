import GRDB
import JSON
import SQLite
package import TodoDomain

// The names of the devices that have written here.
extension ReplicationDAO {
    /// The names of all devices that have one, including this one.
    package func deviceNames() async throws -> [DeviceID: String] {
        try await stack.read { transaction in
            let devices = try transaction.entities(DeviceEntity.self, where: "isDeleted = 0")
            return Dictionary(
                devices.compactMap { device in DeviceID(device.record.id).map { ($0, device.content.name) } },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Makes the next sync try again to send the kinds that the remote's rules did not allow.
    package func tryRefusedKinds() async throws {
        try await write { try $0.execute("DELETE FROM refusedKind") }
    }

    /// Names this device, as one step of the history.
    package func nameDevice(_ name: String) async throws {
        try await stack.write("name device") { try $0.nameDevice(name) }
    }

    /// Names this device if it has no name yet.
    package func introduceDevice(as name: @Sendable () -> String) async throws {
        let identity = StoredValue.text(stack.writer.fileIdentity)
        let isKnown = try await stack.read { transaction in
            let own = try transaction.integers("SELECT deviceID FROM replica WHERE fileIdentity = \(identity)").first
            guard let own else { return false }
            let id = DeviceID(rawValue: UInt64(bitPattern: own)).description
            return try transaction.record(DeviceEntity.self, id: id) != nil
        }
        guard !isKnown else { return }
        let name = name()
        try await write { transaction in
            if try transaction.ownDevice() == nil { try transaction.nameDevice(name) }
        }
    }
}

extension WriteTransaction {
    /// The row of this device; nil if it has no name yet.
    fileprivate func ownDevice() throws -> DeviceEntity? {
        try reading.record(DeviceEntity.self, id: clock.device.description)
    }

    func nameDevice(_ name: String) throws {
        if let device = try ownDevice() {
            try edit(
                device, registers: [DeviceRegister.name.rawValue: .string(name)],
                deletion: device.record.revival)
            return
        }
        var device = DeviceEntity(
            RecordColumns(id: clock.device.description, createdAt: now, stamp: try stamp()))
        device.content.name = name
        _ = try insert(device)
    }

    /// Gives this database's new device id the name of its former one.
    func keepDeviceName(of former: DeviceID) throws {
        guard let device = try reading.record(DeviceEntity.self, id: former.description) else { return }
        try nameDevice(device.content.name)
    }
}
