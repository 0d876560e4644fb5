public import Foundation

/// A value guarded by a lock.
///
/// The standard library's `Mutex` would do, but requires macOS 15.
///
/// Unchecked because every access to `value` goes through the lock.
public final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    /// A guarded value.
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
