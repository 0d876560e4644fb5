public import Foundation

/// What decides whether a to-do can be worked on.
///
/// A store has these values in columns, those that follow from other to-dos as counters, and asks for the same in SQL; as
/// only ``isWaiting(at:in:)`` depends on the clock, an index over the others and the start serves.
public struct Readiness: Hashable, Sendable {
    /// Whether it is neither done nor deleted.
    public var isOpen: Bool
    /// How many of its dependencies count (``Dependencies``) and have a target that exists and is open.
    public var openBlockers: Int
    /// How many to-dos that are seen directly below it are open.
    public var openSubtasks: Int
    /// When it can be begun; nil: at any time.
    public var start: Due?
    /// When somebody began with it; nil: nobody is at it.
    public var startedAt: Date?
    /// Whether the list that it is seen in, or one above that, is archived.
    public var isArchived: Bool

    /// The values of a to-do.
    public init(
        isOpen: Bool = true, openBlockers: Int = 0, openSubtasks: Int = 0, start: Due? = nil, startedAt: Date? = nil,
        isArchived: Bool = false
    ) {
        (self.isOpen, self.openBlockers, self.openSubtasks) = (isOpen, openBlockers, openSubtasks)
        (self.start, self.startedAt, self.isArchived) = (start, startedAt, isArchived)
    }

    /// Whether it is open and has to wait until others are done.
    public var isBlocked: Bool { isOpen && openBlockers > 0 }

    /// Whether it is open and somebody is at it.
    public var isStarted: Bool { isOpen && startedAt != nil }

    /// Whether it is open and its start has not come; a day comes when it begins in `zone`.
    public func isWaiting(at now: Date, in zone: TimeZone) -> Bool {
        isOpen && !(start?.hasBegun(at: now, in: zone) ?? true)
    }

    /// Whether it can be worked on now: it is open, neither blocked nor waiting, in no archived list, has no open subtask,
    /// and nothing that it is seen below is blocked or waiting.
    /// - Parameter ancestors: what it is seen below (``StandingDerivation/ancestors(of:)``).
    public func isReady(at now: Date, in zone: TimeZone, below ancestors: some Sequence<Readiness> = []) -> Bool {
        isOpen && !isArchived && openSubtasks == 0 && isFree(at: now, in: zone)
            && ancestors.allSatisfy { $0.isFree(at: now, in: zone) }
    }

    private func isFree(at now: Date, in zone: TimeZone) -> Bool { !isBlocked && !isWaiting(at: now, in: zone) }
}
