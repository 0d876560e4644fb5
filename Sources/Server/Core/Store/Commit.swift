import FirestoreWire
import Foundation
import GRDB
import JSON

/// Writes that are made atomically.
struct Commit: Sendable {
    /// The result of a commit.
    struct Outcome: Sendable {
        let response: CommitResponse
        /// The resulting document of a commit with a single write; nil if it was deleted, and for several writes.
        let document: Document?
        /// The heads that moved.
        let heads: [HeadMove]
    }

    private let sequences: [WriteSequence]
    /// The reads of its transaction: the commit is refused if any of them would give another result now.
    var reads: [TransactionRead] = []
    /// The plan that was made before the commit entered the queue.
    private var plan: CommitPlan?
    private let judge: Judge?
    let writeCount: Int

    /// The full names of the documents concerned.
    var names: some Sequence<String> { sequences.lazy.map(\.name.text) }

    /// - Parameter judge: nil if everything is allowed, which saves reading the previous documents.
    /// - Throws: ``Status`` INVALID_ARGUMENT if the writes can never succeed.
    init(_ writes: [ValidWrite], judge: Judge?) throws(Status) {
        sequences = try WriteSequence.sequences(of: writes)
        self.judge = judge
        writeCount = writes.count
    }

    /// Whether ``prepare(_:judgedAt:after:)`` was called, so that the commit is large.
    var isPrepared: Bool { plan != nil }

    /// Computes a large commit beforehand. The queue, in which all commits wait, then only checks whether the documents
    /// are still the same, and stores the new ones.
    /// - Throws: ``Status`` if the commit must be refused in the state of the snapshot.
    mutating func prepare(_ snapshot: Snapshot, judgedAt now: Int64, after changes: RecentChanges) throws {
        // Parts that depend on the time of the commit are computed with it.
        guard !sequences.contains(where: { $0.writes.contains { $0.write.transforms.contains(where: \.usesTime) } })
        else { return }
        try requireUnchanged(snapshot.db, changes)
        plan = try CommitPlan(sequences, judge, snapshot.db, at: now, judgedAt: now)
    }

    private func requireUnchanged(_ db: Database, _ changes: RecentChanges?) throws {
        var search = ConflictSearch(db, changes)
        for read in reads { try read.requireUnchanged(&search) }
    }

    /// Makes the writes within the open transaction.
    /// - Parameters:
    ///   - now: The time by which the commit is judged, which clients know too.
    ///   - changes: The changes of the commits before this one, to which its own are added; nil if they are not needed.
    /// - Throws: ``Status`` before anything is written.
    func perform(
        _ db: Database, at time: Int64, judgedAt now: Int64, after changes: RecentChanges? = nil
    ) throws -> Outcome {
        try requireUnchanged(db, changes)
        let plan =
            if let plan, try plan.isCurrent(db) { plan } else {
                try CommitPlan(sequences, judge, db, at: time, judgedAt: now)
            }
        var results = plan.results
        for (sequence, draft) in zip(sequences, plan.drafts) {
            let updateTime = draft.updateTime(ifChangedAt: time)
            for (index, write) in sequence.writes {
                // A document that is verified to be missing was missing at the last moment before this commit.
                results[index].updateTime = updateTime ?? (write.isVerify ? Timestamp(stored: time - 1) : nil)
            }
        }
        let drafts = zip(sequences, plan.drafts).filter { !$0.0.isVerify }.map(\.1)
        // Everything that can fail because of a damaged document comes before the first change.
        let outcome = Outcome(
            response: CommitResponse(writeResults: results, commitTime: Timestamp(stored: time)),
            document: drafts.count == 1 ? try drafts[0].document(ifChangedAt: time) : nil,
            heads: try drafts.compactMap { try HeadMove($0) })
        try Usage.add(drafts, within: judge?.quotas, db)
        var collections: [[UInt8]: Int64] = [:]
        for draft in drafts where try draft.store(db, at: time, collections: &collections) {
            changes?.note(draft.name, at: time)
        }
        return outcome
    }
}
