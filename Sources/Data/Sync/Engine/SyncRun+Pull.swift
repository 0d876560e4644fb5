import TodoDomain

extension SyncRun {
    /// Pulls everything that the remote has up to `head`. Returns the present head.
    /// - Parameter full: whether to read everything again although nothing seems wrong.
    mutating func follow(_ head: RemoteHead?, full: Bool = false) async throws -> RemoteHead? {
        var head = head
        var reason: SyncState.ResyncReason? = full ? .requested : nil
        switch SyncPlan.divergence(of: state, from: head) {
        case .none: break
        case .resync(let found): reason = found
        case .askDocuments: if try await lacksDocuments(head) { reason = .rollback }
        }
        if reason == .rollback { head = try await announceRestoration(of: head) }
        if let reason { try await begin(reason, head: head) }
        let kinds = SyncPlan.kindsToPull(state, head: head).filter(engine.pulledKinds.contains)
        // The comparison above needed the start of the last pull; from here on it is no longer needed.
        state.lastPull = nil
        if !kinds.isEmpty {
            // The first page is stored together with its head. If the pull is interrupted and the remote restored
            // meanwhile, only this shows that the page belongs to an earlier generation.
            state.lastPull = state.pullStart(head)
            state.follow(head)
        }
        for kind in RecordKind.allCases where !kinds.contains(kind) {
            if let head { state.pulled[kind] = SyncState.Position(sequence: head.sequence) }
        }
        var isComplete = true
        for kind in kinds where try await !pull(kind, head: head) { isComplete = false }
        // A document that was rewritten during a resync has not been seen, although the remote has it.
        if state.resync != nil { try await requireUnchanged(head, isComplete: isComplete) }
        var next = state
        // A head that other devices removed is no longer followed. The next commit makes a new one.
        next.follow(head)
        next.resync = nil
        next.collectedSequence = max(state.collectedSequence, head?.collectedSequence ?? 0)
        // The last page may have been saved with the same state, but the work after a complete pull is still to be
        // done.
        if kinds.isEmpty, try await next == store.syncState() { return head }
        let highest = head?.collectedHighest ?? 0
        guard try await store.finishPull(next, ending: state.resync, collectedHighest: highest) else {
            throw try await wasOvertaken()
        }
        state = next
        return head
    }

    /// Throws if unseen records may have been written or collected during a resync, or if the remote was restored meanwhile.
    /// Otherwise the remote had already lost these records.
    private mutating func requireUnchanged(_ head: RemoteHead?, isComplete: Bool) async throws {
        guard isComplete, SyncPlan.isContinued(head, by: try await readHead()) else {
            throw RemoteFailure(
                .lostRace, status: "ABORTED", message: "Another device wrote while everything was read again.")
        }
    }

    /// Announces to other devices that the space was restored, unless its epoch shows it. Otherwise a device that
    /// returns only after many commits may take the documents that it knows for a continuation. Returns the present
    /// head.
    private mutating func announceRestoration(of head: RemoteHead?) async throws -> RemoteHead? {
        guard let head, head.generation == state.generation, !engine.needsUpdate(for: head), engine.maySend(to: head)
        else { return head }
        var newHead = head.advanced(by: makeCommitID(), touching: [])
        newHead.restoration = makeCommitID()
        // A device that may only read keeps the finding to itself.
        guard let time = try await commitIfAllowed(newHead, after: head, restoring: true, []) else { return head }
        newHead.updateTime = time
        return newHead
    }

    /// Begins to read everything again.
    mutating func begin(_ reason: SyncState.ResyncReason, head: RemoteHead?) async throws {
        // Restamp while it is still known which records other devices have seen. A restored remote may have lost that
        // information.
        try await restamp()
        var next = SyncPlan.beginning(reason, in: state, head: head)
        if reason == .rollback {
            // An unfinished resync leaves rows that it has not reached.
            next.resync?.restoredSequence =
                [state.resync?.restoredSequence, try await restoredSequence(head)].compactMap(\.self).min()
        }
        guard try await store.beginResync(next) else { throw try await wasOvertaken() }
        state = next
        report.resync = state.resync?.reason
    }

    /// Continues from the position of another process that has read everything again meanwhile. Returns the failure that
    /// reports this.
    private mutating func wasOvertaken() async throws -> RemoteFailure {
        state = try await store.syncState()
        return RemoteFailure(.lostRace, status: "ABORTED", message: "Another process has read everything again.")
    }

