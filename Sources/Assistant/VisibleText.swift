import JSON
import TodoDomain

/// Makes invisible characters in the texts of to-dos visible. Otherwise somebody could hide instructions in them from a person
/// who reads the same text (Unicode TR #36).
enum VisibleText {
    /// The text, with control and format characters written as `\u{202e}`. Line feeds and tabs stay.
    static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        var visible = ""
        for scalar in text.unicodeScalars {
            if isHidden(scalar) {
                visible += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
        return visible
    }

    /// The text on one line.
    static func line(_ text: String) -> String {
        of(text).split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
    }

    /// A value with all of its texts made visible.
    static func of(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(of(text))
        case .array(let elements): .array(elements.map(of))
        case .object(let members):
            .object(Dictionary(members.map { (of($0.key), of($0.value)) }, uniquingKeysWith: { first, _ in first }))
        case .null, .bool, .integer, .double: value
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x7F || scalar.value < 0x20 else { return false }
        switch scalar {
        case "\n", "\t": return false
        // It joins the parts of an emoji, and some scripts need it.
        case "\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}": return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
