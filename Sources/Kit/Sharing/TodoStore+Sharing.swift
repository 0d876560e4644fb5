import Basics
public import Foundation
public import TodoDomain
import TodoLocal
import TodoSync

// Sharing lists. Each of these needs the remote, and changes nothing if the remote cannot be reached.
extension TodoStore {
    /// How long a link can be used, unless the caller says otherwise: 7 days.
    public static let usualLinkLife: TimeInterval = 7 * 86_400

    /// Makes a list one that can be shared: a space at the remote, with this person as its owner, into which the list moves with all
    /// that is in it and below it. Nobody else sees it until somebody joins (``invite(to:role:uses:expires:)``).
    ///
    /// The move is one step of the history. An undo brings the list back; the space stays, empty.
    /// - Parameters:
    ///   - list: the list, which may be below another one.
    ///   - name: the name by which the other members will know this person, one line.
    ///   - space: a shared space to use, with the same members, in place of a new one; nil for a new one.
    /// - Returns: the list in its space, and what went along; and the space.
    /// - Throws: ``TodoError``: `not-found`; `usage` for a list that is shared already or a bad name; `not-allowed`; `no-remote`,
    ///   `not-authorised`, `unreachable`, `remote-refused`, `syncing`.
    @discardableResult
    public func share(
        list: TodoList.ID, as name: String, with space: Space.ID? = nil
    ) async throws -> (move: SpaceMove, space: Space) {
        let name = try Validation.memberName(name)
        let shared = try await lists.find(list)
        if let present = try await self.space(of: list) {
            throw TodoError(.usage, "“\(shared.path.excerpt)” is shared already, with \(present.others).")
        }
        guard let space else {
            let sid = SpaceActs.makeName()
            let person = try await sync.acting(in: sid, called: shared.title) { acts, remote in
                try await acts.make()
                return remote.person
            }
            let made = StoredSpace(
                sid: sid, path: "spaces/\(sid)", role: .owner, name: shared.title, members: [person: .owner],
                names: [person: name], me: person)
            let move = try await stack.write("share list") { try $0.move(list: list, into: $0.enter(made)) }
            return (move, try await self.space(Space.ID(stored: sid)))
        }
        let move = try await move(list: list, into: space)
        return (move, try await self.space(space))
    }

    /// Makes a link with which others join a shared space.
    /// - Parameters:
    ///   - space: the space, of which this person is an owner.
    ///   - role: what those who join with it may do.
    ///   - uses: how many people can join with it, 1 to 20.
    ///   - expires: when it ends, within 30 days.
    /// - Returns: the link. It is shown once; the remote only knows its hash.
    /// - Throws: ``TodoError``: `not-found`, `usage`, `not-allowed`, `removed`, `ended`, and those of the remote.
    public func invite(
        to space: Space.ID, role: SpaceRole = .editor, uses: Int = 1, expires: Date? = nil
    ) async throws -> Invitation {
        let known = try await self.space(space)
        let now = stack.environment.now()
        let end = expires ?? now.addingTimeInterval(Self.usualLinkLife)
        guard 1...20 ~= uses else {
            throw TodoError(.usage, "A link can be used 1 to 20 times, not \(uses) times.")
        }
        // A millisecond more, because a sum of dates is rounded.
        guard end > now, end.timeIntervalSince(now) <= 30 * 86_400 + 0.001,
            let expiry = Timestamp(milliseconds: end.milliseconds)
        else { throw TodoError(.usage, "A link lasts at most 30 days, and ends after now.") }
        guard let remote = try await sync.remote else { throw TodoError.noRemote }
        let secret = Base64.urlText(Randomness.bytes(24))
        return try await sync.acting(in: space.rawValue, called: known.name) { acts, shared in
            let link = SpaceLink(
                hash: Secrets.hash(secret), role: role, left: uses, expires: expiry, owner: shared.person,
                name: known.name)
            let head = try await acts.open(link)
            let text = ShareLink(at: remote, to: space.rawValue, secret: secret, number: head.sequence).text
            return Invitation(link, text: text)
        }
    }

    /// The links of a shared space that can still be used, without their secrets.
    /// - Throws: ``TodoError``: `not-found`, `not-allowed`, `removed`, and those of the remote.
    public func invitations(to space: Space.ID) async throws -> [Invitation] {
        let known = try await self.space(space)
        let now = stack.environment.now()
        return try await sync.acting(in: space.rawValue, called: known.name) { acts, _ in
            try await acts.links().map { Invitation($0) }.filter { $0.expires > now }
                .sorted { ($0.expires, $0.id) < ($1.expires, $1.id) }
        }
    }

