extension TodoList {
    /// Lists in the order of a tree: each after the one that contains it, siblings as they come. One whose parent is not
    /// among them is at the top.
    public static func inTreeOrder(_ lists: [TodoList]) -> [TodoList] {
        let ids = Set(lists.map(\.id))
        let children = Dictionary(grouping: lists) { list in list.parent.flatMap { ids.contains($0) ? $0 : nil } }
        var (result, waiting) = ([TodoList](), Array((children[nil] ?? []).reversed()))
        while let next = waiting.popLast() {
            result.append(next)
            waiting += (children[next.id] ?? []).reversed()
        }
        return result
    }
}
