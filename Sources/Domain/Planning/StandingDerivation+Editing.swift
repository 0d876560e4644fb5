/// A standing that an edit writes.
public struct StandingWrite: Hashable, Sendable {
    /// Of which node.
    public let id: String
    /// Where it is put.
    public let standing: Standing

    /// A standing that is to be written.
    public init(_ id: String, _ standing: Standing) { (self.id, self.standing) = (id, standing) }
}

/// Where something is moved.
public enum StandingTarget: Hashable, Sendable {
    /// To the top of a list, or of the inbox; of a list: to the top of all.
    case top(list: String?)
    /// Below another one.
    case below(String)
}

/// Why something cannot be moved there.
public enum StandingRefusal: Error, Hashable {
    /// It would be above itself: the way down from it to where it was to go.
    case circle([String])
    /// It would reach so many levels down, more than ``Limits/levels``.
    case tooDeep(levels: Int)
    /// There is nothing with this id below which it could go.
    case missing(String)

    /// The code of the error by which a person is told, in a sentence with titles.
    public var code: TodoError.Code {
        switch self {
        case .circle: .wouldCircle
        case .tooDeep: .tooDeep
        case .missing: .notFound
        }
    }
}

// What an edit of a person writes, so that it does what is seen and nothing else.
//
// An ignored edge is still in its row. A move that opens its circle would wake it, and a tree would jump; a move that
// closes another circle with it might be without effect. So before a move or a deletion, the ignored edges on the ways up
// from what it touches are settled: written as they are seen. All of it is written in one step and with its stamps; a step
// that writes an edge which ``affected(by:)`` then says is ignored, as an undo can, is to be refused.
extension StandingDerivation {
    /// What moving some nodes writes, in order: first what settles, then the nodes themselves.
    /// - Throws: ``StandingRefusal``.
    public mutating func moving(_ ids: [String], to target: StandingTarget) throws -> [StandingWrite] {
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

    /// What deleting some nodes writes beside the deletions: what settles, and, so that each child which is not deleted
    /// with them stays where its tree was, the child's list.
    ///
    /// Among what settles can be one of the deleted nodes: its standing is to be written with an earlier stamp than its
    /// deletion, or the write would revive it.
    public mutating func deleting(_ ids: [String]) throws -> [StandingWrite] {
        var writes = try settling(from: ids)
        let written = Set(writes.map(\.id)).union(ids)
        for child in try lookup.children(of: ids) where !written.contains(child.id) {
            let list = try standing(of: child).list
            // Its parent is kept, so that reviving that one brings the tree back.
            if list != child.standing.list {
                writes.append(StandingWrite(child.id, Standing(list: list, parent: child.standing.parent)))
            }
        }
        return writes
    }

    /// The circle that moving a node below another one would close, as it is seen: the way down from the node to that one.
    /// nil: none.
    public mutating func circle(moving id: String, below parent: String) throws -> [String]? {
        try Self.way([parent] + ancestors(of: parent), downFrom: id)
    }

    private static func way(_ upwards: [String], downFrom id: String) -> [String]? {
        upwards.firstIndex(of: id).map { upwards[...$0].reversed() }
    }

    /// How many levels a node and what is seen below it take; beyond ``Limits/levels``, one more than that.
    public mutating func height(of id: String) throws -> Int {
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

    /// The ignored edges on the ways up from some nodes, as they are to be written.
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
    /// How many levels of to-dos, or of lists, may stand below one another, the topmost included. It is kept where
    /// something is moved; what several devices make together may be deeper, and is shown.
    public static let levels = 32
}
