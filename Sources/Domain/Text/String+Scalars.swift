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

extension Unicode.Scalar {
    /// How XML and HTML refer to a character that would mean something there, also in the value of an attribute; nil for what
    /// may stand as it is.
    package var markupReference: String? {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        default: nil
        }
    }
}
