/// The maximum size of a space.
public struct Quota: Equatable, Sendable {
    /// The number of documents.
    public var documents: Int
    /// The bytes of their stored fields.
    public var bytes: Int

    /// A quota.
    public init(documents: Int = 1_000_000, bytes: Int = 2 << 30) {
        self.documents = documents
        self.bytes = bytes
    }
}
