package import TodoKit

/// A place on the command line: `47.37,8.54`, or the name of a location.
package enum Place: Hashable, Sendable {
    case coordinate(Coordinate)
    case name(String)

    /// Parses two numbers separated by a comma as a coordinate, and anything else as a name.
    /// - Throws: ``TodoError``: `impossible-latitude` or `impossible-longitude` for numbers out of range,
    ///   `empty-place-name` for an empty text.
    package static func parse(_ text: String) throws -> Place {
        let text = text.trimmed
        guard !text.isEmpty else { throw TodoError(.emptyPlaceName, "A place's name cannot be empty.") }
        return try Coordinate.parse(text).map(Place.coordinate) ?? .name(text)
    }
}
