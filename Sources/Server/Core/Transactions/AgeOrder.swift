/// Elements in the order in which they came; any can be removed in constant time.
package struct AgeOrder<Element: Sendable>: Sendable {
    private struct Link: Sendable {
        let element: Element
        var older: Int?
        var younger: Int?
    }

    private var links: [Int: Link] = [:]
    private var oldestKey: Int?
    private var youngestKey: Int?
    private var nextKey = 0

    /// No elements.
    package init() {}

    /// The number of elements.
    package var count: Int { links.count }

    /// The element that came first.
    package var oldest: Element? { oldestKey.flatMap { links[$0]?.element } }

    /// Appends an element and returns the key by which it can be removed.
    package mutating func append(_ element: Element) -> Int {
        let key = nextKey
        nextKey += 1
        links[key] = Link(element: element, older: youngestKey, younger: nil)
        if let youngestKey { links[youngestKey]?.younger = key } else { oldestKey = key }
        youngestKey = key
        return key
    }

    /// Removes the element with a key; nothing happens if it is gone.
    package mutating func remove(_ key: Int) {
        guard let link = links.removeValue(forKey: key) else { return }
        if let older = link.older { links[older]?.younger = link.younger } else { oldestKey = link.younger }
        if let younger = link.younger { links[younger]?.older = link.older } else { youngestKey = link.older }
    }
}
