import Foundation

/// Something that happens once. `@unchecked`: its only state is read and written under the lock.
package final class Latch: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    package init() {}

    package var isSet: Bool { lock.withLock { value } }
    package func set() { lock.withLock { value = true } }
}
