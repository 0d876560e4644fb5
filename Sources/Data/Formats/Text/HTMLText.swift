import Foundation
import TodoDomain

/// The plain text of a little HTML, as programs keep notes.
enum HTMLText {
    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": " ", "apos": "'"]
    private static let blocks: Set<String> = ["br", "/p", "/div", "/li", "/h1", "/h2", "/h3", "/tr"]

    /// The text without tags, with a line for each block.
    static func plain(_ html: String) -> String {
        var text = ""
        var rest = html[...]
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            text += rest[..<mark]
            let isTag = rest[mark] == "<"
            let end = rest[mark...].firstIndex(of: isTag ? ">" : ";")
            rest = rest[mark...]
            guard let end, isTag || rest.distance(from: mark, to: end) <= 8 else {
                text.append(rest.removeFirst())
                continue
            }
            let inner = rest[rest.index(after: mark)..<end]
            if isTag {
                let name = inner.lowercased().prefix { $0.isLetter || $0.isNumber || $0 == "/" }
                if blocks.contains(name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : String(name)) {
                    text += "\n"
                }
            } else {
                text += character(inner) ?? String(rest[mark...end])
            }
            rest = rest[rest.index(after: end)...]
        }
        return (text + rest).trimmed
    }

    private static func character(_ name: Substring) -> String? {
        guard name.hasPrefix("#") else { return entities[String(name)] }
        let digits = name.dropFirst()
        let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { String($0) }
    }
}
