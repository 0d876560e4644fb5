/// Whether something has happened; it cannot be undone.
package final class Latch: Sendable {
    private let value = Locked(false)

    package init() {}

    package var isSet: Bool { value.withLock { $0 } }
    package func set() { value.withLock { $0 = true } }
}
