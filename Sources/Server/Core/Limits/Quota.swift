/// The maximum size of a space.
package struct Quota: Equatable, Sendable {
    /// The number of documents.
    package var documents: Int
    /// The bytes of their stored fields.
    package var bytes: Int

    /// A quota.
    package init(documents: Int = 1_000_000, bytes: Int = 2 << 30) {
        self.documents = documents
        self.bytes = bytes
    }
}
