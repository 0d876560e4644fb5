extension StringProtocol {
    /// The beginning of what was typed, short and harmless enough for an error: letters, digits and ASCII, and a question
    /// mark for anything that could act on a terminal or hide.
    package var excerpt: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(40) {
            let isPlain =
                scalar.isASCII
                ? 0x20...0x7E ~= scalar.value
                : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            scalars.append(isPlain ? scalar : "?")
        }
        return String(scalars) + (unicodeScalars.count > 40 ? "…" : "")
    }
}
