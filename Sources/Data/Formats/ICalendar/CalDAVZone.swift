import Basics
import Foundation
import TodoDomain

/// Definitions of time zones for one object. They begin with the year of its dates, and use a rule if there is one.
extension ICalendarZone {
    /// The definitions that were made recently. A listing needs the same few definitions many times.
    private static let made = Locked<[String: [String]]>([:])
    private static let mostMade = 500

    /// The lines of a VTIMEZONE that is valid from the beginning of a year; empty for an unknown zone.
    static func lines(_ identifier: String, from year: Int) -> [String] {
        let key = "\(identifier)/\(year)"
        if let known = made.withLock({ $0[key] }) { return known }
        let lines = definition(identifier, from: year)
        made.withLock { made in
            if made.count >= mostMade { made = [:] }
            made[key] = lines
        }
        return lines
    }

    private static func definition(_ identifier: String, from year: Int) -> [String] {
        guard let zone = ICalendarTime.zone(identifier), let first = try? Day(year: max(year, 1970), month: 1, day: 1)
        else { return [] }
        let start = first.start(in: .gmt)
        var changes: [[Int]: [Date]] = [:]
        var date = start
        while let change = zone.nextDaylightSavingTimeTransition(after: date), change > date,
            change.timeIntervalSince(start) < 12 * 366 * 86_400
        {
            let before = zone.secondsFromGMT(for: change.addingTimeInterval(-1))
            let after = zone.secondsFromGMT(for: change)
            if before != after { changes[[before, after], default: []].append(change) }
            date = change
        }
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(identifier)"]
        lines += observance(of: zone, at: [start], from: zone.secondsFromGMT(for: start))
        for (offsets, dates) in changes.sorted(by: { $0.value[0] < $1.value[0] }) {
            if let rule = rule(of: dates, from: offsets[0]) {
                var one = observance(of: zone, at: [dates[0]], from: offsets[0])
                one.insert("RRULE:" + rule, at: 2)
                lines += one
            } else {
                lines += observance(of: zone, at: dates, from: offsets[0])
            }
        }
        return lines + ["END:VTIMEZONE"]
    }

    /// The rule for clock changes that are always on the same weekday of a month at the same time; nil if there is none.
    private static func rule(of dates: [Date], from offset: Int) -> String? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = dates.map { date in
            calendar.dateComponents(
                [.year, .month, .day, .weekday, .hour, .minute], from: date.addingTimeInterval(TimeInterval(offset)))
        }
        guard dates.count >= 10, let first = parts.first, let month = first.month, let weekday = first.weekday else {
            return nil
        }
        let isYearly = zip(parts, parts.dropFirst()).allSatisfy { ($0.year ?? 0) + 1 == $1.year }
        let isAlike = parts.allSatisfy {
            $0.month == month && $0.weekday == weekday && $0.hour == first.hour && $0.minute == first.minute
        }
        guard isYearly, isAlike else { return nil }
        let day = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"][weekday - 1]
        let numbers = Set(parts.map { (($0.day ?? 1) - 1) / 7 + 1 })
        if numbers.count == 1, let number = numbers.first, number < 5 {
            return "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(number)\(day)"
        }
        let lengths = parts.compactMap { part in
            calendar.date(from: DateComponents(year: part.year, month: part.month)).flatMap {
                calendar.range(of: .day, in: .month, for: $0)?.count
            }
        }
        let isLast = zip(parts, lengths).allSatisfy { ($0.day ?? 0) + 7 > $1 }
        return isLast ? "FREQ=YEARLY;BYMONTH=\(month);BYDAY=-1\(day)" : nil
    }
}
