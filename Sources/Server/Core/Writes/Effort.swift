import FirestoreWire

/// The cost of a commit in the queue that all commits share: the bytes that it reads, processes and writes. It is
/// limited, because a request of a few kilobytes may affect documents of many megabytes.
struct Effort {
    /// Twice a request of the maximum size, plus the previous content of its documents.
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
