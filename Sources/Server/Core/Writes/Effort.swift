import FirestoreWire

/// What a commit costs the queue in which all commits wait, in bytes that it reads, works on and writes. It is bounded:
/// a request of a few kilobytes may concern documents of many megabytes.
struct Effort {
    /// Twice a request of the greatest size, and what its documents hold before.
    private static let maximum = 32 << 20

    private var spent = 0

    /// Counts `bytes` of work.
    /// - Throws: INVALID_ARGUMENT, in Firestore's words, if it is too much for one commit.
    mutating func spend(_ bytes: Int) throws(Status) {
        spent += bytes
        guard spent <= Self.maximum else {
            throw Status(.invalidArgument, "Transaction too big. Decrease transaction size.")
        }
    }
}
