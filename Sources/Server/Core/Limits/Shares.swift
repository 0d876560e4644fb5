/// What all requests share out among their users: memory, files and turns. One of them serves a whole server.
struct Shares: Sendable {
    /// Bytes of bodies that were received and are not answered.
    let bodies: Budget
    /// Bytes of answers in memory that their clients have not taken.
    let answers: Budget
    /// Bytes of answers in files that their clients have not taken.
    let answerFiles: Budget
    /// Bytes of what open transactions have read.
    let transactions: Budget
    /// Turns of large bodies: each is many times as large while it is worked on.
    let largeBodies: Turnstile
    /// Turns of what may read many documents, or a large one.
    let queries: Turnstile

    init(_ limits: Limits) {
        bodies = Budget(limits.bodyBytes)
        answers = Budget(limits.answerBytes)
        answerFiles = Budget(limits.answerFileBytes)
        transactions = Budget(limits.transactionBytes)
        let (queries, waiting) = (limits.queries, limits.waitingPerUser)
        largeBodies = Turnstile(total: queries.total, perUser: 1, waitingPerUser: waiting)
        self.queries = Turnstile(total: queries.total, perUser: queries.perUser, waitingPerUser: waiting)
    }
}

extension Budget {
    fileprivate convenience init(_ share: Limits.Share) { self.init(total: share.total, share: share.perUser) }
}
