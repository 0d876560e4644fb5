import JSON
import TestSupport
import TodoDomain
import TodoSync

extension World {
    /// Ends all faults, syncs until nothing happens any more, and looks at what has become of everything; nil if it
    /// is as it must be.
    func settle() async throws -> String? {
        late = []
        for device in devices { try device.setDiskFull(false) }
        server.toleratesPoison = true
        if server.rulesAreOld {
            // Brought up to date; a device retries another day.
            server.rulesAreOld = false
            server.now += 2 * 86_400_000
        }
        // The server's clock passes everything that it ever accepted.
        server.ahead = server.greatestAhead
        try setSchema(RemoteHead.schema)
        for device in devices { try await device.retry() }
        for _ in 0..<12 {
            try healAsNewerClient()
            if try await !syncAll() { return try await problem() }
        }
        return "it does not settle"
    }

    /// Lets each device sync, one after the other; returns whether any had something to do.
    private func syncAll() async throws -> Bool {
        var isBusy = false
        for device in devices {
            if try await device.sync(in: self, process: 0, faults: []) { isBusy = true }
            try await noteAnswers(by: device)
        }
        return isBusy
    }

    private func problem() async throws -> String? {
        for device in devices {
            if let problem = try await problem(of: device) { return "device \(device.number): \(problem)" }
        }
        if let problem = try await orderProblem() { return problem }
        if let problem = try await seriesProblem() { return problem }
        for device in devices { for note in try await device.conflicts() { conflicts.add(note) } }
        // What was deleted before it was ever sent met nobody's edit, though others may have made a record with this id.
        let unnoted = conflicts.problem(
            isLeftOut: { server.collected.contains($0) || serverRecord($0) == nil }, final: { oracle.record($0) })
        // The author of an edit had not seen what a lie has hidden from the author's device.
        if knowsAuthors, !isAttacked, let unnoted { return unnoted }
        for isOld in [false, true] {
            let fresh = try addDevice(old: isOld)
            _ = try await fresh.sync(in: self, process: 0, faults: [])
            // Others left this alone because the series had ended then. It has come back since.
            try await noteAnswers(by: fresh)
            // Another device may have a part of what it has answered which was never sent, because it was undone before.
            if conflicts.hasForeigners { for _ in 0..<2 { _ = try await syncAll() } }
            if let problem = try await problem(of: fresh) { return "a fresh \(isOld ? "old " : "")device: \(problem)" }
        }
        // The others learn what the fresh ones have answered.
        for _ in 0..<2 { _ = try await syncAll() }
        if let problem = try await orderProblem() { return problem }
        return try await seriesProblem()
    }

    /// Whether all devices show the same trees in the same order, in which no two runs are mixed.
    private func orderProblem() async throws -> String? {
        if let problem = order.problem ?? misplacement { return problem }
        var first: Shown?
        for device in devices {
            let shown = try await device.shown()
            // After a restore that nobody can notice any more, devices may not have the same records (docs/sync.md, Limits).
            if let first, first != shown, !conflicts.isOutrun {
                return "device \(device.number) shows \(shown) and not \(first)"
            }
            first = shown
        }
        return first.flatMap { order.mixture(in: $0.order) { oracle.record($0) } }
    }

