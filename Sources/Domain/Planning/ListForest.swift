/// The tree of lists, and which of them are hidden. It is the same on every device, and never written back.
package struct ListForest: Sendable {
    /// The effective parents, by id. Lists at the top and deleted lists have none.
    package private(set) var parents: [String: String] = [:]
    /// The lists that are archived themselves or below an archived list.
    package private(set) var hidden: Set<String> = []

    /// - Parameters:
    ///   - nodes: all lists.
    ///   - archived: the lists that are archived themselves.
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
