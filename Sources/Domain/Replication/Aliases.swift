/// A record that may stand for another one, or another one for it: a tag or a place.
package struct AliasNode: Hashable, Sendable {
    /// What it is known by.
    package let id: String
    /// Whether it is deleted.
    package let isDeleted: Bool
    /// The record in whose place it is used while it is deleted.
    package let mergedInto: String?
    /// The folded name that makes several one; nil where a name says nothing.
    package let name: String?
    /// When it was made, in milliseconds since 1970.
    package let createdAt: Int64

    package init(id: String, isDeleted: Bool, mergedInto: String?, name: String?, createdAt: Int64) {
        (self.id, self.isDeleted, self.mergedInto) = (id, isDeleted, mergedInto)
        (self.name, self.createdAt) = (name, createdAt)
    }
}

/// Which record speaks for which: derived alike on every device, and never written back.
package enum Aliases {
    /// For each record the one that is seen in its place, itself in most cases; those that nothing is seen of are left out.
    ///
    /// A deleted record leads to the one that it was merged into. A ring of deleted ones leads nowhere. Of living records
    /// with one name, the one with the least time and id speaks for all. Linear in the number of records.
    package static func speakers(of nodes: [AliasNode]) -> [String: String] {
        var byName: [String: AliasNode] = [:]
        for node in nodes where !node.isDeleted {
            guard let name = node.name else { continue }
            if let known = byName[name], (known.createdAt, known.id) < (node.createdAt, node.id) { continue }
            byName[name] = node
        }
        let byID = Dictionary(nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var speakers: [String: String?] = [:]
        for node in nodes {
            var path: [String] = []
            var next: AliasNode? = node
            var found: String?
            while let current = next {
                if let known = speakers[current.id] {
                    // A record on the path itself is known as leading nowhere yet: a ring.
                    found = known
                    break
                }
                path.append(current.id)
                speakers[current.id] = .some(nil)
                if !current.isDeleted {
                    found = current.name.flatMap { byName[$0]?.id } ?? current.id
                    break
                }
                next = current.mergedInto.flatMap { byID[$0] }
            }
            for id in path { speakers[id] = .some(found) }
        }
        return speakers.compactMapValues(\.self)
    }
}
