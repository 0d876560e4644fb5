public import Foundation

/// A value that only one thread at a time can touch.
///
/// `Mutex` of the standard library would serve, but needs macOS 15.
///
/// Unchecked: every access to `value` goes through the lock.
public final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    /// A value that nobody else holds.
    @inlinable
    public init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` with the lock held. `body` must neither block nor resume a continuation.
    @inlinable
    public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
