package import FirestoreWire

/// The place of a space, which is moved from there or to there: a database of this server, or any server that
/// speaks Firestore's REST API to an administrator.
package protocol SpaceHost: Sendable {
    /// The document above the space: `users/{user}` or `spaces/{sid}`, whose collections the space consists of.
    var root: ResourceName { get }

    /// The document called `name`; nil if there is none.
    func document(_ name: ResourceName) async throws -> Document?

    /// The ids of the collections in the space that hold documents.
    func collections() async throws -> [String]

    /// Calls `body` with each document of a query in the space, in order. If it throws, `body` may have been called.
    func forEach(_ query: StructuredQuery, _ body: (Document) throws -> Void) async throws

    /// Makes all writes, or none. If it is unclear whether they were made, they are made again, unless they have
    /// preconditions.
    func commit(_ writes: [Write]) async throws

    /// Whether an error leaves unclear if a commit was made.
    func leavesOutcomeUnknown(_ error: any Error) -> Bool

    /// Whether an export can continue after the error, after a while.
    func isPassing(_ error: any Error) -> Bool

    /// Tells the server of the space that it has become another one.
    func announce() async throws
}

extension SpaceHost {
    /// The document that orders all commits of the space.
    package var head: ResourceName {
        get throws(InvalidName) { try root.appending("sync", "head") }
    }

    /// A query for the documents of a collection that come after `last`, ordered by name.
    /// - Parameter limit: the maximum number.
    func page(of collection: String, after last: Document?, limit: Int32, namesOnly: Bool = false) -> StructuredQuery {
        StructuredQuery(
            from: [CollectionSelector(collection)], orderBy: [Order(.documentID, .ascending)],
            startAt: last.map { QueryCursor([.reference($0.name)], before: false) }, limit: limit,
            select: namesOnly ? [] : nil)
    }
}
