import TestSupport
import TodoDomain
import TodoLocal
import TodoSync

extension World {
    /// Ends all faults, syncs until nothing happens any more, and looks at what has become of everything; nil where it
    /// is as it must be.
    func settle() async throws -> String? {
        late = []
        for device in devices { try device.setDiskFull(false) }
        server.toleratesPoison = true
        try setSchema(RemoteHead.schema)
        for device in devices {
            let replication = try ReplicationDAO(device.stack())
            try await replication.release(replication.quarantined().map(\.key))
        }
        for _ in 0..<12 {
            var isStable = true
            try healAsNewerClient()
            for device in devices {
                let report = try await engine(device).run()
                if report.pulled + report.pushed > 0 || report.resync != nil { isStable = false }
            }
            if isStable { return try await problem() }
        }
        return "it does not settle"
    }

    private func problem() async throws -> String? {
        for device in devices {
            if let problem = try await problem(of: device) { return "device \(device.number): \(problem)" }
        }
        let fresh = try addDevice()
        _ = try await engine(fresh).run()
        return try await problem(of: fresh).map { "a fresh device: \($0)" }
    }

    private func problem(of device: Device) async throws -> String? {
        let stack = try device.stack()
        let counts = try await ReplicationDAO(stack).counts()
        guard counts.pending == 0 else { return "\(counts.pending) records wait to be sent" }
        guard counts.quarantined == 0 else { return "\(counts.quarantined) records are set aside" }
        let connection = Connection(self, device)
        let report = try await SyncEngine(
            store: try FaultyStore(self, device, process: 0), remote: connection, environment: device.environment
        ).run()
        guard connection.requests == 1, report.requests == 1, report.documentsRead == 1 else {
            return "an idle sync takes \(connection.requests) requests and \(report.documentsRead) reads"
        }
        if let problem = try stack.inconsistency() { return "\(problem) is not as it must be" }
        let records = try await device.records()
        for key in oracle.keys.union(records.keys).sorted(by: { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) })
        {
            if let problem = problem(of: records[key], key) { return "\(key.kind) \(key.id) \(problem)" }
        }
        return nil
    }

    private func problem(of record: Record?, _ key: RecordKey) -> String? {
        let expected = oracle.record(key)
        let isLive = record.map { !$0.isDeleted } ?? false
        guard server.collected.contains(key) else {
            if expected.isDeleted {
                // Local deletions may go as soon as the remote has collected others of their time.
                return isLive ? "is there, though it was deleted" : nil
            }
            guard let record else { return "is missing" }
            return record == expected ? nil : "is\n  \(record)\nand not\n  \(expected)"
        }
        // What was collected was forgotten; only what was written later must be there.
        let remote = server.contents.documents[key].flatMap { try? RecordCodec.record(key, $0).record }
        guard isLive == remote.map({ !$0.isDeleted }) ?? false else {
            return "was collected, and is not as on the server"
        }
        if isLive, record != remote { return "was collected, and differs from the server's" }
        guard !expected.isDeleted else { return nil }
        return isLive ? nil : "is missing, though it was edited after its deletion"
    }
}
