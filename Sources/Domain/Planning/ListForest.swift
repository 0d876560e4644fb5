/// Where lists stand, and which are out of sight: derived alike on every device, and never written back.
package struct ListForest: Sendable {
    /// The list in which each list is seen; those at the top are left out, and those that are deleted.
    package private(set) var parents: [String: String] = [:]
    /// Those that are archived, or stand below one that is.
    package private(set) var hidden: Set<String> = []

    /// - Parameters:
    ///   - nodes: all lists.
    ///   - archived: those that are archived themselves.
    package init(_ nodes: [StandingNode], archived: Set<String>) {
        let standings = Forest.standings(of: nodes)
        for node in nodes where node.exists { parents[node.id] = standings[node.id]?.parent }
        var known: [String: Bool] = [:]
        for node in nodes where node.exists {
            var (path, isHidden): ([String], Bool) = ([], false)
            var next: String? = node.id
            while let current = next {
                if let found = known[current] {
                    isHidden = found
                    break
                }
                path.append(current)
                next = parents[current]
            }
            for id in path.reversed() {
                isHidden = isHidden || archived.contains(id)
                known[id] = isHidden
            }
        }
        hidden = Set(known.filter(\.value).keys)
    }
}
