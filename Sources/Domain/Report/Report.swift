public import Foundation

/// The numbers of to-dos that were done and created, per day and per week, and the number of open to-dos.
public struct Report: Hashable, Sendable {
    /// The time in which a to-do existed and was open.
    public struct Lifetime: Hashable, Sendable {
        /// The creation date.
        public let createdAt: Date
        /// The completion date; nil if the to-do is open.
        public let completedAt: Date?
        /// The deletion date; nil if the to-do exists.
        public let deletedAt: Date?

        /// Creates the times of a to-do.
        public init(createdAt: Date, completedAt: Date? = nil, deletedAt: Date? = nil) {
            self.createdAt = createdAt
            self.completedAt = completedAt
            self.deletedAt = deletedAt
        }
    }

    /// A day or a week.
    public struct Period: Hashable, Sendable {
        /// The first day. For the first week, it is the first day of the report.
        public let first: Day
        /// The last day. For the last week, it is the last day of the report.
        public internal(set) var last: Day
        /// The number of to-dos that were created, including to-dos that were deleted later.
        public internal(set) var created: Int
        /// The number of to-dos that were done, including to-dos that were deleted later.
        public internal(set) var done: Int
        /// The number of open to-dos at the end: created before, and neither done nor deleted.
        public internal(set) var open: Int
    }

    /// The days, in order.
    public let days: [Period]
    /// The weeks, in order. The first and the last may have fewer than seven days.
    public let weeks: [Period]
    /// The number of open to-dos when the first day began.
    public let openBefore: Int

    /// The maximum number of days in a report: ten years.
    public static let mostDays = 3_660

    /// Creates a report.
    /// - Parameters:
    ///   - lifetimes: the to-dos, in any order, including those created before the first day.
    ///   - first: the first day.
    ///   - last: the last day, included.
    ///   - zone: the zone in which days begin.
    ///   - firstWeekday: the first day of a week.
    /// - Throws: ``TodoError`` with code `usage` if the report ends before it begins, or has more than ``mostDays``.
    public init(
        _ lifetimes: some Sequence<Lifetime>, from first: Day, through last: Day, zone: TimeZone,
        firstWeekday: PhraseSettings.Weekday = .monday
    ) throws {
        let count = try Self.count(from: first, through: last)
        let start = first.daysSince1970
        // The numbers created and done on each day, and the change of the number of open to-dos.
        var (created, done, more) = ([Int](repeating: 0, count: count), [Int](repeating: 0, count: count), [Int: Int]())
        func index(_ date: Date) -> Int { Day(containing: date, in: zone).daysSince1970 - start }
        for life in lifetimes {
            let made = index(life.createdAt)
            let completed = life.completedAt.map(index)
            if created.indices.contains(made) { created[made] += 1 }
            if let completed, done.indices.contains(completed) { done[completed] += 1 }
            let end = [completed, life.deletedAt.map(index)].compactMap(\.self).min() ?? count
            // A file may give a to-do a completion before its creation; such a to-do was never open.
            guard made < end else { continue }
            more[max(made, -1), default: 0] += 1
            more[max(end, -1), default: 0] -= 1
        }
        var open = more[-1] ?? 0
        openBefore = open
        days = (0..<count).map { index in
            let day = first.adding(days: index)
            open += more[index] ?? 0
            return Period(first: day, last: day, created: created[index], done: done[index], open: open)
        }
        weeks = Self.weeks(of: days, from: firstWeekday)
    }

    /// The number of days in a report.
    /// - Throws: ``TodoError`` with code `usage` if the report ends before it begins, or has more than ``mostDays``.
    @discardableResult
    package static func count(from first: Day, through last: Day) throws -> Int {
        guard first <= last else { throw TodoError(.usage, "A report cannot end before it begins.") }
        let count = last.daysSince1970 - first.daysSince1970 + 1
        guard count <= mostDays else {
            throw TodoError(.usage, "A report has at most \(mostDays) days, and from \(first) to \(last) are \(count).")
        }
        return count
    }

    private static func weeks(of days: [Period], from firstWeekday: PhraseSettings.Weekday) -> [Period] {
        var weeks: [Period] = []
        for day in days {
            guard let last = weeks.indices.last, firstWeekday.daysUntil(day.first.weekday) != 0 else {
                weeks.append(day)
                continue
            }
            weeks[last].last = day.last
            weeks[last].created += day.created
            weeks[last].done += day.done
            weeks[last].open = day.open
        }
        return weeks
    }

    /// The number of to-dos that were created in the report's days.
    public var created: Int { days.reduce(0) { $0 + $1.created } }
    /// The number of to-dos that were done in the report's days.
    public var done: Int { days.reduce(0) { $0 + $1.done } }
    /// The number of open to-dos at the end of the report.
    public var open: Int { days.last?.open ?? openBefore }
}
