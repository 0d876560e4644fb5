/// How many to-dos there are.
public struct TodoCount: Hashable, Sendable, Codable {
    /// Those that are not done.
    public var open: Int
    /// Those that are done.
    public var done: Int

    /// All of them.
    public var all: Int { open + done }

    /// Numbers of to-dos.
    public init(open: Int = 0, done: Int = 0) { (self.open, self.done) = (open, done) }
}
