import Mustache
import TodoKit

/// How text becomes HTML: byte by byte, as a browser reads it.
///
/// Mustache's own way looks at characters, and so misses a quotation mark that an accent follows: for Swift they are one
/// character, for a browser the mark ends the value of an attribute.
struct Markup: MustacheContentType {
    func escapeText(_ text: String) -> String {
        guard let first = text.utf8.firstIndex(where: { Self.entity($0) != nil }) else { return text }
        var escaped = String(text[..<first])
        var rest = text[first...].utf8
        while let byte = rest.first {
            if let entity = Self.entity(byte) {
                escaped += entity
                rest = rest.dropFirst()
            } else {
                let plain = rest.prefix { Self.entity($0) == nil }
                escaped += Substring(plain)
                rest = rest[plain.endIndex...]
            }
        }
        return escaped
    }

    private static func entity(_ byte: UInt8) -> String? { Unicode.Scalar(byte).markupReference }
}
