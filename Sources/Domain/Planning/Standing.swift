/// Where a to-do or a list was put: one register, so that a move is never torn.
///
/// Of a to-do the list counts only while it is a root; below a parent, the root's list does. A list has no `list`.
public struct Standing: Hashable, Sendable {
    /// The list; nil: the inbox, and for a list.
    public let list: String?
    /// What it is a part of; nil: nothing.
    public let parent: String?

    /// A place.
    public init(list: String? = nil, parent: String? = nil) { (self.list, self.parent) = (list, parent) }
}

/// A to-do or a list as the forest of all of its kind knows it.
public struct StandingNode: Hashable, Sendable {
    /// What it is known by among its kind.
    public let id: String
    /// Where it was put.
    public let standing: Standing
    /// When that was written.
    public let stamp: Stamp
    /// Whether it is not deleted.
    public let exists: Bool

    /// A node.
    public init(id: String, standing: Standing, stamp: Stamp, exists: Bool = true) {
        (self.id, self.standing, self.stamp, self.exists) = (id, standing, stamp, exists)
    }

    /// Whether its edge was written after another one's: that decides which edge of a circle is ignored.
    func isLater(than other: StandingNode) -> Bool { (other.stamp, other.id) < (stamp, id) }
}

/// Where a to-do or a list is seen: derived from all standings of its kind, alike on every device, and never written back
/// by itself.
public struct EffectiveStanding: Hashable, Sendable {
    /// The list that its root was put into, which may be deleted: then it is seen in the inbox. nil: the inbox.
    public let list: String?
    /// What it is seen below; nil for a root.
    public let parent: String?
    /// Whether it was put below something that exists, and is seen as a root because it would be above itself: a conflict.
    public let isParentIgnored: Bool

    init(list: String?, parent: String?, isParentIgnored: Bool = false) {
        (self.list, self.parent, self.isParentIgnored) = (list, parent, isParentIgnored)
    }

    /// Of a node that nothing above it counts for.
    init(root: StandingNode, isParentIgnored: Bool = false) {
        self.init(list: root.standing.list, parent: nil, isParentIgnored: isParentIgnored)
    }
}