    /// Whether one of the most recently seen documents is missing or older than before.
    private mutating func lacksDocuments(_ head: RemoteHead?) async throws -> Bool {
        // The restore that an unfinished resync follows may have removed documents that the resync has not reached. They do
        // not show another restore.
        let resync = state.resync.flatMap { $0.reason == .rollback ? $0.number : nil }
        return try await newestDocuments(head, seenIn: resync, limit: 20)?
            .contains { !$0.isKept && $0.found <= $0.known } ?? false
    }

    /// The last commit known to be in the backup from which the remote was restored; nil if nothing was known. It is 0 if
    /// the backup lacks everything that could show the commit, or if others have overwritten it.
    private mutating func restoredSequence(_ head: RemoteHead?) async throws -> Int64? {
        // Others may have noticed a restore that this device has already followed.
        let both = (head?.commits ?? [:]).filter { state.commits[$0.key] != nil }
        if let last = both.filter({ state.commits[$0.key] == $0.value }).keys.max() { return last }
        guard let documents = try await newestDocuments(head, seenIn: nil, limit: 100) else { return nil }
        let firstLost = documents.filter { !$0.isKept && $0.found <= $0.known }.map(\.known).min()
        let kept = documents.filter { $0.isKept && $0.known < firstLost ?? .max }
        // A document may seem to be in the backup although it is not. Two commits with the same number may have sent it.
        let last = both.keys.min()?.addingClamped(-1) ?? .max
        return min(kept.map(\.known).max() ?? 0, last)
    }

