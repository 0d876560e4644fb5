package import FirestoreWire

/// Who may do what. Each request asks once who it comes from, and once whether that may do what it is about to do; a
/// commit asks again, with what it would make of the documents, right before it stores them.
package protocol Access: Sendable {
    /// Whom a request comes from.
    /// - Parameters:
    ///   - authorization: The header `Authorization`, if there is one.
    ///   - address: Where it comes from.
    /// - Throws: ``Status`` UNAUTHENTICATED; RESOURCE_EXHAUSTED if an address fails too often.
    func principal(authorization: String?, from address: ClientAddress) async throws -> Principal

    /// Requires that `principal` may do `operation`. The names are decoded and checked: however a URL spelt them,
    /// they are what the store will look up.
    /// - Throws: ``Status`` PERMISSION_DENIED.
    func require(_ operation: Operation, by principal: Principal) throws

    /// Forgets which tokens are good: some were taken back.
    func forgetTokens()

    /// What judges the commits of `principal`; nil if all that ``require(_:by:)`` let pass may happen.
    func judge(of principal: Principal) -> Judge?
}

/// Whom a request comes from.
package struct Principal: Equatable, Sendable {
    /// A name that stays the same from request to request; transactions belong to it.
    package let id: String

    /// The one called `id`.
    package init(id: String) { self.id = id }

    /// The one who may do everything.
    package static let administrator = Principal(id: "")
}

/// What a request is about to do.
package enum Operation: Equatable, Sendable {
    /// Read the documents.
    case get([ResourceName])
    /// Read documents of collections.
    case query(CollectionSelector, under: ResourceName)
    /// Read which collections, or documents that are missing, lie under a document or the root.
    case listCollections(under: ResourceName)
    /// Write or delete the documents, together.
    case write([ResourceName])
    /// Write or delete the documents, each for itself.
    case batchWrite([ResourceName])
    /// Begin or end a transaction.
    case transaction(DatabaseName)
}

/// Everybody may do everything: for a server that only its own machine reaches.
package struct OpenAccess: Access {
    /// Open to all.
    package init() {}

    /// Everybody is the administrator.
    package func principal(authorization: String?, from address: ClientAddress) -> Principal { .administrator }
    /// Allows it.
    package func require(_ operation: Operation, by principal: Principal) {}
    /// There are none.
    package func forgetTokens() {}
    /// Nothing is judged.
    package func judge(of principal: Principal) -> Judge? { nil }
}
