import FirestoreWire
import JSON
import TodoDomain
import TodoLocal
import TodoSync

extension SharedWorld {
    /// Syncs until nothing happens any more, and looks at what has become of everything; nil if it is as it must be.
    func settle() async throws -> String? {
        if let problem { return problem }
        for _ in 0..<12 {
            var isBusy = false
            for device in devices {
                let report = try await device.sync()
                isBusy = isBusy || report.requests > 1 || report.pulled + report.documentsWritten > 0
                noteTornMoves()
            }
            if !isBusy { return try await finalProblem() }
        }
        return "it does not settle"
    }

    private func finalProblem() async throws -> String? {
        if let problem { return problem }
        for device in devices { if let problem = try await self.problem(of: device) { return problem } }
        let fresh = try await addDevice(of: Self.owner)
        for _ in 0..<3 { _ = try await fresh.sync() }
        return try await self.problem(of: fresh).map { "a fresh device: \($0)" }
    }

    private func problem(of device: SharedDevice) async throws -> String? {
        let known = try await device.spaces.sharedSpaces()
        let active = known.values.filter { $0.state == .active }
        // What an idle device costs: one request, and one read for each head.
        let before = cloud.requests.count
        let report = try await device.sync()
        guard cloud.requests.count == before + 1, report.documentsRead == 1 + active.count else {
            return "an idle sync of device \(device.number) takes \(cloud.requests[before...])"
        }
        if let problem = try await problem(of: device, in: .own, nil) { return "device \(device.number): \(problem)" }
        for (space, stored) in known {
            let role = cloud.spaces[stored.sid]?.sharing?.members[device.person]
            guard (role != nil) == (stored.state == .active) else {
                return "\(stored.sid) is \(stored.state) on device \(device.number), and the role is \(role as Any)"
            }
            if let problem = try await problem(ofNames: stored) {
                return "device \(device.number), \(stored.sid): \(problem)"
            }
            if let problem = try await problem(of: device, in: space, stored) {
                return "device \(device.number), \(stored.sid): \(problem)"
            }
        }
        return nil
    }

    /// Which name or device of an honest editor is not known; nil for none.
    private func problem(ofNames stored: StoredSpace) async throws -> String? {
        guard stored.state == .active else { return nil }
        for (person, role) in stored.members where role != .viewer && people.contains(person) {
            guard stored.names[person] == Self.name(of: person) else { return "\(person) has no name" }
            for device in devices where device.person == person {
                let id = try await HistoryDAO(device.stack).device()
                guard stored.devices[person]?.contains(id) ?? false else { return "a device of \(person) is not known" }
            }
        }
        return nil
    }

    private func problem(of device: SharedDevice, in space: SpaceID, _ stored: StoredSpace?) async throws -> String? {
        let records = try await device.records(of: space)
        let mayWrite = stored?.acceptsEdits ?? true
        let theirs = writes.filter { $0.device === device && $0.space == stored?.sid }
        for write in theirs {
            // Nothing that was written is lost here, whatever has become of the membership.
            guard let record = records[write.id], record.stamp(of: "title") >= write.stamp else {
                return "\(write.id) has lost \(write.title)"
            }
        }
        guard stored?.state ?? .active == .active else { return nil }
        let held = try await heldMoves(of: device, from: stored?.sid)
        for key in contents(of: stored?.sid, device.person).documents.keys where key.kind == .todo {
            guard let remote = serverRecord(key.id, in: stored?.sid, device.person) else { continue }
            let record = records[key.id]
            // A viewer may have something that was never sent.
            if mayWrite, record != remote, !held.contains(key.id) {
                return "\(key.id) is \(record as Any) and not \(remote)"
            }
            if record == nil { return "\(key.id) is not here" }
        }
        guard mayWrite else { return nil }
        let pending = try await device.replication(of: space).counts().pending
        if pending > held.count { return "\(pending) records wait to be sent, and \(held.count) of them for a copy" }
        return strayTitle(records, theirs, stored?.sid)
    }

    /// The to-dos whose deletions wait for a copy that nobody accepts from this person.
    private func heldMoves(of device: SharedDevice, from source: String?) async throws -> Set<String> {
        var held: Set<String> = []
        for move in moves where move.person == device.person && move.source == source {
            guard let target = try await device.space(move.target) else { continue }
            if try await !device.acceptsEdits(target) { held.insert(move.id) }
        }
        return held
    }

    /// A lie that counts although an honest title is known, or a title that was written in another space.
    private func strayTitle(_ records: [String: Record], _ theirs: [Write], _ name: String?) -> String? {
        for write in theirs {
            guard let title = records[write.id]?.registers["title"]?.value.string else {
                return "\(write.id) has no title"
            }
            if lies.contains(title) { return "\(write.id) says \(title), which is a lie" }
            if name == nil, !writes.contains(where: { $0.space == nil && $0.id == write.id && $0.title == title }) {
                return "\(write.id) says \(title), which nobody wrote there"
            }
        }
        return nil
    }
}