    /// The most recently seen documents: the commit that wrote each of them as known here, the commit that the remote
    /// reports (0 if the document is missing), and whether these are the same commit; nil if no document was ever seen.
    /// Numbers of two generations may be equal. Documents that may be missing because they were collected are left out.
    private mutating func newestDocuments(
        _ head: RemoteHead?, seenIn resync: Int64?, limit: Int
    ) async throws -> [(known: Int64, found: Int64, isKept: Bool)]? {
        let bases = try await store.newestBases(above: state.collectedSequence, seenIn: resync, limit: limit)
        guard !bases.isEmpty else { return nil }
        report.requests += 1
        report.documentsRead += bases.count
        let documents = try await remote.documents(Array(bases.keys))
        let found = Dictionary(documents.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return bases.compactMap { key, base in
            guard let document = found[key] else {
                return mayBeCollected(base, head) ? nil : (base.sequence, 0, false)
            }
            let record = try? RecordCodec.reading(key, document.fields, in: engine.form).record
            return (
                base.sequence, document.sequence,
                document.sequence == base.sequence && record.map { base.isOf($0) } ?? true
            )
        }
    }

    /// Whether a missing document may be a deletion that was collected. This device has seen the deletion. If the remote has
    /// collected later deletions, everything is read again. Only then may the deletion be new here.
    private func mayBeCollected(_ base: RecordBase, _ head: RemoteHead?) -> Bool {
        guard let head, base.isDeleted || state.resync != nil else { return false }
        return base.sequence <= head.collectedSequence
            && base.allStamps.allSatisfy { $0.milliseconds <= head.collectedHighest }
    }

    /// Pulls a kind up to the head. Returns whether the result is complete, that is, whether nothing was committed
    /// meanwhile.
    private mutating func pull(_ kind: RecordKind, head: RemoteHead?) async throws -> Bool {
        var (page, limit): ([RemoteDocument], Int)
        do {
            (page, limit) = try await self.page(of: kind, after: state.position(of: kind))
        } catch let failure as RemoteFailure where failure.kind == .denied && kind.isAddition && engine.member == nil {
            // Rules older than this kind allow no device to write it either.
            return true
        }
        // A remote that is briefly set back answers with a page of the past. That page lacks the kind's last commit.
        let last = head?.last[kind] ?? 0
        var hasLast = last <= max(state.position(of: kind).sequence, head?.collectedSequence ?? 0)
        while true {
            try Task.checkCancellation()
            // An empty result is billed as one read.
            report.requests += 1
            report.documentsRead += max(page.count, 1)
            // Later commits are left for the next run. Only commits that the head covers can be attributed to its
            // generation.
            let known = page.filter { document in head.map { document.sequence <= $0.sequence } ?? true }
            let isComplete = known.count == page.count
            page = known
            let position = position(of: kind, after: page)
            // If no document of a page can be followed, the same page would come again and again.
            let isStuck = position == state.position(of: kind)
            let isLast = page.count < limit || !isComplete || isStuck
            hasLast = hasLast || !isComplete || page.contains { $0.sequence == last }
            // A head may also name a commit that no device ever made. So the run starts over only once for a kind, and the
            // next run reads the kind again.
            if isLast, !hasLast, doubted.insert(kind).inserted {
                throw RemoteFailure(
                    .lostRace, status: "ABORTED", message: "The documents do not go as far as the head says.")
            }
            guard !isLast, limits.overlaps else {
                try await apply(page, of: kind, up: isLast && hasLast ? end(position, head) : position)
                if isLast { return isComplete }
                (page, limit) = try await self.page(of: kind, after: position)
                continue
            }
            let (remote, size) = (remote, pageSize.count)
            async let next = remote.page(of: kind, after: position, limit: size)
            try await apply(page, of: kind, up: position)
            do {
                page = try await next
                limit = size
                pageSize.succeed()
            } catch let failure as RemoteFailure where failure.isTimeout && pageSize.shrink() {
                (page, limit) = try await self.page(of: kind, after: position)
            }
        }
    }

    /// The next page, with the requested number of documents. Each time that it takes too long, a smaller page is
    /// requested.
    private mutating func page(
        of kind: RecordKind, after position: SyncState.Position
    ) async throws -> ([RemoteDocument], Int) {
        while true {
            try Task.checkCancellation()
            let size = pageSize.count
            do {
                let page = try await remote.page(of: kind, after: position, limit: size)
                pageSize.succeed()
                return (page, size)
            } catch let failure as RemoteFailure where failure.isTimeout && pageSize.shrink() {
                continue
            }
        }
    }

    /// The position after a page: after its last document whose name can be asked for. Foreign documents after it come again
    /// with the next page. If the page has only foreign documents, all documents of their commit are skipped.
    private func position(of kind: RecordKind, after page: [RemoteDocument]) -> SyncState.Position {
        let before = state.position(of: kind)
        if let last = page.last(where: { !$0.isForeign }) {
            return SyncState.Position(sequence: last.sequence, id: last.key.id)
        }
        guard let last = page.last, last.sequence > before.sequence else { return before }
        return SyncState.Position(sequence: last.sequence)
    }

    /// How far a kind has been pulled after its last page.
    private func end(_ position: SyncState.Position, _ head: RemoteHead?) -> SyncState.Position {
        SyncState.Position(sequence: head?.sequence ?? position.sequence)
    }

    /// Reads the documents again that a newer version had written when they were pulled. This program may have been updated
    /// since. Until it is updated, it must not send anything.
    mutating func readNewerAgain() async throws {
        guard !report.needsUpdate else { return }
        let keys = try await store.unreadableKeys(for: RecordCodec.newerForm)
        // Usually one document shows that this program is still too old.
        try await readAgain(Array(keys.prefix(1)))
        if !report.needsUpdate { try await readAgain(Array(keys.dropFirst())) }
    }

    /// Merges documents in one transaction with the position that they reach.
    mutating func apply(
        _ documents: [RemoteDocument], of kind: RecordKind, up position: SyncState.Position
    ) async throws {
        var next = state
        next.pulled[kind] = position
        if documents.isEmpty { return try await keep(next) }
        // In a shared space these are no records: members write about themselves.
        if kind == .membership, engine.member != nil { return try await noteMembers(documents, keeping: next) }
        try await apply(documents, keeping: next)
    }

    /// Merges documents and saves a state with them.
    mutating func apply(_ documents: [RemoteDocument], keeping next: SyncState) async throws {
        var records: [IncomingRecord] = []
        var unreadable: [RecordKey: String] = [:]
        for document in documents {
            do {
                records.append(try RecordCodec.reading(document.key, document.fields, in: engine.form))
            } catch {
                unreadable[document.key] = error.reason
                // The head of a shared space says whether this version may write there. A member may have made up a version,
                // which must not stop everybody.
                if error.isNewer, engine.member == nil { report.needsUpdate = true }
            }
        }
        let outcome = try await store.apply(records, unreadable: unreadable, state: next)
        guard !outcome.sawRollback else { return try await noteRollback() }
        state = next
        report.pulled += outcome.changed
        report.conflicts += outcome.conflicts
    }

    /// Handles a document that is older than the version this device has seen. It shows that the remote was restored,
    /// whatever the head says. Nothing of the page was kept.
    private mutating func noteRollback() async throws {
        _ = try await announceRestoration(of: readHead())
        try await begin(.rollback, head: nil)
        // The position has moved back, so the loop starts over.
        throw RemoteFailure(.lostRace, status: "ROLLBACK", message: "The remote was restored from a backup.")
    }
}
