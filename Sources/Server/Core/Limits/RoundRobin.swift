/// What waits of each user, served in turn: one of each, and then the first one's next. Whoever has a thousand waiting
/// delays another by one.
package struct RoundRobin<Element: Sendable>: Sendable {
    /// Who waits first comes first; what was taken leaves a gap until there are many.
    private struct Line: Sendable {
        var elements: [Element] = []
        var start = 0

        var count: Int { elements.count - start }

        mutating func removeFirst() -> Element {
            let element = elements[start]
            start += 1
            if start * 2 > elements.count {
                elements.removeFirst(start)
                start = 0
            }
            return element
        }
    }

    private var lines: [String: Line] = [:]
    /// The users of whom something waits, the next one first.
    private var turns: [String] = []

    /// Nothing waits.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { turns.isEmpty }

    /// How many wait.
    package var count: Int { lines.values.reduce(0) { $0 + $1.count } }

    /// How many of `user` wait.
    package func count(of user: String) -> Int { lines[user]?.count ?? 0 }

    /// Puts `element` behind all that `user` has waiting.
    package mutating func append(_ element: Element, of user: String) {
        if lines[user] == nil { turns.append(user) }
        lines[user, default: Line()].elements.append(element)
    }

    /// Takes the first element of the user whose turn it is among those for whom `isReady` holds.
    package mutating func next(where isReady: (String) -> Bool = { _ in true }) -> (user: String, element: Element)? {
        guard let turn = turns.firstIndex(where: isReady) else { return nil }
        let user = turns.remove(at: turn)
        guard let element = lines[user]?.removeFirst() else { return nil }
        if lines[user]?.count == 0 { lines[user] = nil } else { turns.append(user) }
        return (user, element)
    }

    /// Takes out that element of `user` for which `isMeant` holds; nil if there is none.
    package mutating func remove(of user: String, where isMeant: (Element) -> Bool) -> Element? {
        guard var line = lines[user], let index = line.elements[line.start...].firstIndex(where: isMeant) else {
            return nil
        }
        let element = line.elements.remove(at: index)
        lines[user] = line.count > 0 ? line : nil
        if line.count == 0 { turns.removeAll { $0 == user } }
        return element
    }
}
