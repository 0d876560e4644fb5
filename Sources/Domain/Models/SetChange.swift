/// A change of a set, such as the tags of a to-do.
public struct SetChange<Element: Hashable & Sendable>: Hashable, Sendable {
    /// The elements to add.
    public var add: Set<Element>
    /// The elements to remove.
    public var remove: Set<Element>
    /// Whether all other elements are removed.
    public var removesOthers: Bool

    /// Elements to add and remove; others stay.
    public init(add: Set<Element> = [], remove: Set<Element> = [], removesOthers: Bool = false) {
        self.add = add
        self.remove = remove
        self.removesOthers = removesOthers
    }

    /// The change that turns one set into another; nil if they are equal.
    package init?(from original: some Sequence<Element>, to changed: some Sequence<Element>) {
        let (before, after) = (Set(original), Set(changed))
        guard before != after else { return nil }
        self.init(add: after.subtracting(before), remove: before.subtracting(after))
    }

    /// Adds elements.
    public static func add(_ elements: Set<Element>) -> SetChange { SetChange(add: elements) }
    /// Removes elements.
    public static func remove(_ elements: Set<Element>) -> SetChange { SetChange(remove: elements) }
    /// Replaces all elements with these.
    public static func set(_ elements: Set<Element>) -> SetChange { SetChange(add: elements, removesOthers: true) }
}
