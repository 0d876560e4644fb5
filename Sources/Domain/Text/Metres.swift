/// Lengths as they are typed.
package enum Metres {
    /// The length in metres of a number with its unit: `500m`, `1.5 km`, `3mi`; nil for anything else.
    package static func parse(_ text: String) -> Double? {
        let text = text.trimmed.lowercased()
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let unit: Double
        switch String(text.dropFirst(digits.count)).trimmed {
        case "m": unit = 1
        case "km": unit = 1000
        // The international mile of 1959.
        case "mi": unit = 1609.344
        default: return nil
        }
        return PlainDecimal.parse(digits).map { $0 * unit }
    }

    /// Splits off the part after the last slash, if it begins as a number does: `Migros/1.5km`.
    package static func split(_ text: String) -> (text: String, distance: Substring?) {
        guard let slash = text.lastIndex(of: "/"), text[slash...].dropFirst().first?.isNumber == true else {
            return (text, nil)
        }
        return (String(text[..<slash]), text[slash...].dropFirst())
    }
}
