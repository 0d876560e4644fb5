import TodoDomain
package import TodoKit

/// The emphasis of text on a terminal.
package enum Style: Hashable, Sendable {
    case plain, bold, dim, red, yellow, green, cyan
    /// A style that a person has chosen.
    case text(TextStyle)

    /// The parameters of SGR, "select graphic rendition" (ECMA-48, 8.3.117); nil for plain text.
    fileprivate var parameters: String? {
        switch self {
        case .plain: nil
        case .bold: "1"
        case .dim: "2"
        case .red: "31"
        case .yellow: "33"
        case .green: "32"
        case .cyan: "36"
        case .text(let style):
            [style.weight.map { $0 == .bold ? "1" : "2" }, style.color.map { "\($0.parameter)" }].compactMap(\.self)
                .joined(separator: ";")
        }
    }
}

extension TextStyle.Color {
    fileprivate var parameter: Int {
        switch self {
        case .red: 31
        case .green: 32
        case .yellow: 33
        case .blue: 34
        case .magenta: 35
        case .cyan: 36
        case .white: 37
        case .gray: 90
        }
    }
}

/// Applies styles to text, or leaves it unchanged without colours.
///
/// Uses only the sixteen colours that every theme defines, so that the person's choice of a theme is respected.
package struct Styles: Hashable, Sendable {
    package let isEnabled: Bool

    package init(isEnabled: Bool) { self.isEnabled = isEnabled }

    /// The sequence that selects a style, if a text begins with one; nil otherwise.
    static func prefix(of text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
        guard text.starts(with: "\u{1B}[".unicodeScalars) else { return nil }
        let parameters = text.dropFirst(2).prefix(12).prefix { "0"..."9" ~= $0 || $0 == ";" }
        guard parameters.endIndex < text.endIndex, text[parameters.endIndex] == "m" else { return nil }
        return text[...parameters.endIndex]
    }

    /// The text in this style.
    package func callAsFunction(_ text: String, _ style: Style) -> String {
        guard isEnabled, !text.isEmpty, let parameters = style.parameters, !parameters.isEmpty else { return text }
        return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }
}