    /// Takes links back, so that nobody can join with them any longer.
    /// - Parameters:
    ///   - space: the space, of which this person is an owner.
    ///   - id: the id of a link, or its beginning; nil for all links.
    /// - Returns: how many were taken back.
    /// - Throws: ``TodoError``: `not-found` if no link has this id, `ambiguous` if several have, `not-allowed`, and those of the
    ///   remote.
    @discardableResult
    public func revokeInvitations(to space: Space.ID, id: String? = nil) async throws -> Int {
        let known = try await self.space(space)
        return try await sync.acting(in: space.rawValue, called: known.name) { acts, _ in
            let links = try await acts.links()
            let meant = links.filter { link in id.map { link.hash.hasPrefix($0.lowercased()) } ?? true }
            if let id {
                guard !meant.isEmpty, !id.isEmpty else {
                    throw TodoError(.notFound, "“\(known.name.excerpt)” has no link “\(id.excerpt)”.")
                }
                guard meant.count == 1 else {
                    throw TodoError(.ambiguous, "Several links begin with “\(id.excerpt)”; type more of the id.")
                }
            }
            if !meant.isEmpty { try await acts.close(meant.map(\.hash)) }
            return meant.count
        }
    }

    /// Tells what a link leads to, without joining.
    /// - Throws: ``TodoError``: `bad-link`, `used-link`, `expired-link`, `other-remote`, and those of the remote.
    public func offer(of link: String) async throws -> SpaceOffer {
        let link = try await opened(link)
        return try await sync.acting(in: link.space, called: "The list") { _, remote in
            let found = try await Self.find(link, at: remote, now: self.stack.environment.now())
            return SpaceOffer(
                space: Space.ID(stored: link.space), name: found.name, role: found.role,
                expires: Date(milliseconds: found.expires.milliseconds))
        }
    }

    /// Joins a shared space by a link, and gets what is in it. Joining again after having left goes on where the copy here was left.
    /// - Parameters:
    ///   - link: the link that an owner has sent.
    ///   - name: the name by which the other members will know this person, one line.
    /// - Throws: ``TodoError``: `bad-link`, `used-link`, `expired-link`, `other-remote`, `usage`, and those of the remote. If only the
    ///   sync afterwards fails, this person is a member, and the next sync brings the to-dos.
    public func join(_ link: String, as name: String) async throws -> SpaceJoining {
        let name = try Validation.memberName(name)
        let link = try await opened(link)
        let space = Space.ID(stored: link.space)
        if let known = try await spaces().first(where: { $0.id == space }), known.state == .active {
            throw TodoError(.usage, "You are a member of “\(known.name.excerpt)” already.")
        }
        let joined = try await sync.acting(in: link.space, called: "The list") { acts, remote in
            let found = try await Self.find(link, at: remote, now: self.stack.environment.now())
            let head = try await acts.join(with: found, secret: link.secret)
            let members = head.sharing?.members ?? [:]
            return StoredSpace(
                sid: link.space, path: "spaces/\(link.space)", role: members[remote.person] ?? found.role,
                name: found.name ?? link.space, members: members, names: [remote.person: name], me: remote.person)
        }
        _ = try await SpaceDAO(stack).enter(joined)
        try await sync.sync()
        return try await joining(space)
    }

    /// Leaves a shared space, after a sync that sends the edits made here. The copies of its lists stay here, and can only be read,
    /// until they are kept or forgotten.
    /// - Throws: ``TodoError``: `not-found`; `not-allowed` for the last owner; `removed`, and those of the remote.
    public func leave(_ space: Space.ID) async throws {
        let known = try await self.space(space)
        try await sync.sync()
        try await sync.acting(in: space.rawValue, called: known.name) { acts, _ in try await acts.leave() }
        if let id = try await stored(space) {
            try await SpaceDAO(stack).leave(id)
        }
    }

    /// Gives a member of a shared space another role.
    /// - Throws: ``TodoError``: `not-found`, `not-allowed`, `removed`, `ended`, and those of the remote.
    public func setRole(_ role: SpaceRole, of member: Space.Member.ID, in space: Space.ID) async throws {
        let known = try await self.space(space)
        try await sync.acting(in: space.rawValue, called: known.name) { acts, _ in
            try await acts.setRole(role, of: member)
        }
        try await refresh()
    }

