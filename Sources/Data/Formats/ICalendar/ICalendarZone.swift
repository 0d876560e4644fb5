import Basics
import Foundation
import TodoDomain

/// The time zones that lines name, with the years of their dates.
struct ICalendarZones {
    private var years: [String: ClosedRange<Int>] = [:]

    /// Adds the zone of a property, if it has one.
    mutating func note(_ property: ICalendarProperty) {
        guard let zone = property.parameter("TZID") else { return }
        for year in property.value.split(separator: ",").compactMap({ Int($0.prefix(4)) }) {
            let known = years[zone] ?? year...year
            years[zone] = min(known.lowerBound, year)...max(known.upperBound, year)
        }
    }

    /// The lines of the definitions (RFC 5545, section 3.6.5), which every named zone must have.
    var lines: [String] {
        years.sorted { $0.key < $1.key }.flatMap { zone, years in
            ICalendarZone.lines(zone, from: years.lowerBound - 1, through: years.upperBound)
        }
    }
}

/// Definitions of time zones. They have the clock changes that the dates need: those from the first year on, as a rule if they
/// follow one.
enum ICalendarZone {
    /// The definitions that were made recently. A listing needs the same few definitions many times.
    private static let made = Locked<[String: [String]]>([:])
    private static let mostMade = 500
    /// The years after the last date whose changes are looked at, and the last year of all.
    private static let (yearsAfter, lastYear) = (12, 2199)

    /// The number of changes alike that make a rule.
    private static let fewest = 10

    /// The lines of a VTIMEZONE that is valid from the beginning of a year; empty for an unknown zone.
    static func lines(_ identifier: String, from year: Int, through last: Int) -> [String] {
        let year = min(max(year, 1970), lastYear)
        let end = min(max(last, year), lastYear) + yearsAfter
        let key = "\(identifier)/\(year)/\(end)"
        if let known = made.withLock({ $0[key] }) { return known }
        let lines = definition(identifier, from: year, before: end)
        made.withLock { made in
            if made.count >= mostMade { made = [:] }
            made[key] = lines
        }
        return lines
    }

    private static func definition(_ identifier: String, from year: Int, before end: Int) -> [String] {
        guard let zone = ICalendarTime.zone(identifier), let first = try? Day(year: year, month: 1, day: 1),
            let last = try? Day(year: end, month: 1, day: 1)
        else { return [] }
        let start = first.start(in: .gmt)
        var changes: [[Int]: [Date]] = [:]
        var date = start
        while let change = zone.nextDaylightSavingTimeTransition(after: date), change > date,
            change < last.start(in: .gmt)
        {
            let before = zone.secondsFromGMT(for: change.addingTimeInterval(-1))
            let after = zone.secondsFromGMT(for: change)
            if before != after { changes[[before, after], default: []].append(change) }
            date = change
        }
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(identifier)"]
        lines += observance(of: zone, at: [start], from: zone.secondsFromGMT(for: start))
        for (offsets, dates) in changes.sorted(by: { $0.value[0] < $1.value[0] }) {
            // Only changes that still take place at the end follow a rule that has no end.
            let isGoingOn = dates.last.map { Day(containing: $0, in: .gmt).year == end - 1 } ?? false
            let ruled = isGoingOn ? ruled(dates, from: offsets[0]) : nil
            let single = dates.prefix(dates.count - (ruled?.count ?? 0))
            if !single.isEmpty { lines += observance(of: zone, at: Array(single), from: offsets[0]) }
            if let ruled, let rule = rule(of: ruled, from: offsets[0]) {
                var one = observance(of: zone, at: [ruled[0]], from: offsets[0])
                one.insert("RRULE:" + rule, at: 2)
                lines += one
            }
        }
        return lines + ["END:VTIMEZONE"]
    }

    /// The last of some clock changes, as many as follow one rule; nil if there is no rule.
    private static func ruled(_ dates: [Date], from offset: Int) -> [Date]? {
        var (low, high) = (0, dates.count - fewest)
        guard high >= 0, rule(of: Array(dates[high...]), from: offset) != nil else { return nil }
        while low < high {
            let middle = (low + high) / 2
            if rule(of: Array(dates[middle...]), from: offset) != nil { high = middle } else { low = middle + 1 }
        }
        return Array(dates[low...])
    }

    /// The rule for clock changes that always come at the same time on the same weekday of a month; nil for other changes.
    private static func rule(of dates: [Date], from offset: Int) -> String? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = dates.map { date in
            calendar.dateComponents(
                [.year, .month, .day, .weekday, .hour, .minute], from: date.addingTimeInterval(TimeInterval(offset)))
        }
        guard dates.count >= fewest, let first = parts.first, let month = first.month, let weekday = first.weekday
        else {
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

    /// The times at which the offset changes from one to another, in local time before the change.
    static func observance(of zone: TimeZone, at dates: [Date], from offset: Int) -> [String] {
        let kind = zone.isDaylightSavingTime(for: dates[0]) ? "DAYLIGHT" : "STANDARD"
        let times = dates.map { date in
            date.addingTimeInterval(TimeInterval(offset)).iso8601Basic.dropLast()
        }
        return ["BEGIN:\(kind)", "DTSTART:\(times[0])"]
            + (times.count > 1 ? ["RDATE:" + times.dropFirst().joined(separator: ",")] : [])
            + ["TZOFFSETFROM:\(text(offset))", "TZOFFSETTO:\(text(zone.secondsFromGMT(for: dates[0])))", "END:\(kind)"]
    }

    static func text(_ offset: Int) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = abs(offset)
        let clock = padded(seconds / 3600) + padded(seconds / 60 % 60) + (seconds % 60 == 0 ? "" : padded(seconds % 60))
        return (offset < 0 ? "-" : "+") + clock
    }
}
