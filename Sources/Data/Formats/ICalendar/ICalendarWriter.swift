import Foundation
import TodoDomain

/// Writes one calendar. Time zones are defined after the to-dos, when the used ones are known.
struct ICalendarWriter: ItemWriter {
    private let encoder: ICalendarEncoder
    private var decoder: ICalendarDecoder
    private var zones = ICalendarZones()

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
        for line in zones.lines { Self.write(line, into: &buffer) }
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
