import TodoLocal
import TodoSync

// What the devices are called, and what the remote does not take from this one.
extension SyncCoordinator {
    /// What people call the devices that have synced, this one among them.
    public var deviceNames: [DeviceID: String] {
        get async throws { try await replication.deviceNames() }
    }

    /// What this device is called: the machine's name, until it is given another.
    public var deviceName: String {
        get async throws {
            try await deviceNames[HistoryDAO(stack).device()] ?? stack.environment.hostName()
        }
    }

    /// Gives this device another name, which the other devices learn.
    /// - Throws: `usage` for a name that is empty, longer than 256 bytes or not one line.
    public func setDeviceName(_ name: String) async throws {
        try await replication.nameDevice(try Validation.deviceName(name))
    }

    /// The records that are set aside, as the remote refuses them.
    public func quarantined() async throws -> [QuarantinedRecord] { try await replication.quarantined() }

    /// Has records that are set aside tried again at the next sync.
    /// - Throws: `not-found`.
    public func retry(_ records: [RecordKey]) async throws {
        try await replication.release(records)
    }

    /// Gives up what is here of records that are set aside: the remote's versions take their place, and what the remote
    /// does not have is deleted here. What was here stays in the history.
    /// - Throws: `not-found`, `no-remote`, `unreachable`, `not-authorised`; `remote-refused` if the remote's version
    ///   cannot be read; `syncing`.
    public func discard(_ records: [RecordKey]) async throws {
        // What a sync has read meanwhile is newer than what is asked for here.
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
