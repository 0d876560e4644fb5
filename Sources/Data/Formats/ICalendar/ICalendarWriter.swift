import Foundation
import TodoDomain

/// Writes one calendar. Time zones are defined after the to-dos, when the used ones are known.
struct ICalendarWriter: ItemWriter {
    private let encoder: ICalendarEncoder
    private var decoder: ICalendarDecoder
    private var zones: Set<String> = []

    init(context: ExportContext) {
        encoder = ICalendarEncoder(timeZone: context.timeZone)
        decoder = ICalendarDecoder(context: context.reading)
    }

    mutating func header(into buffer: inout [UInt8]) {
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//todo//todo//EN"] { Self.write(line, into: &buffer) }
    }

    mutating func write(_ todo: Todo, into buffer: inout [UInt8]) -> Set<ExportOmission> {
        let component = write(encoder.lines(of: todo), into: &buffer)
        if let lines = encoder.movedLines(of: todo) { _ = write(lines, into: &buffer) }
        return todo.omissions(keeping: ICalendar.prefix) { try decoder.item(component) }
    }

    /// Writes a component, and returns it as a reader would read it.
    private mutating func write(_ lines: [String], into buffer: inout [UInt8]) -> ICalendarComponent {
        for line in ["BEGIN:VTODO"] + lines + ["END:VTODO"] { Self.write(line, into: &buffer) }
        return ICalendarComponent(lines, zones: &zones)
    }

    mutating func footer(into buffer: inout [UInt8]) {
        for zone in zones.sorted() {
            for line in ICalendarZone.lines(zone) { Self.write(line, into: &buffer) }
        }
        Self.write("END:VCALENDAR", into: &buffer)
    }

    /// Writes a line folded at 75 bytes, never in the middle of a character.
    static func write(_ line: String, into buffer: inout [UInt8]) {
        var line = line
        line.withUTF8 { bytes in
            var start = 0
            var room = 75
            while bytes.count - start > room {
                var end = start + room
                while bytes[end] & 0xC0 == 0x80 { end -= 1 }
                buffer.append(contentsOf: bytes[start..<end])
                buffer.append(contentsOf: "\r\n ".utf8)
                start = end
                // The leading space counts.
                room = 74
            }
            buffer.append(contentsOf: bytes[start...])
        }
        buffer.append(contentsOf: "\r\n".utf8)
    }
}

/// Definitions of time zones (RFC 5545, section 3.6.5), which every named zone must have.
enum ICalendarZone {
    /// The period with explicit clock changes. After it, the last rule continues.
    private static let years: ClosedRange<Int64> = 0...2_240_524_800

    /// The lines of a VTIMEZONE; none for an unknown zone.
    static func lines(_ identifier: String) -> [String] {
        guard let zone = ICalendarTime.zone(identifier) else { return [] }
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(identifier)"]
        let start = Date(milliseconds: years.lowerBound * 1000)
        lines += observance(of: zone, at: [start], from: zone.secondsFromGMT(for: start))
        var changes: [[Int]: [Date]] = [:]
        var date = start
        while let change = zone.nextDaylightSavingTimeTransition(after: date), change > date,
            change.milliseconds / 1000 < years.upperBound
        {
            let before = zone.secondsFromGMT(for: change.addingTimeInterval(-1))
            let after = zone.secondsFromGMT(for: change)
            if before != after { changes[[before, after], default: []].append(change) }
            date = change
        }
        for (offsets, dates) in changes.sorted(by: { $0.value[0] < $1.value[0] }) {
            lines += observance(of: zone, at: dates, from: offsets[0])
        }
        return lines + ["END:VTIMEZONE"]
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
