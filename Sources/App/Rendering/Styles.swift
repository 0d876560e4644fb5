/// How text stands out on a terminal.
package enum Style: Hashable, Sendable, CaseIterable {
    case plain, bold, dim, red, yellow, green, cyan

    /// The parameter of SGR, "select graphic rendition" (ECMA-48, 8.3.117); nil for plain text.
    fileprivate var parameter: Int? {
        switch self {
        case .plain: nil
        case .bold: 1
        case .dim: 2
        case .red: 31
        case .green: 32
        case .yellow: 33
        case .cyan: 36
        }
    }
}

/// Applies styles to text, or leaves it as it is if colours are not wanted.
///
/// Uses only the sixteen colours that every theme defines, so that a person's own choice is respected.
package struct Styles: Hashable, Sendable {
    package let isEnabled: Bool

    package init(isEnabled: Bool) { self.isEnabled = isEnabled }

    /// The text in this style.
    package func callAsFunction(_ text: String, _ style: Style) -> String {
        guard isEnabled, !text.isEmpty, let parameter = style.parameter else { return text }
        return "\u{1B}[\(parameter)m\(text)\u{1B}[0m"
    }
}