    private func problem(of device: Device) async throws -> String? {
        if let problem = try await device.problem(in: self) { return problem }
        let records = try await device.records()
        for key in oracle.keys.union(records.keys).sorted(by: { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) })
        {
            let problem = key.kind.isContent ? problem(of: records[key], key) : problem(ofAddition: records[key], key)
            if let problem { return "\(key.kind) \(key.id) \(problem)" }
        }
        return nil
    }

    /// What the engine itself derives is the same everywhere.
    private func problem(ofAddition record: Record?, _ key: RecordKey) -> String? {
        let remote = serverRecord(key)
        if record == remote || record?.isDeleted ?? true && remote?.isDeleted ?? true { return nil }
        // After a restore that nobody can notice any more nobody sends it again either (docs/sync.md, Limits).
        if conflicts.isOutrun { return nil }
        return "is not as on the server"
    }

    private func problem(of record: Record?, _ key: RecordKey) -> String? {
        let expected = oracle.record(key)
        if isAttacked, let record, let remote = serverRecord(key), record.origin != remote.origin {
            return "has another origin than on the server"
        }
        let isLive = record.map { !$0.isDeleted } ?? false
        guard server.collected.contains(key) else {
            if oracle.isDeleted(key) {
                // A device may drop its deletions as soon as the remote has collected others of the same age. If a restored
                // server has lost a deletion and its clock went back too, the deletion has got an earlier stamp. The devices
                // agree all the same.
                let isRestamped = server.hasBeenWrong && conflicts.restores > 0 && serverRecord(key)?.isDeleted == false
                return isLive && !isRestamped ? "is there, though it was deleted" : nil
            }
            if isForgotten(expected), !isLive, record?.deletion?.stamp?.device ?? .shared == .shared { return nil }
            let hasOld = devices.contains(where: \.isOlder)
            guard let record else {
                // After a restore that nobody can notice any longer, a collection may follow, or edits that nobody reads who
                // had read further (docs/sync.md, Limits). An edit that a restored server has lost has got an earlier stamp if
                // the server's clock went back. The devices agree all the same.
                if server.hasBeenWrong, conflicts.restores > 0, serverRecord(key)?.isDeleted ?? true { return nil }
                let remote = serverRecord(key)?.comparable(besideOld: hasOld, isAttacked)
                let isExcused = remote.map { $0 == expected.comparable(besideOld: hasOld, isAttacked) } ?? true
                return conflicts.isOutrun && isExcused ? nil : "is missing"
            }
            var wanted = expected.comparable(besideOld: hasOld, isAttacked)
            // A deletion from before all edits may have been collected before a backup brought the record back.
            if conflicts.restores > 0, record.deletion == nil, serverRecord(key)?.deletion == nil {
                wanted.deletion = nil
            }
            guard record.comparable(besideOld: hasOld, isAttacked) != wanted else { return nil }
            // Edits that a restored server has lost count as unseen, and get other stamps if its clock went back too. So the
            // order of edits may be lost, but the devices agree. The same can happen after a lie: it hides an edit from
            // somebody who writes meanwhile with the stamps of a server whose clock is behind.
            if server.hasBeenWrong, conflicts.restores > 0 || isAttacked, let remote = serverRecord(key),
                record.comparable(besideOld: hasOld, isAttacked) == remote.comparable(besideOld: hasOld, isAttacked)
            {
                return nil
            }
            // After a restore that nobody can notice any longer, nobody who had read further reads what was written meanwhile.
            if conflicts.isOutrun, let remote = serverRecord(key),
                record.merged(with: remote).comparable(besideOld: hasOld, isAttacked) == wanted
            {
                return nil
            }
            return "is\n  \(record)\nand not\n  \(expected)"
        }
        // A collected record is forgotten. Only later edits of it must be there.
        let remote = serverRecord(key)
        guard isLive == remote.map({ !$0.isDeleted }) ?? false else {
            return "was collected, and is not as on the server"
        }
        if isLive, record != remote { return "was collected, and differs from the server's" }
        guard !expected.isDeleted, !isForgotten(expected) else { return nil }
        // Under a wrong clock of the server, an edit may get an earlier stamp than a deletion that its device no longer knew
        // (docs/sync.md, Limits). The devices agree all the same.
        guard !isLive, !isCollectedEarly, !server.hasBeenWrong else { return nil }
        return "is missing, though it was edited after its deletion"
    }

    /// Whether a deletion may have been collected long before its time: the server's clock and a device's, which must agree on
    /// its age, were both that far ahead.
    private var isCollectedEarly: Bool {
        let age = SyncEngine.Limits().deletionDays * 86_400_000
        return server.greatestAhead > age && devices.contains { $0.hardware.greatestAhead > age }
    }

    /// Whether it is a comment on a to-do that was deleted for so long that the comment went, and nobody has edited it since:
    /// before the deletion was forgotten, the to-do was brought back, or any other device heard of either.
    private func isForgotten(_ record: Record) -> Bool {
        guard let todo = record.commentedTodo else { return false }
        let own = RecordKey(record.kind, record.id)
        return server.collected.contains(todo)
            || server.collected.contains(own) && oracle.record(todo).deletion != nil
            || expiries[own].map { $0 > record.highestStamp } ?? false
    }
}

extension Record {
    /// The to-do that a comment is on; nil for other records.
    var commentedTodo: RecordKey? {
        guard kind == .comment else { return nil }
        return registers[CommentRegister.todo.rawValue]?.value.string.map { RecordKey(.todo, $0) }
    }

    /// A living record without what says nothing of it. What an old device has made counts as empty in the registers that its
    /// version does not know, which nobody has written. What a device has dropped, as the remote has forgotten it, has a deletion
    /// that nobody has made, until a later edit arrives.
    fileprivate func comparable(besideOld hasOld: Bool, _ isAttacked: Bool) -> Record {
        // A lie about the origin is read as the oldest origin, if anybody has read it before it was gone.
        let anonymous = Record(kind: kind, id: id, createdAt: createdAt, origin: .oldest)
        var record = isAttacked ? merged(with: anonymous) : self
        if deletion?.stamp?.device == .shared { record.deletion = nil }
        if hasOld { record.registers = record.registers.filter { OlderVersion.knows($0.key, of: kind) } }
        guard kind != .todo else { return record }
        for name in [TagRegister.mergedInto, .used].map(\.rawValue) where record.registers[name]?.value.isNull ?? false
        {
            record.registers[name] = nil
        }
        return record
    }
}
