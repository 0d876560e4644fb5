import FirestoreWire
import Foundation
import GRDB
import JSON

/// Writes that happen together or not at all.
struct Commit: Sendable {
    /// Judges what the commit makes of the documents, before anything is stored; what it throws refuses the commit.
    typealias Judge = @Sendable (_ changes: [DocumentChange], _ time: Timestamp) throws -> Void

    /// What a commit did.
    struct Outcome: Sendable {
        let response: CommitResponse
        /// The document of a commit of one write that is no delete, as it is now.
        let documents: [Document]
    }

    private let sequences: [WriteSequence]
    /// What a transaction read before: the commit is refused where it changed since.
    var reads: [TransactionRead] = []
    private let judge: Judge?
    let writeCount: Int

    /// The full names of the documents that it concerns.
    var names: some Sequence<String> { sequences.lazy.map(\.name.text) }

    /// - Parameter judge: nil where everything is allowed, which saves reading the documents as they were.
    /// - Throws: ``Status`` INVALID_ARGUMENT where the writes can never succeed.
    init(_ writes: [ValidWrite], judge: Judge?) throws(Status) {
        sequences = try WriteSequence.sequences(of: writes)
        self.judge = judge
        writeCount = writes.count
    }

    /// Makes the writes within the open transaction.
    /// - Throws: ``Status`` before anything was written.
    func perform(_ db: Database, at time: Int64) throws -> Outcome {
        for read in reads { try read.requireUnchanged(db) }
        var drafts: [DocumentDraft] = []
        drafts.reserveCapacity(sequences.count)
        var results = [WriteResult](repeating: WriteResult(), count: writeCount)
        for sequence in sequences {
            var draft = try DocumentDraft(sequence.name, db)
            try draft.require(sequence.precondition)
            for (index, write) in sequence.writes {
                results[index].transformResults = try draft.apply(write, at: time)
            }
            try draft.finish()
            for (index, _) in sequence.writes { results[index].updateTime = draft.updateTime(ifChangedAt: time) }
            drafts.append(draft)
        }
        if let judge { try judge(try drafts.map { try $0.change() }, Timestamp(stored: time)) }
        var collections: [[UInt8]: Int64] = [:]
        for draft in drafts { try draft.store(db, at: time, collections: &collections) }
        let document = drafts.count == 1 ? try drafts[0].document(ifChangedAt: time) : nil
        return Outcome(
            response: CommitResponse(writeResults: results, commitTime: Timestamp(stored: time)),
            documents: document.map { [$0] } ?? [])
    }
}
