import FirestoreWire

/// That the head of a space moved.
struct HeadMove: Sendable {
    /// The head.
    let head: ResourceName
    /// Its sequence now.
    let sequence: Int64

    /// What the commit of `draft` does to a head; nil where the document is none, or has no sequence.
    init?(_ draft: DocumentDraft) throws {
        guard draft.name.isHead, case .integer(let sequence)? = try draft.after()?["seq"] else { return nil }
        head = draft.name
        self.sequence = sequence
    }
}
