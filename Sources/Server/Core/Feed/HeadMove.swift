import FirestoreWire

/// The head of a space moved.
struct HeadMove: Sendable {
    /// The head.
    let head: ResourceName
    /// Its new sequence.
    let sequence: Int64
}
