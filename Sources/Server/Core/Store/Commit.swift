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
    /// What a transaction has read: the commit is refused if any of it has changed since.
    var reads: [TransactionRead] = []
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

    /// Makes the writes within the open transaction.
    /// - Parameter now: The time by which the commit is judged, which clients know too.
    /// - Throws: ``Status`` before anything is written.
    func perform(_ db: Database, at time: Int64, judgedAt now: Int64) throws -> Outcome {
        for read in reads { try read.requireUnchanged(db) }
        var drafts: [DocumentDraft] = []
        drafts.reserveCapacity(sequences.count)
        var results = [WriteResult](repeating: WriteResult(), count: writeCount)
        // Rules are evaluated before preconditions, as on Google's servers.
        var unmet: Status?
        var effort = Effort()
        for sequence in sequences {
            var draft = try DocumentDraft(sequence.name, db)
            try effort.spend(draft.storedSize)
            do {
                try draft.require(sequence.precondition)
            } catch let status as Status where judge != nil {
                unmet = unmet ?? status
            }
            for (index, write) in sequence.writes {
                results[index].transformResults = try draft.apply(write, at: time, &effort)
            }
            try draft.finish()
            let updateTime = draft.updateTime(ifChangedAt: time)
            for (index, write) in sequence.writes {
                // A document that is verified to be missing was missing at the last moment before this commit.
                results[index].updateTime = updateTime ?? (write.isVerify ? Timestamp(stored: time - 1) : nil)
            }
            guard !sequence.isVerify else { continue }
            try effort.spend(draft.newSize)
            drafts.append(draft)
        }
        if let judge {
            let changes = try drafts.map { try $0.change() }
            try judge.review(changes, Timestamp(stored: now)) { try DocumentDraft($0, db).change().before }
        }
        if let unmet { throw unmet }
        // Everything that a damaged document can cause to fail comes before the first change.
        let outcome = Outcome(
            response: CommitResponse(writeResults: results, commitTime: Timestamp(stored: time)),
            document: drafts.count == 1 ? try drafts[0].document(ifChangedAt: time) : nil,
            heads: try drafts.compactMap { try HeadMove($0) })
        try Usage.add(drafts, within: judge?.quota, db)
        var collections: [[UInt8]: Int64] = [:]
        for draft in drafts { try draft.store(db, at: time, collections: &collections) }
        return outcome
    }
}