    /// Takes a member out of a shared space, and takes back all of its links. That person keeps a copy of what had arrived.
    /// - Throws: ``TodoError``: `not-found`, `usage` for this person, `not-allowed`, `removed`, `ended`, and those of the remote.
    public func remove(_ member: Space.Member.ID, from space: Space.ID) async throws {
        let known = try await self.space(space)
        if known.members.contains(where: { $0.isMe && $0.id == member }) {
            throw TodoError(.usage, "You cannot remove yourself from “\(known.name.excerpt)”; leave it instead.")
        }
        let removal = try await sync.acting(in: space.rawValue, called: known.name) { acts, _ in
            try await acts.remove(member)
        }
        if let id = try await stored(space) {
            try await stack.write("sync", author: .sync) { try $0.note(removalOf: member, from: id, by: removal) }
        }
        try await refresh()
    }

    /// Ends the sharing of a space for all. Its lists become own ones of this person again; the others have copies, which they can
    /// keep or forget.
    /// - Returns: the own lists.
    /// - Throws: ``TodoError``: `not-found`, `not-allowed`, `removed`, `ended`, and those of the remote.
    @discardableResult
    public func end(_ space: Space.ID) async throws -> [SpaceMove] {
        let known = try await self.space(space)
        // What others have sent until now belongs to it.
        try await sync.sync()
        try await sync.acting(in: space.rawValue, called: known.name) { acts, _ in try await acts.end() }
        guard let id = try await stored(space) else { return [] }
        try await SpaceDAO(stack).leave(id, as: .ended)
        var moves: [SpaceMove] = []
        for list in try await topLists(of: space) { moves.append(try await keep(list: list.id)) }
        try await refresh()
        return moves
    }

    /// A shared space that this device knows.
    /// - Throws: ``TodoError`` with the code `not-found`.
    public func space(_ id: Space.ID) async throws -> Space {
        guard let space = try await spaces().first(where: { $0.id == id }) else {
            throw TodoError(.notFound, "There is no shared list with the id \(id).")
        }
        return space
    }

    /// The lists of a shared space that are below no other one.
    public func topLists(of space: Space.ID) async throws -> [TodoList] {
        try await lists.fetch(.all, source: .local).items.filter { $0.space == space && $0.parent == nil }
    }

    /// The number of a shared space on this device.
    private func stored(_ space: Space.ID) async throws -> SpaceID? {
        try await stack.read { try $0.space(sid: space.rawValue) }
    }

    /// Syncs after an act that has been done already. If that fails, the next sync will show it.
    private func refresh() async throws {
        do {
            try await sync.sync()
        } catch is TodoError {
            return
        }
    }

    private func joining(_ space: Space.ID) async throws -> SpaceJoining {
        let known = try await self.space(space)
        let lists = try await topLists(of: space)
        let count = try await todos.count(.all.shared(in: [space]))
        return SpaceJoining(space: known, lists: lists, todos: count)
    }

    /// A link to the remote that is set up here.
    private func opened(_ text: String) async throws -> ShareLink {
        let link = try ShareLink(text)
        guard let remote = try await sync.remote else {
            throw TodoError(
                .noRemote, "The link leads to \(link.url), and no server is set up here.", effect: .nothingChanged,
                remedies: [.setUpRemote])
        }
        guard link.leads(to: remote) else {
            throw TodoError(
                .otherRemote, "The link leads to \(link.url), and these to-dos sync with \(remote.url).",
                effect: .nothingChanged)
        }
        return link
    }

    /// The link as the remote has it.
    private static func find(_ link: ShareLink, at remote: any SharedRemote, now: Date) async throws -> SpaceLink {
        let asks = "Ask for a new one."
        let found: SpaceLink?
        do {
            found = try await remote.link(Secrets.hash(link.secret), of: link.space)
        } catch let failure as RemoteFailure where failure.kind == .denied {
            found = nil
        }
        guard let found else {
            throw TodoError(
                .badLink, "The server does not know this link: it has been used, has ended or was taken back. \(asks)",
                effect: .nothingChanged)
        }
        guard found.left > 0 else {
            throw TodoError(.usedLink, "This link has been used. \(asks)", effect: .nothingChanged)
        }
        guard Date(milliseconds: found.expires.milliseconds) > now else {
            throw TodoError(.expiredLink, "This link has ended. \(asks)", effect: .nothingChanged)
        }
        return found
    }
}

extension Space {
    /// The names of the other members, for a sentence.
    fileprivate var others: String {
        let names = members.filter { !$0.isMe }.map(\.label.excerpt)
        return names.isEmpty ? "nobody yet" : names.joined(separator: ", ")
    }
}
