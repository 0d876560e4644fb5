/// A queue that serves users in turn, one element each. A user with a thousand elements delays another user by only
/// one.
package struct RoundRobin<Element: Sendable>: Sendable {
    /// The elements of one user, first in, first out. Taken elements leave a gap until there are many.
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
    /// The users with elements, next one first.
    private var turns: [String] = []

    /// An empty queue.
    package init() {}

    /// Whether the queue is empty.
    package var isEmpty: Bool { turns.isEmpty }

    /// The number of elements.
    package var count: Int { lines.values.reduce(0) { $0 + $1.count } }

    /// The number of elements of `user`.
    package func count(of user: String) -> Int { lines[user]?.count ?? 0 }

    /// Appends `element` after those of `user`.
    package mutating func append(_ element: Element, of user: String) {
        if lines[user] == nil { turns.append(user) }
        lines[user, default: Line()].elements.append(element)
    }

    /// Takes the first element of the next user for whom, and for whose element, `isReady` is true.
    package mutating func next(
        where isReady: (String, Element) -> Bool = { _, _ in true }
    ) -> (user: String, element: Element)? {
        let turn = turns.firstIndex { user in lines[user].map { isReady(user, $0.elements[$0.start]) } ?? false }
        guard let turn else { return nil }
        let user = turns.remove(at: turn)
        guard let element = lines[user]?.removeFirst() else { return nil }
        if lines[user]?.count == 0 { lines[user] = nil } else { turns.append(user) }
        return (user, element)
    }

    /// The same, with the users for whom `isHeavy` is true after all others.
    package mutating func next(
        lastOf isHeavy: (String) -> Bool, where isReady: (String, Element) -> Bool = { _, _ in true }
    ) -> (user: String, element: Element)? {
        next { isReady($0, $1) && !isHeavy($0) } ?? next(where: isReady)
    }

    /// Removes the first element of `user` for which `isMeant` is true; nil if there is none.
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
