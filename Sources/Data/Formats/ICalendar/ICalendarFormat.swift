import TodoDomain

/// The to-dos of a calendar: VTODO components of iCalendar (RFC 5545), as CalDAV servers keep them.
package struct ICalendarFormat: TodoFormat {
    package let name = "ics"
    package let fileExtensions = ["ics", "ical", "icalendar"]

    /// The format.
    package init() {}

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        ICalendarReader(source: source, decoder: ICalendarDecoder(context: context))
    }

    package func makeWriter(context: ExportContext) -> any ItemWriter { ICalendarWriter(context: context) }
}

/// Names that reading and writing have in common.
enum ICalendar {
    /// What the keys of extras begin with; the name of the property or component in capitals follows.
    static let prefix = "ics."

    /// A property of our own: GEO has no altitude.
    static let altitude = "X-TODO-ALTITUDE"

    /// Properties whose original line is kept if it says more than we would write, and written again as long as it
    /// still says what the to-do does.
    static let refined = [
        "UID", "SUMMARY", "DESCRIPTION", "DUE", "STATUS", "PRIORITY", "CATEGORIES", "LOCATION", "GEO",
    ]

    /// Properties that are written anew each time.
    static let rewritten: Set<String> = ["DTSTAMP", "CREATED", "LAST-MODIFIED", "COMPLETED", altitude]
}
