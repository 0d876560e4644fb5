public import Foundation
public import TodoDomain
import TodoSync

/// A link with which people join a shared list.
public struct Invitation: Identifiable, Hashable, Sendable {
    /// The first eight digits of the hash of the secret: enough to take the link back.
    public let id: String
    /// What those who join with it may do.
    public let role: SpaceRole
    /// How many people can still join with it.
    public let uses: Int
    /// When it ends.
    public let expires: Date
    /// The link to send; nil for one that was made before. Nobody can see it a second time, the server included.
    public let link: String?

    /// A link as the remote has it.
    init(_ link: SpaceLink, text: String? = nil) {
        id = String(link.hash.prefix(8))
        role = link.role
        uses = link.left
        expires = Date(timeIntervalSince1970: Double(link.expires.milliseconds) / 1000)
        self.link = text
    }

    /// A link, for the tests and previews of front ends.
    public init(id: String, role: SpaceRole, uses: Int, expires: Date, link: String? = nil) {
        self.id = id
        self.role = role
        self.uses = uses
        self.expires = expires
        self.link = link
    }
}

/// What somebody who has a link is invited to.
public struct SpaceOffer: Hashable, Sendable {
    /// The id of the shared space.
    public let space: Space.ID
    /// The name of the list; nil if the link says none.
    public let name: String?
    /// What this person would be allowed to do.
    public let role: SpaceRole
    /// When the link ends.
    public let expires: Date

    /// An offer.
    public init(space: Space.ID, name: String?, role: SpaceRole, expires: Date) {
        self.space = space
        self.name = name
        self.role = role
        self.expires = expires
    }
}

/// What came of joining a shared list.
public struct SpaceJoining: Hashable, Sendable {
    /// The space, with its members.
    public let space: Space
    /// Its lists that are below no other one.
    public let lists: [TodoList]
    /// How many to-dos are in it, done ones included.
    public let todos: Int

    /// What came of it.
    public init(space: Space, lists: [TodoList], todos: Int) {
        self.space = space
        self.lists = lists
        self.todos = todos
    }
}

extension TodoError.Code {
    /// The text is not a link to a shared list, or the remote does not know it. A remote tells nobody whether a link has been
    /// used up, taken back or was never there.
    public static let badLink = Self("bad-link")
    /// Others have used the link as often as it can be used.
    public static let usedLink = Self("used-link")
    /// The link has ended.
    public static let expiredLink = Self("expired-link")
}
