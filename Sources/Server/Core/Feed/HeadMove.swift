import FirestoreWire

/// That the head of a space moved.
struct HeadMove: Sendable {
    /// The head.
    let head: ResourceName
    /// Its sequence now.
    let sequence: Int64
}
