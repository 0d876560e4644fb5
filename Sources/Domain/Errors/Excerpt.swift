extension StringProtocol {
    /// The beginning of what was typed, short and harmless enough for an error: what can be seen, and a question mark
    /// for anything that could act on a terminal, turn text around or hide.
    package var excerpt: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(40) {
            let isPlain = scalar.isPlain(after: scalars.last)
            scalars.append(isPlain ? scalar : "?")
        }
        return String(scalars) + (unicodeScalars.count > 40 ? "…" : "")
    }
}

extension Unicode.Scalar {
    /// Whether it is seen as it is, and does nothing but that.
    /// - Parameter last: what comes before it: an emoji may be drawn as one, and joined with the next one.
    fileprivate func isPlain(after last: Unicode.Scalar?) -> Bool {
        if isASCII { return 0x20...0x7E ~= value }
        let (selector, joiner): (Unicode.Scalar, Unicode.Scalar) = ("\u{FE0F}", "\u{200D}")
        if self == selector || self == joiner {
            guard let last, !last.isASCII else { return false }
            return last.properties.isEmoji || self == joiner && last == selector
        }
        guard !properties.isDefaultIgnorableCodePoint else { return false }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}
