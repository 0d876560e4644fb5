/// A directed graph whose ids are mapped to numbers from 0.
struct NumberedGraph {
    private var numbers: [String: Int] = [:]
    private var edges: [(from: Int, to: Int)] = []

    var nodeCount: Int { numbers.count }

    func number(of id: String) -> Int? { numbers[id] }

    /// Adds an edge, and returns the numbers of its nodes.
    @discardableResult
    mutating func insert(_ from: String, _ to: String) -> (from: Int, to: Int) {
        let edge = (from: intern(from), to: intern(to))
        edges.append(edge)
        return edge
    }

    private mutating func intern(_ id: String) -> Int {
        if let number = numbers[id] { return number }
        let number = numbers.count
        numbers[id] = number
        return number
    }

    /// The strongly connected component of each node (R. Tarjan, 1972, without recursion).
    func components() -> [Int] {
        let (starts, targets) = targetsBySource()
        var next = starts
        var order = [Int?](repeating: nil, count: nodeCount)
        var lowest = [Int](repeating: 0, count: nodeCount)
        var components = [Int](repeating: -1, count: nodeCount)
        var (reached, open, way): (Int, [Int], [Int]) = (0, [], [])
        func enter(_ node: Int) {
            order[node] = reached
            lowest[node] = reached
            reached += 1
            open.append(node)
            way.append(node)
        }
        for root in 0..<nodeCount where order[root] == nil {
            enter(root)
            while let node = way.last {
                if next[node] < starts[node + 1] {
                    let target = targets[next[node]]
                    next[node] += 1
                    if let place = order[target] {
                        if components[target] < 0 { lowest[node] = min(lowest[node], place) }
                    } else {
                        enter(target)
                    }
                    continue
                }
                way.removeLast()
                if let before = way.last { lowest[before] = min(lowest[before], lowest[node]) }
                guard lowest[node] == order[node] else { continue }
                while let member = open.popLast() {
                    components[member] = node
                    if member == node { break }
                }
            }
        }
        return components
    }

    /// All targets, and the index at which those of each node begin; the last index is the end.
    private func targetsBySource() -> (starts: [Int], targets: [Int]) {
        var starts = [Int](repeating: 0, count: nodeCount + 1)
        for edge in edges { starts[edge.from + 1] += 1 }
        for node in 0..<nodeCount { starts[node + 1] += starts[node] }
        var (free, targets) = (starts, [Int](repeating: 0, count: edges.count))
        for edge in edges {
            targets[free[edge.from]] = edge.to
            free[edge.from] += 1
        }
        return (starts, targets)
    }
}
