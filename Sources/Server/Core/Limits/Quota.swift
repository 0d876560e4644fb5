/// How much a space may hold.
public struct Quota: Equatable, Sendable {
    /// How many documents.
    public var documents: Int
    /// How many bytes their stored fields may take.
    public var bytes: Int

    /// So many documents and bytes.
    public init(documents: Int = 1_000_000, bytes: Int = 2 << 30) {
        self.documents = documents
        self.bytes = bytes
    }
}
