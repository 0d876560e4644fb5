import FirestoreWire
import GRDB

/// The documents after a commit, computed from those before it.
struct CommitPlan: Sendable {
    /// A draft for each document of the commit, in order.
    private(set) var drafts: [DocumentDraft] = []
    /// The results of the transforms of each write.
    private(set) var results: [WriteResult] = []
    /// Other documents that decided whether the commit is allowed.
    private var consulted: [DocumentDraft] = []

    /// - Parameters:
    ///   - time: The commit's time, for transforms that set it.
    ///   - now: The time by which the commit is judged.
    /// - Throws: ``Status`` if the commit must be refused.
    init(_ sequences: [WriteSequence], _ judge: Judge?, _ db: Database, at time: Int64, judgedAt now: Int64) throws {
        drafts.reserveCapacity(sequences.count)
        results = [WriteResult](repeating: WriteResult(), count: sequences.reduce(0) { $0 + $1.writes.count })
        // Rules are evaluated before preconditions, as on Google's servers.
        var unmet: Status?
        var effort = Effort()
        for sequence in sequences {
            LargeWork.step()
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
            if !sequence.isVerify { try effort.spend(draft.newSize) }
            drafts.append(draft)
        }
        if let judge {
            let changes = try zip(sequences, drafts).filter { !$0.0.isVerify }.map { try $0.1.change() }
            try judge.review(changes, Timestamp(stored: now)) { name in
                let draft = try DocumentDraft(name, db)
                consulted.append(draft)
                return try draft.change().before
            }
        }
        if let unmet { throw unmet }
    }

    /// Whether the documents from which it was computed are still the same.
    func isCurrent(_ db: Database) throws -> Bool {
        for draft in drafts where try !draft.isCurrent(db) { return false }
        for draft in consulted where try !draft.isCurrent(db) { return false }
        return true
    }
}
