/// A standing to be written by an edit.
package struct StandingWrite: Hashable, Sendable {
    /// The node.
    package let id: String
    /// Its new standing.
    package let standing: Standing

    /// A standing to write.
    package init(_ id: String, _ standing: Standing) {
        self.id = id
        self.standing = standing
    }
}

/// The destination of a move.
package enum StandingTarget: Hashable, Sendable {
    /// The top level of a list or of the inbox; for a list, the top level of all lists.
    case top(list: String?)
    /// Below another node.
    case below(String)
}

/// Why a move is not possible.
package enum StandingRefusal: Error, Hashable {
    /// It would be above itself. The value is the path down from it to the destination.
    case circle([String])
    /// It would reach this many levels, more than ``Limits/levels``.
    case tooDeep(levels: Int)
    /// The new parent, with this id, does not exist.
    case missing(String)

    /// The code of the error that reports this to a person, in a sentence with titles.
    package var code: TodoError.Code {
        switch self {
        case .circle: .wouldCircle
        case .tooDeep: .tooDeep
        case .missing: .notFound
        }
    }
}

// The writes by which an edit does exactly what a person sees.
//
// An ignored edge is still in its row. If a move opens its cycle, the edge would count again, and a tree would jump. If
// a move closes another cycle with it, the move might have no effect. So before a move or a deletion, the ignored edges
// on the paths up from the nodes concerned are settled: they are written as they are seen. All of this is written in
// one step. A step that writes an edge which ``affected(by:)`` then reports as ignored must be refused; an undo can be
// such a step.
extension StandingDerivation {
    /// The writes of moving some nodes, in order: first the settled edges, then the nodes themselves.
    /// - Throws: ``StandingRefusal``.
    package mutating func moving(_ ids: [String], to target: StandingTarget) throws -> [StandingWrite] {
        let place: Standing
        switch target {
        case .top(let list): place = Standing(list: list)
        case .below(let parent):
            guard let above = try standing(of: parent), try lookup.node(parent)?.exists == true else {
                throw StandingRefusal.missing(parent)
            }
            let way = try [parent] + ancestors(of: parent)
            let known = Set(way)
            for id in ids {
                if known.contains(id) { throw StandingRefusal.circle(Self.way(way, downFrom: id) ?? []) }
                let levels = try way.count + height(of: id)
                if levels > Limits.levels { throw StandingRefusal.tooDeep(levels: levels) }
            }
            place = Standing(list: above.list, parent: parent)
        }
        var seen: Set<String> = []
        let moved = ids.filter { seen.insert($0).inserted }
        let origins: [String] = if case .below(let parent) = target { ids + [parent] } else { ids }
        return try settling(from: origins).filter { !seen.contains($0.id) } + moved.map { StandingWrite($0, place) }
    }

    /// The writes of deleting some nodes besides the deletions: the settled edges, and the list of each remaining
    /// child, so that the child stays where its tree was.
    ///
    /// A settled node may be one of the deleted nodes. Its list and parent must get an earlier stamp than its deletion,
    /// or the write would revive it.
    package mutating func deleting(_ ids: [String]) throws -> [StandingWrite] {
        var writes = try settling(from: ids)
        let written = Set(writes.map(\.id)).union(ids)
        for child in try lookup.children(of: ids) where !written.contains(child.id) {
            let list = try standing(of: child).list
            // The parent is kept, so that reviving it brings the tree back.
            if list != child.standing.list {
                writes.append(StandingWrite(child.id, Standing(list: list, parent: child.standing.parent)))
            }
        }
        return writes
    }

    /// The visible cycle that moving a node below another one would close: the path down from the node to the other.
    /// nil if there is none.
    package mutating func circle(moving id: String, below parent: String) throws -> [String]? {
        try Self.way([parent] + ancestors(of: parent), downFrom: id)
    }

    /// The visible cycle that one of some nodes closes: the path down from the node whose edge is ignored to its
    /// written parent. nil if all their edges count.
    package func closedCircle(byOneOf ids: some Sequence<String>) throws -> [String]? {
        var derivation = self
        for id in ids.sorted() where try derivation.standing(of: id)?.isParentIgnored == true {
            guard let parent = try lookup.node(id)?.standing.parent else { continue }
            if let circle = try derivation.circle(moving: id, below: parent) { return circle }
        }
        return nil
    }

    private static func way(_ upwards: [String], downFrom id: String) -> [String]? {
        upwards.firstIndex(of: id).map { upwards[...$0].reversed() }
    }

    /// The number of levels that a node and everything below it take; one more than ``Limits/levels`` if they exceed
    /// it.
    package mutating func height(of id: String) throws -> Int {
        var (height, level) = (0, [id])
        while !level.isEmpty, height <= Limits.levels {
            height += 1
            var below: [String] = []
            for child in try lookup.children(of: level) where try standing(of: child).parent != nil {
                below.append(child.id)
            }
            level = below
        }
        return height
    }

    /// The ignored edges on the paths up from some nodes, in the form in which they have to be written.
    private mutating func settling(from ids: [String]) throws -> [StandingWrite] {
        var (writes, seen): ([StandingWrite], Set<String>) = ([], [])
        for id in ids {
            var next: String? = id
            while let current = next, seen.insert(current).inserted, let node = try lookup.node(current), node.exists {
                let standing = try standing(of: node)
                if standing.isParentIgnored { writes.append(StandingWrite(node.id, Standing(list: standing.list))) }
                next = node.standing.parent
            }
        }
        return writes
    }
}

extension Limits {
    /// The maximum depth of to-dos, or of lists, including the top level. It is enforced for moves. Several devices
    /// together may create deeper trees, which are shown.
    public static let levels = 32
}
