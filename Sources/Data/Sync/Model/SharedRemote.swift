public import FirestoreWire

/// A remote on which people share spaces with each other. A ``RemoteStore`` of the own space has one in
/// ``RemoteStore/shared``, if there is such a thing at the remote.
public protocol SharedRemote: Sendable {
    /// The id of this person, by which the heads of shared spaces name their members.
    var person: String { get }
    /// The heads of the own space and of shared ones, all read in one request.
    /// - Parameter spaces: the names of the shared spaces.
    /// - Throws: ``RemoteFailure``, which is `denied` if this person may not read one of them; ``SyncError/foreignSpace`` if
    ///   the document in place of the own head is not a head.
    func heads(of spaces: [String]) async throws -> SpaceHeads
    /// The store of a shared space. Its requests are `denied` if this person is not a member.
    /// - Parameter name: the name of the space.
    /// - Throws: ``RemoteFailure`` for a name that no space can have.
    func space(_ name: String) throws -> any RemoteStore
    /// The document of a shared space about a member, or about somebody who was one; nil if there is none. People can always
    /// read the one about themselves.
    /// - Parameters:
    ///   - person: the id of the member.
    ///   - space: the name of the space.
    /// - Throws: ``RemoteFailure``.
    func member(_ person: String, of space: String) async throws -> Fields?
    /// The link that a secret opens. Anybody who knows the hash can read it until the link ends.
    /// - Parameters:
    ///   - hash: the hash of the secret.
    ///   - space: the name of the space.
    /// - Returns: the link; nil if there is none. A remote may be `denied` instead, since it tells strangers nothing.
    /// - Throws: ``RemoteFailure``.
    func link(_ hash: String, of space: String) async throws -> SpaceLink?
    /// All links of a space, which only owners can read.
    /// - Throws: ``RemoteFailure``.
    func links(of space: String) async throws -> [SpaceLink]
    /// Makes this person a member of a space, and takes away one use of the link, both or neither. Somebody who is not a member
    /// cannot read the head, so the remote itself raises its number by one.
    /// - Parameters:
    ///   - space: the name of the space.
    ///   - link: the link as the remote has it.
    ///   - secret: the secret of the link.
    /// - Throws: ``RemoteFailure``.
    func join(_ space: String, with link: SpaceLink, secret: String) async throws
    /// Changes a space and its links, all or nothing.
    /// - Parameters:
    ///   - commit: the change of the head and of documents; nil to change links alone.
    ///   - opened: the links to add.
    ///   - closed: the hashes of the links to delete.
    ///   - space: the name of the space.
    /// - Throws: ``RemoteFailure``.
    func commit(_ commit: RemoteCommit?, opening opened: [SpaceLink], closing closed: [String], in space: String)
        async throws
}

/// The heads of several spaces.
public struct SpaceHeads: Sendable {
    /// The head of the own space; nil if it was never written to.
    public var own: RemoteHead?
    /// The heads of shared spaces by their names. A space without a valid head is left out, and is asked again alone.
    public var shared: [String: RemoteHead]

    /// The heads of an answer.
    /// - Parameters:
    ///   - own: the head of the own space; nil if it was never written to.
    ///   - shared: the heads of shared spaces by their names.
    public init(own: RemoteHead?, shared: [String: RemoteHead]) {
        self.own = own
        self.shared = shared
    }
}

extension RemoteStore {
    /// Returns nil: nobody shares anything at this remote.
    public var shared: (any SharedRemote)? { nil }
}

/// The answer to a poll: the head of one space, and the cost of asking for it.
package struct PolledHead: Sendable {
    /// The head; nil if the space was never written to.
    package var head: RemoteHead?
    /// The requests that were sent for this space.
    package var requests = 1
    /// The documents that the remote has read for this space.
    package var documentsRead = 1

    /// The answer to a request for this head alone.
    package init(_ head: RemoteHead?) { self.head = head }
}
