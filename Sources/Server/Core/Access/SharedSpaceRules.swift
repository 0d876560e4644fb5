import Basics
import FirestoreWire

/// The rules of `docs/deploy/firestore.rules` for `spaces/{sid}`, a space that several people share, for one signed-in
/// user and one request. The head of the space names its members.
struct SharedSpaceRules {
    /// A link that the request shows the secret of.
    struct Link {
        /// The SHA-256 of the secret: the id of the link's document.
        let hash: String
        let before: Fields?
        let after: Fields?
    }

    /// How far a stamp may be ahead of the server's clock, in milliseconds.
    private static let tolerance: Int64 = 600_000
    /// The longest life of a link, in microseconds.
    private static let linkLife: Int64 = 30 * 86_400_000_000
    /// The collections that contain records.
    private static let kinds = ["todos", "tags", "locations", "lists", "comments", "conflicts", "blobs", "x-app"]
    /// The collections whose documents a head counts.
    static let countedKinds = kinds + ["members"]

    /// The id of the user.
    let user: String
    /// The id of the space.
    let id: String
    let time: Timestamp
    /// The head before the request, and as the request leaves it.
    let former: Fields?
    let head: Fields?
    /// The link with which the user becomes a member; nil if the user does not, or shows no secret.
    let link: Link?

    /// The rules for reading in `space`, `spaces/{sid}`.
    init(
        user: String, in space: ResourceName, at time: Timestamp, _ stored: (ResourceName) throws -> Fields?
    ) throws {
        self.user = user
        self.time = time
        id = space.segments[1]
        former = try stored(space.member("sync", "head"))
        head = former
        link = nil
    }

    /// The rules for a commit: its changes in one space, at least one.
    init(
        user: String, _ changes: [DocumentChange], at time: Timestamp, _ stored: (ResourceName) throws -> Fields?
    ) throws {
        let space = changes[0].name.ofSpace()
        /// A document before and after the commit.
        func versions(_ kind: String, _ id: String) throws -> (before: Fields?, after: Fields?) {
            let name = try space.member(kind, id)
            if let change = changes.first(where: { $0.name == name }) { return (change.before, change.after) }
            let fields = try stored(name)
            return (fields, fields)
        }
        self.user = user
        self.time = time
        id = space.segments[1]
        (former, head) = try versions("sync", "head")
        guard former != nil, Self.isMember(user, of: head), !Self.isMember(user, of: former),
            case .string(let secret)? = try versions("joins", user).after?["secret"]
        else {
            link = nil
            return
        }
        let hash = Secrets.hash(secret)
        let (before, after) = try versions("invites", hash)
        link = Link(hash: hash, before: before, after: after)
    }

    /// Throws unless all changes are allowed.
    /// - Throws: PERMISSION_DENIED.
    func review(_ changes: [DocumentChange]) throws(Status) {
        for change in changes where !allows(change) { throw Status.denied }
    }
}

// Reading.
extension SharedSpaceRules {
    /// Whether the user may read the document called `name`, which `stored` returns.
    func allowsGet(_ name: ResourceName, _ stored: (ResourceName) throws -> Fields?) throws -> Bool {
        let (kind, id) = (name.segments[2], name.segments[3])
        switch kind {
        case "sync": return id == "head" && isMember
        case "members": return isUser(id) || isMember
        case "keys": return isMember
        case "invites":
            // Only the invited and the owners know the hash.
            return try isOwner || stored(name)?["expires"].isGreater(than: .timestamp(time)) ?? false
        default: return Self.isKind(kind) && isMember
        }
    }

    /// Whether the user may list the documents of a collection.
    func allowsList(_ kind: String) -> Bool {
        kind == "invites" ? isOwner : (Self.isKind(kind) || kind == "members" || kind == "keys") && isMember
    }
}

// Members.
extension SharedSpaceRules {
    static func isMember(_ user: String, of head: Fields?) -> Bool { role(of: user, in: head) != nil }

    static func role(of user: String, in head: Fields?) -> Value? {
        guard case .map(let members)? = head?["members"] else { return nil }
        return members[user]
    }

    private var isMember: Bool { Self.isMember(user, of: head) }

    private var isOwner: Bool { Self.role(of: user, in: head) == "owner" }

    private var isWriter: Bool { isOwner || Self.role(of: user, in: head) == "editor" }

    private func isUser(_ id: String) -> Bool { Ordering.sameBytes(id, user) }

    private static func isKind(_ collection: String) -> Bool {
        kinds.contains { Ordering.sameBytes($0, collection) }
    }

    private var isClosed: Bool { head?["closed"] == true }

    private var isOpen: Bool { (head?["closed"] ?? false) == false }
}

