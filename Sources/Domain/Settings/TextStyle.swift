/// How a terminal shows text: a colour that every theme defines, bold or dim. Written `red`, `bold`, `bold-red`.
public struct TextStyle: Hashable, Sendable, LosslessStringConvertible {
    /// The colours of every terminal.
    public enum Color: String, Hashable, Sendable, CaseIterable {
        /// Red.
        case red
        /// Green.
        case green
        /// Yellow.
        case yellow
        /// Blue.
        case blue
        /// Magenta.
        case magenta
        /// Cyan.
        case cyan
        /// White.
        case white
        /// Gray, which is bright black.
        case gray
    }

    /// How strong text is.
    public enum Weight: String, Hashable, Sendable, CaseIterable {
        /// Stronger than usual.
        case bold
        /// Weaker than usual.
        case dim
    }

    /// How strong it is; nil for as usual.
    public var weight: Weight?
    /// The colour; nil for the usual one.
    public var color: Color?

    /// A style.
    public init(_ color: Color? = nil, weight: Weight? = nil) {
        self.color = color
        self.weight = weight
    }

    /// Parses `red`, `bold`, `bold-red`; nil for anything else.
    public init?(_ description: String) {
        guard let style = Self.all.first(where: { $0.description == description }) else { return nil }
        self = style
    }

    /// The style as it is written.
    public var description: String { [weight?.rawValue, color?.rawValue].compactMap(\.self).joined(separator: "-") }

    /// All that can be written.
    public static let all: [TextStyle] = ([nil] + Weight.allCases).flatMap { weight in
        ([nil] + Color.allCases).map { TextStyle($0, weight: weight) }
    }.filter { $0 != TextStyle() }
}
