package import Foundation

/// The properties that determine whether a to-do can be worked on.
///
/// A store has them in columns, with counters for those that depend on other to-dos, and expresses the same rule in
/// SQL. Only ``isWaiting(at:in:)`` depends on the clock, so an index on the other properties and the start supports it.
package struct Readiness: Hashable, Sendable {
    /// Whether it is neither done nor deleted.
    package var isOpen: Bool
    /// How many of its dependencies count and have an existing, open target.
    package var openBlockers: Int
    /// How many open to-dos are directly below it.
    package var openSubtasks: Int
    /// When work on it can begin; nil for any time.
    package var start: Due?
    /// When a person began to work on it; nil if nobody is working on it.
    package var startedAt: Date?
    /// Whether its list, or a list above that, is archived.
    package var isArchived: Bool

    /// The values of a to-do.
    package init(
        isOpen: Bool = true, openBlockers: Int = 0, openSubtasks: Int = 0, start: Due? = nil, startedAt: Date? = nil,
        isArchived: Bool = false
    ) {
        self.isOpen = isOpen
        self.openBlockers = openBlockers
        self.openSubtasks = openSubtasks
        self.start = start
        self.startedAt = startedAt
        self.isArchived = isArchived
    }

    /// Whether it is open and has to wait for others.
    package var isBlocked: Bool { isOpen && openBlockers > 0 }

    /// Whether it is open and a person is working on it.
    package var isStarted: Bool { isOpen && startedAt != nil }

    /// Whether it is open and its start has not come yet; a day comes when it begins in `zone`.
    package func isWaiting(at now: Date, in zone: TimeZone) -> Bool {
        isOpen && !(start?.hasBegun(at: now, in: zone) ?? true)
    }

    /// Whether it can be worked on now: it is open, not blocked, not waiting and not in an archived list; it has no
    /// open subtasks; and nothing above it is blocked or waiting.
    /// - Parameter ancestors: everything above it.
    package func isReady(at now: Date, in zone: TimeZone, below ancestors: some Sequence<Readiness> = []) -> Bool {
        isOpen && !isArchived && openSubtasks == 0 && isFree(at: now, in: zone)
            && ancestors.allSatisfy { $0.isFree(at: now, in: zone) }
    }

    private func isFree(at now: Date, in zone: TimeZone) -> Bool { !isBlocked && !isWaiting(at: now, in: zone) }
}
