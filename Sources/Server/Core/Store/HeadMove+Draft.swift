import FirestoreWire

extension HeadMove {
    /// The effect of the commit of `draft` on a head; nil if the document is not a head, or has no sequence.
    init?(_ draft: DocumentDraft) throws {
        guard draft.name.isHead, case .integer(let sequence)? = try draft.after()?["seq"] else { return nil }
        self.init(head: draft.name, sequence: sequence)
    }
}
