import FirestoreWire

/// The head of a space moved.
struct HeadMove: Sendable {
    let head: ResourceName
    /// Its new sequence.
    let sequence: Int64
}
