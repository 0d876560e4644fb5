extension StringProtocol {
    /// The beginning of a typed text, short and harmless enough for an error message. A question mark replaces anything
    /// that could act on a terminal, reverse text or hide.
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
    /// Whether it is visible as it is, and has no other effect.
    /// - Parameter last: the scalar before it: an emoji may depend on it, or be joined to it.
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
