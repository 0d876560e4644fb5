extension String {
    /// The text with each such scalar replaced. `replacing(_:with:)` compares characters, and so misses a quotation mark
    /// that an accent or a skin tone follows, which together are one character.
    package func replacing(scalar: Unicode.Scalar, with text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for each in unicodeScalars {
            if each == scalar { scalars.append(contentsOf: text.unicodeScalars) } else { scalars.append(each) }
        }
        return String(scalars)
    }
}
