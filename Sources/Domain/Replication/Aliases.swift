/// A tag or a location, which another one may represent.
package struct AliasNode: Hashable, Sendable {
    /// Its identifier.
    package let id: String
    package let isDeleted: Bool
    /// The record that replaces it while it is deleted.
    package let mergedInto: String?
    /// The folded name; live records of the same name count as one. nil if names do not matter.
    package let name: String?
    /// When it was made, in milliseconds since 1970.
    package let createdAt: Int64

    package init(id: String, isDeleted: Bool, mergedInto: String?, name: String?, createdAt: Int64) {
        self.id = id
        self.isDeleted = isDeleted
        self.mergedInto = mergedInto
        self.name = name
        self.createdAt = createdAt
    }
}

/// Decides which record represents which others. The result is the same on every device, and is never written back.
package enum Aliases {
    /// The record that represents each record, usually itself. A record without a representative is missing.
    ///
    /// A deleted record is represented by the record that it was merged into. A cycle of deleted records has no
    /// representative. Among live records with one name, the oldest represents all; ties are broken by id. Linear in
    /// the number of records.
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
                    // A record on the current path has no representative yet: a cycle.
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
