/// Writes the XML of an answer, piece by piece.
struct XMLWriter {
    private(set) var bytes: [UInt8] = []

    /// The bytes written since the last call.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// The beginning of a document, whose root declares all namespaces that answers have.
    mutating func begin(_ root: XMLName) {
        raw("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<")
        raw(Self.tag(root))
        for (prefix, namespace) in XMLName.prefixes { raw(" xmlns:\(prefix)=\"\(namespace)\"") }
        raw(">")
    }

    /// The beginning of an element.
    mutating func open(_ name: XMLName) {
        raw("<")
        tag(name, declares: true)
        raw(">")
    }

    /// The end of an element.
    mutating func close(_ name: XMLName) {
        raw("</")
        tag(name, declares: false)
        raw(">")
    }

    /// An element without content.
    mutating func empty(_ name: XMLName, _ attributes: [(String, String)] = []) {
        raw("<")
        tag(name, declares: true)
        for (attribute, value) in attributes {
            raw(" \(attribute)=\"")
            text(value)
            raw("\"")
        }
        raw("/>")
    }

    /// An element with text.
    mutating func element(_ name: XMLName, _ content: String) {
        open(name)
        text(content)
        close(name)
    }

    /// An element with others in it.
    mutating func element(_ name: XMLName, _ content: (inout XMLWriter) -> Void) {
        open(name)
        content(&self)
        close(name)
    }

    /// Writes text, without the characters that XML does not allow.
    mutating func text(_ text: String) { self.text(Array(text.utf8)) }

    /// The same in UTF-8.
    mutating func text(_ utf8: [UInt8]) {
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case UInt8(ascii: "\""): raw("&quot;")
            // Otherwise a reader turns it into a line feed.
            case 0x0D: raw("&#13;")
            case 0x09, 0x0A: bytes.append(byte)
            case 0..<0x20: break
            default: bytes.append(byte)
            }
        }
    }

    private mutating func raw(_ text: String) { bytes += text.utf8 }

    /// Names come from clients too: those in other namespaces declare theirs.
    private mutating func tag(_ name: XMLName, declares: Bool) {
        if XMLName.prefix(of: name.namespace) != nil {
            raw(Self.tag(name))
        } else {
            raw(name.namespace.isEmpty ? name.local : "x:" + name.local)
            if declares, !name.namespace.isEmpty {
                raw(" xmlns:x=\"")
                text(name.namespace)
                raw("\"")
            }
        }
    }

    private static func tag(_ name: XMLName) -> String {
        XMLName.prefix(of: name.namespace).map { "\($0):\(name.local)" } ?? name.local
    }

    /// Whether XML 1.0 can have a character.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...: true
        default: false
        }
    }
}
