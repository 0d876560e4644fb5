package import FirestoreWire

/// Authentication and authorization. Each request is authenticated once, and authorized once before it acts. A commit
/// is judged again right before it is stored, with the resulting documents.
package protocol Access: Sendable {
    /// Authenticates a request.
    /// - Parameters:
    ///   - authorization: The header `Authorization`, if there is one.
    ///   - address: The client's address.
    /// - Throws: ``Status`` UNAUTHENTICATED; RESOURCE_EXHAUSTED if an address fails too often.
    func principal(authorization: String?, from address: ClientAddress) async throws -> Principal

    /// Throws unless `principal` may do `operation`. The names are decoded and validated, whatever their spelling in
    /// the URL: the store will look up exactly these.
    /// - Throws: ``Status`` PERMISSION_DENIED.
    func require(_ operation: Operation, by principal: Principal) throws

    /// Forgets cached tokens, since some were revoked.
    func forgetTokens()

    /// Judges the commits of `principal`; nil if everything is allowed that ``require(_:by:)`` allows.
    func judge(of principal: Principal) -> Judge?
}

/// An authenticated client.
package struct Principal: Equatable, Sendable {
    /// An identifier that is the same for all requests of the principal; transactions belong to it.
    package let id: String

    /// The principal with this id.
    package init(id: String) { self.id = id }

    /// The principal who may do everything.
    package static let administrator = Principal(id: "")
}

/// The operation that a request is about to do.
package enum Operation: Equatable, Sendable {
    /// Read the documents.
    case get([ResourceName])
    /// Query documents of collections.
    case query(CollectionSelector, under: ResourceName)
    /// List the collections, or missing documents, under a document or the root.
    case listCollections(under: ResourceName)
    /// Write or delete the documents atomically.
    case write([ResourceName])
    /// Write or delete the documents one by one.
    case batchWrite([ResourceName])
    /// Begin or end a transaction.
    case transaction(DatabaseName)
}

/// Allows all operations to all clients: for a server that only its own machine can reach.
package struct OpenAccess: Access {
    /// Open access.
    package init() {}

    /// Authenticates everybody as the administrator.
    package func principal(authorization: String?, from address: ClientAddress) -> Principal { .administrator }
    /// Allows everything.
    package func require(_ operation: Operation, by principal: Principal) {}
    /// Does nothing.
    package func forgetTokens() {}
    /// No judge.
    package func judge(of principal: Principal) -> Judge? { nil }
}
