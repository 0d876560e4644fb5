extension String {
    /// The text with each occurrence of a scalar replaced. `replacing(_:with:)` compares characters. It misses a
    /// quotation mark followed by an accent or a skin tone, which together are one character.
    package func replacing(scalar: Unicode.Scalar, with text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for each in unicodeScalars {
            if each == scalar { scalars.append(contentsOf: text.unicodeScalars) } else { scalars.append(each) }
        }
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// The reference for a character with a meaning in XML and HTML, also in the value of an attribute; nil if the
    /// character needs none.
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
