import Foundation

/// A gate that a test opens once, so that the order of events is enforced rather than hoped for.
public final class Gate: @unchecked Sendable {
    // Unchecked: the condition guards `isOpen`.
    private let condition = NSCondition()
    private var isOpen = false

    /// Makes a closed gate.
    public init() {}

    /// Lets everybody pass, now and later.
    public func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Blocks the calling thread until the gate is open or the time is up.
    @discardableResult
    public func wait(atMost seconds: Double = 600) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !isOpen, condition.wait(until: end) {}
        return isOpen
    }
}
