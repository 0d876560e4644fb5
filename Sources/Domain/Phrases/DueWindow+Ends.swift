import Foundation

// Ranges as people type them, with both ends included.
extension DueWindow {
    /// Creates the range from one day or moment through another one. nil means an open end.
    /// - Throws: ``TodoError`` with code `usage` for a range that is open at both ends, or that ends before it begins.
    init(from first: Due?, through last: Due?, in zone: TimeZone) throws {
        guard first != nil || last != nil else {
            throw TodoError(.usage, "A range has a beginning or an end: A..B, A.. or ..B.")
        }
        self.init(from: nil, until: nil, in: zone)
        switch first {
        case .day(let day): (firstDay, start) = (day, day.start(in: zone))
        case .instant(let date, _): (firstDay, start) = (Day(containing: date, in: zone), date)
        case nil: break
        }
        switch last {
        case .day(let day): (endDay, end) = Self.end(through: day, in: zone)
        case .instant(let date, _):
            // Times have a precision of one millisecond.
            endDay = Day(containing: date, in: zone)
            end = Date(milliseconds: date.milliseconds + 1)
        case nil: break
        }
        if let start, let end, start >= end { throw TodoError(.usage, "The range ends before it begins.") }
    }

    /// Creates the range of `A..B`, where one end may be missing; nil for text without the dots. The range begins with the
    /// first day of a period, and ends with the last day of a period.
    /// - Parameters:
    ///   - period: reads an end as a period; nil if it is not a period.
    ///   - parse: reads an end that is not a period.
    /// - Throws: ``TodoError`` with code `usage` for an invalid range, and the errors of `period` and `parse`.
    init?(
        range text: String, in zone: TimeZone, _ period: (String) throws -> (first: Day, last: Day)?,
        or parse: (String) throws -> Due
    ) throws {
        guard let dots = text.range(of: "..") else { return nil }
        func end(_ text: Substring, isLast: Bool) throws -> Due? {
            let text = String(text).trimmed
            if text.isEmpty { return nil }
            if let days = try period(text) { return .day(isLast ? days.last : days.first) }
            return try parse(text)
        }
        let first = try end(text[..<dots.lowerBound], isLast: false)
        let last = try end(text[dots.upperBound...], isLast: true)
        try self.init(from: first, through: last, in: zone)
    }

    /// Creates the range from one day through another one.
    init(from first: Day, through last: Day, in zone: TimeZone) {
        self.init(from: first, until: nil, in: zone)
        (endDay, end) = Self.end(through: last, in: zone)
    }

    /// The exclusive end of a range that includes `last`; nil after the last supported day.
    private static func end(through last: Day, in zone: TimeZone) -> (Day?, Date?) {
        let next = last.adding(days: 1)
        return next > last ? (next, next.start(in: zone)) : (nil, nil)
    }
}
