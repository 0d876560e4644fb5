import TodoDomain

/// The to-dos of a calendar: VTODO components of iCalendar (RFC 5545), as CalDAV servers store them.
package struct ICalendarFormat: WritableTodoFormat {
    package let name = "ics"
    package let fileExtensions = ["ics", "ical", "icalendar"]
    package let extrasPrefix = ICalendar.prefix

    /// Creates the format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        beginning.text.prefix(15).uppercased() == "BEGIN:VCALENDAR" ? .certain : recognizes(name: name)
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        ICalendarReader(
            source: source, decoder: ICalendarDecoder(context: context), isSkippingBad: context.isSkippingBad)
    }

    package func makeWriter(context: ExportContext) -> any ItemWriter { ICalendarWriter(context: context) }

    /// ``ItemReader/renditions``: with our own properties, and without them, because some programs drop them.
    static func renditions(of todo: Todo, _ context: ExportContext, in calendar: ImportedList? = nil) -> [Todo] {
        let lines = ICalendarEncoder(timeZone: context.timeZone).lines(of: todo)
        return [lines, lines.filter { !$0.hasPrefix(ICalendar.ownPrefix) }].compactMap { lines -> Todo? in
            var (decoder, zones) = (ICalendarDecoder(context: context.reading), ICalendarZones())
            decoder.calendar = calendar
            return try? decoder.item(ICalendarComponent(lines, zones: &zones)).todo
        }
    }
}

/// Names that reading and writing share.
enum ICalendar {
    /// The prefix of the keys of extras; the name of the property or component in capitals follows.
    static let prefix = "ics."

    /// The prefix of our own properties.
    static let ownPrefix = "X-TODO-"

    /// A custom property: GEO has no altitude.
    static let altitude = "X-TODO-ALTITUDE"

    /// The percentage that is done. It is kept. One hundred percent means that a to-do without a status is done.
    static let percentage = "PERCENT-COMPLETE"

    /// Properties whose original line is kept if it contains more than we would write. It is written again if it still agrees
    /// with the to-do.
    static let refined = [
        "UID", "SUMMARY", "DESCRIPTION", "DTSTART", "DUE", "STATUS", "PRIORITY", "CATEGORIES", "LOCATION", "GEO",
    ]

    /// Properties that are always written from the to-do.
    static let rewritten: Set<String> = ["DTSTAMP", "CREATED", "LAST-MODIFIED", "COMPLETED", altitude]
}
