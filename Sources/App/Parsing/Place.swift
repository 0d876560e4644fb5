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
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
        guard parts.count == 2, let latitude = PlainDecimal.parse(parts[0]),
            let longitude = PlainDecimal.parse(parts[1])
        else { return .name(text) }
        return .coordinate(try Coordinate(latitude: latitude, longitude: longitude))
    }
}
