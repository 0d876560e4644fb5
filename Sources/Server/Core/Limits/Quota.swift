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

/// The limits on what a user's commits may store.
struct UserQuotas {
    let user: String
    /// The maximum size of the user's own space.
    let own: Quota
    /// The maximum size of each space that several people share.
    let shared: Quota
    /// How many shared spaces the user may have made, without those that are closed and emptied.
    let madeSpaces: Int

    init(of user: String, _ limits: Limits) {
        self.user = user
        own = limits.quota
        shared = limits.sharedQuota
        madeSpaces = limits.sharedSpacesPerUser
    }
}
