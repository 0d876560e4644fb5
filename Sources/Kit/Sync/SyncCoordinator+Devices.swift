public import TodoDomain
import TodoLocal
import TodoSync

// The names of devices, and the records of this one that the remote refuses.
extension SyncCoordinator {
    /// The names of the devices that have synced, including this one. All are different: if several devices have one name,
    /// their ids follow it, as in `laptop (4f2k0d1)`.
    public var deviceNames: [DeviceID: String] {
        get async throws { try await replication.distinctDeviceNames() }
    }

    /// The name of this device. It is the machine's name until the device gets another one.
    public var deviceName: String {
        get async throws {
            try await replication.deviceNames()[HistoryDAO(stack).device()] ?? stack.environment.hostName()
        }
    }

    /// Gives this device another name, which syncs to the other devices.
    /// - Throws: `usage` for a name that is empty, longer than 256 bytes or not one line.
    public func setDeviceName(_ name: String) async throws {
        try await replication.nameDevice(try Validation.deviceName(name))
    }

    /// The records that are quarantined because the remote refuses them.
    public func quarantined() async throws -> [QuarantinedRecord] { try await replication.quarantined() }

    /// Releases quarantined records, so that the next sync tries them again.
    /// - Throws: `not-found`.
    public func retry(_ records: [RecordKey]) async throws {
        try await replication.release(records)
    }

    /// Discards this device's versions of quarantined records. The remote's versions replace them, and records that the
    /// remote does not have are deleted here. The discarded versions stay in the history.
    /// - Throws: `not-found`, `no-remote`, `unreachable`, `not-authorised`; `remote-refused` if the remote's version
    ///   cannot be read; `syncing`.
    public func discard(_ records: [RecordKey]) async throws {
        // Wait for a running sync, because it may have read newer versions than the ones requested here.
        _ = await running?.task.result
        let lock = try await lock(patience: times.patience)
        defer { withExtendedLifetime(lock) {} }
        let known = Set(try await replication.quarantined().map(\.key))
        guard records.allSatisfy(known.contains) else {
            throw TodoError(.notFound, "Only what is set aside can be discarded.")
        }
        let remote = try await settings.remoteStore()
        do {
            let found = try await SyncEngine.records(records, of: remote)
            try await replication.replace(records, with: found)
        } catch {
            throw TodoError.explaining(error)
        }
    }
}