// Writing.
extension SharedSpaceRules {
    private func allows(_ change: DocumentChange) -> Bool {
        let (kind, id) = (change.name.segments[2], change.name.segments[3])
        guard let after = change.after else { return allowsDelete(kind, id, change.before) }
        switch kind {
        case "sync":
            return id == "head" && SharedHeadRules(self, after).allows(change.before)
        case "members": return allowsMember(id, change.before, after)
        case "invites":
            // Joining takes away one use; the head checks that it is one.
            return change.before.map { isShown(id) && after.isEqual(to: $0, except: ["left"]) } ?? allowsLink(id, after)
        case "joins": return isUser(id) && link != nil && Self.isSecret(after)
        case "keys":
            guard change.before == nil, case .integer(let number)? = head?["k"] else { return false }
            return isOwner && id == String(number)
        default:
            return Self.isKind(kind) && id.isRecordID && isWriter && isOpen
                && isFresh(kind, change.before, after) && head?["k"].equals(after["k"] ?? 0) ?? false
        }
    }

    private func allowsDelete(_ kind: String, _ id: String, _ before: Fields?) -> Bool {
        switch kind {
        case "members":
            return isOwner && !Self.isMember(id, of: head)
        case "invites": return isOwner || isShown(id)
        case "joins": return isUser(id)
        default:
            guard Self.isKind(kind), isOwner else { return false }
            return isClosed || before?["deleted"] == true && (head?["gcSeq"]).isAtLeast(before?["seq"])
        }
    }

    /// The conditions that all documents of the history have in common.
    private func isFresh(_ kind: String, _ before: Fields?, _ after: Fields) -> Bool {
        guard let head, case .integer? = after["seq"], let number = after["seq"], head["seq"].equals(number),
            // A commit that does not move the head would be seen by nobody.
            former.map({ head["seq"].isGreater(than: $0["seq"]) }) ?? true,
            case .map(let last)? = head["last"], last[kind].equals(number)
        else { return false }
        if let before { guard after["seq"].isGreater(than: before["seq"]) else { return false } }
        guard case .integer(let highest)? = after["hi"], highest <= time.milliseconds + Self.tolerance,
            case .integer? = after["v"], head["schema"].isAtLeast(after["v"])
        else { return false }
        return (after["by"]).equals(.string(user)) && head["encrypted"] == .boolean(after["z"] != nil)
    }

    /// One writes about oneself, as a member or with the commit by which one leaves. An owner notes that somebody is gone.
    private func allowsMember(_ id: String, _ before: Fields?, _ after: Fields) -> Bool {
        let isGone = after["gone"] == true
        let isAllowed =
            isUser(id) && (isMember || isGone)
            || isOwner && isGone && !Self.isMember(id, of: head)
        return isAllowed && isFresh("members", before, after)
    }

    private func allowsLink(_ id: String, _ link: Fields) -> Bool {
        guard isOwner, isOpen, id.isHash, link["by"].equals(.string(user)),
            case .string(let role)? = link["role"], SharedHeadRules.roles.contains(role),
            case .integer(1...20)? = link["left"], case .timestamp(let expiry)? = link["expires"]
        else { return false }
        return expiry <= Timestamp(stored: time.microseconds + Self.linkLife)
            && link.consists(of: ["role", "left", "expires", "by", "note", "key"])
    }

    private func isShown(_ id: String) -> Bool { link?.hash == id }

    private static func isSecret(_ fields: Fields) -> Bool {
        guard case .string(let secret)? = fields["secret"], fields.count == 1 else { return false }
        return secret.utf16.count <= 64
    }
}

extension ResourceName {
    /// The space that contains it, `users/{uid}` or `spaces/{sid}`.
    func ofSpace() -> ResourceName {
        var name = self
        while name.segments.count > 2, let parent = name.parent { name = parent }
        return name
    }

    /// A document of this space.
    fileprivate func member(_ kind: String, _ id: String) throws -> ResourceName {
        try Status.naming { () throws(InvalidName) in try appending(kind, id) }
    }
}

extension String {
    /// Whether it is a SHA-256 in hexadecimal digits.
    fileprivate var isHash: Bool {
        utf8.count == 64
            && utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }
}

extension Fields {
    /// Whether all names are among `names`.
    func consists(of names: [String]) -> Bool {
        allSatisfy { field in names.contains { Ordering.sameBytes($0, field.name) } }
    }

    /// Whether both have the same fields, apart from those called `names`.
    func isEqual(to other: Fields, except names: [String]) -> Bool {
        func isSame(_ left: Value?, _ right: Value?) -> Bool {
            guard let left, let right else { return false }
            return left.isEquivalent(to: right)
        }
        func isExcepted(_ name: String) -> Bool { names.contains { Ordering.sameBytes($0, name) } }
        return allSatisfy { isExcepted($0.name) || isSame($0.value, other[$0.name]) }
            && other.allSatisfy { isExcepted($0.name) || isSame($0.value, self[$0.name]) }
    }
}
