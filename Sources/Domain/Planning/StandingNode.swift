/// A to-do or a list in the forest of its kind.
public struct StandingNode: Hashable, Sendable {
    /// Its identifier, unique within its kind.
    public let id: String
    /// Where it was put.
    public let standing: Standing
    /// When its standing was written.
    public let stamp: Stamp
    /// Whether it exists, that is, is not deleted.
    public let exists: Bool

    /// A node.
    public init(id: String, standing: Standing, stamp: Stamp, exists: Bool = true) {
        (self.id, self.standing, self.stamp, self.exists) = (id, standing, stamp, exists)
    }

    /// Whether its edge was written after another node's, which decides the edge of a circle that is ignored.
    func isLater(than other: StandingNode) -> Bool { (other.stamp, other.id) < (stamp, id) }
}

/// The effective place of a to-do or a list: derived from all standings of its kind, alike on every device, and never
/// written back by itself.
public struct EffectiveStanding: Hashable, Sendable {
    /// The list of its root, which may be deleted: then it appears in the inbox. nil for the inbox.
    public let list: String?
    /// Its effective parent; nil for a root.
    public let parent: String?
    /// Whether it was put below something that exists, but is a root because it would be above itself: a conflict.
    public let isParentIgnored: Bool

    init(list: String?, parent: String?, isParentIgnored: Bool = false) {
        (self.list, self.parent, self.isParentIgnored) = (list, parent, isParentIgnored)
    }

    /// The place of a node without an effective parent.
    init(root: StandingNode, isParentIgnored: Bool = false) {
        self.init(list: root.standing.list, parent: nil, isParentIgnored: isParentIgnored)
    }
}
