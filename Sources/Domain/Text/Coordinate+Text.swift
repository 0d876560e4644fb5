extension Coordinate {
    /// The point of two numbers in degrees with a comma between them: `47.37,8.54`; nil for any other text.
    /// - Throws: ``TodoError`` with code `impossible-latitude` or `impossible-longitude` for numbers out of range.
    public static func parse(_ text: String) throws -> Coordinate? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            PlainDecimal.parse(String($0).trimmed)
        }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }
}
