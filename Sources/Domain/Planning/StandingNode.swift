/// A to-do or a list in the forest of its kind.
package struct StandingNode: Hashable, Sendable {
    /// Its identifier, unique within its kind.
    package let id: String
    /// Its written list and parent.
    package let standing: Standing
    /// When its standing was written.
    package let stamp: Stamp
    /// Whether it exists, that is, is not deleted.
    package let exists: Bool

    /// A node.
    package init(id: String, standing: Standing, stamp: Stamp, exists: Bool = true) {
        self.id = id
        self.standing = standing
        self.stamp = stamp
        self.exists = exists
    }

    /// Whether its edge was written after another node's. The last edge of a cycle is ignored.
    func isLater(than other: StandingNode) -> Bool { (other.stamp, other.id) < (stamp, id) }
}

/// The effective list and parent of a to-do or a list. They are derived from the written ones of all nodes of the kind,
/// are the same on every device, and are never written back.
package struct EffectiveStanding: Hashable, Sendable {
    /// The list of its root; nil for the inbox. A to-do of a deleted list appears in the inbox.
    package let list: String?
    /// Its effective parent; nil for a root.
    package let parent: String?
    /// Whether its written parent exists but is ignored, because the node would be above itself: a conflict.
    package let isParentIgnored: Bool

    init(list: String?, parent: String?, isParentIgnored: Bool = false) {
        self.list = list
        self.parent = parent
        self.isParentIgnored = isParentIgnored
    }

    /// The place of a node without an effective parent.
    init(root: StandingNode, isParentIgnored: Bool = false) {
        self.init(list: root.standing.list, parent: nil, isParentIgnored: isParentIgnored)
    }
}
