/// How many to-dos there are.
public struct TodoCount: Hashable, Sendable, Codable {
    /// Those that are not done.
    public var open: Int
    /// Those that are done.
    public var done: Int

    /// All of them.
    public var all: Int { open.addingClamped(done) }

    /// Numbers of to-dos.
    public init(open: Int = 0, done: Int = 0) {
        self.open = open
        self.done = done
    }

    /// Both numbers, each added to that of the other; none traps, as stored numbers may be anything.
    package static func + (count: TodoCount, other: TodoCount) -> TodoCount {
        TodoCount(open: count.open.addingClamped(other.open), done: count.done.addingClamped(other.done))
    }
}
