/// The resources that all requests share among their users: memory, files and turns. A server has one value of this
/// type.
struct Shares: Sendable {
    /// Bytes of bodies that have been received but not answered.
    let bodies: Budget
    /// Bytes of unread answers in memory.
    let answers: Budget
    /// Bytes of unread answers in files.
    let answerFiles: Budget
    /// Bytes of the reads recorded for open transactions.
    let transactions: Budget
    /// Turns for large bodies, which take many times their size while they are processed.
    let largeBodies: Turnstile
    /// Turns for reads of many documents or a large one.
    let queries: Turnstile
    /// The processor time that large work has taken, which decides whose turn comes first.
    let processor: ProcessorUse

    init(_ limits: Limits, _ processor: ProcessorUse) {
        self.processor = processor
        bodies = Budget(limits.bodyBytes)
        answers = Budget(limits.answerBytes)
        answerFiles = Budget(limits.answerFileBytes)
        transactions = Budget(limits.transactionBytes)
        let (queries, waiting) = (limits.queries, limits.waitingPerUser)
        largeBodies = Turnstile(total: queries.total, perUser: 1, waitingPerUser: waiting, processor)
        self.queries = Turnstile(
            total: queries.total, perUser: queries.perUser, waitingPerUser: waiting, processor)
    }
}

extension Budget {
    fileprivate convenience init(_ share: Limits.Share) { self.init(total: share.total, share: share.perUser) }
}
