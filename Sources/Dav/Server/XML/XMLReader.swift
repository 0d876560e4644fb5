/// Reads the XML of a request (https://www.w3.org/TR/xml, https://www.w3.org/TR/xml-names) into elements.
///
/// There is no document type, so an entity stands for one character, and nothing outside is read. Each step moves on by at least one
/// byte, so that it takes time in proportion to the body.
struct XMLReader {
    /// Why a body is not read.
    struct Problem: Error, Equatable {
        let message: String
        init(_ message: String) { self.message = message }
    }

    /// How deep elements may be in each other.
    static let deepest = 32
    /// How many elements there may be.
    static let mostElements = 20_000
    /// How many bytes all names may have together.
    static let longestNames = 64 << 10
    /// The maximum length of a namespace in bytes.
    static let longestNamespace = 512

    private let bytes: [UInt8]
    private var position = 0
    private var elements = 0
    private var namesLength = 0
    private var seenNames: Set<String> = []

    /// The element that a body is.
    /// - Throws: ``Problem`` if it is not XML, or more than is read.
    static func read(_ body: [UInt8]) throws(Problem) -> XMLElement {
        var reader = XMLReader(bytes: try utf8(body))
        return try reader.document()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The same text in UTF-8: UTF-16 has a byte order mark.
    private static func utf8(_ body: [UInt8]) throws(Problem) -> [UInt8] {
        let text: String?
        if body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE]) {
            guard body.count.isMultiple(of: 2) else { throw Problem("The body is not whole UTF-16.") }
            let isBig = body[0] == 0xFE
            let units = stride(from: 2, to: body.count, by: 2).map { index in
                let (first, second) = (UInt16(body[index]), UInt16(body[index + 1]))
                return isBig ? first << 8 | second : second << 8 | first
            }
            text = String(validating: units, as: UTF16.self)
        } else {
            text = String(
                validating: body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...], as: UTF8.self)
        }
        guard let text else { throw Problem("The body is not text in UTF-8 or UTF-16.") }
        guard text.unicodeScalars.allSatisfy(XMLWriter.isAllowed) else {
            throw Problem("The body has a character that XML does not allow.")
        }
        return Array(text.utf8)
    }

    // MARK: The document

    private mutating func document() throws(Problem) -> XMLElement {
        try skipMisc(isStart: true)
        guard peek() == UInt8(ascii: "<") else { throw Problem("The body is not XML.") }
        let root = try element()
        try skipMisc(isStart: false)
        guard position == bytes.count else { throw Problem("There is something after the last element.") }
        return root
    }

    /// Goes past white space, comments and processing instructions.
    private mutating func skipMisc(isStart: Bool) throws(Problem) {
        while true {
            skipSpace()
            if starts(with: "<?") {
                try skip(past: "?>")
            } else if starts(with: "<!--") {
                position += 4
                try skip(past: "-->")
            } else if starts(with: "<!") {
                throw Problem("A body has no document type.")
            } else {
                return
            }
        }
    }

    /// An element that is open.
    private struct Open {
        var element: XMLElement
        let tag: String
        /// The namespaces that it and those around it declare, by prefix.
        let namespaces: [String: String]
        var text: [UInt8] = []
    }

    /// The element that begins here, with all that is in it. The elements that are open are in a list, not on the stack.
    private mutating func element() throws(Problem) -> XMLElement {
        var open: [Open] = []
        while true {
            if starts(with: "</") {
                guard var last = open.popLast() else { throw Problem("An element ends that has not begun.") }
                position += 2
                let tag = try name()
                skipSpace()
                guard tag == last.tag, take(">") else {
                    throw Problem("The element \(last.tag.prefix(50)) is not ended.")
                }
                last.element.text = String(decoding: last.text, as: UTF8.self)
                guard !open.isEmpty else { return last.element }
                open[open.count - 1].element.children.append(last.element)
            } else if starts(with: "<!--") {
                position += 4
                try skip(past: "-->")
            } else if starts(with: "<![CDATA[") {
                position += 9
                let start = position
                try skip(past: "]]>")
                open[open.count - 1].text += bytes[start..<(position - 3)]
            } else if starts(with: "<?") {
                try skip(past: "?>")
            } else if starts(with: "<!") {
                throw Problem("A body has no declarations.")
            } else if peek() == UInt8(ascii: "<") {
                let (begun, isEmpty) = try startTag(
                    in: open.last?.namespaces ?? ["xml": "http://www.w3.org/XML/1998/namespace"])
                if !isEmpty {
                    guard open.count < Self.deepest else {
                        throw Problem("Elements are at most \(Self.deepest) deep in each other.")
                    }
                    open.append(begun)
                } else {
                    guard !open.isEmpty else { return begun.element }
                    open[open.count - 1].element.children.append(begun.element)
                }
            } else if peek() == UInt8(ascii: "&") {
                open[open.count - 1].text += try reference()
            } else if let byte = peek() {
                open[open.count - 1].text.append(byte)
                position += 1
            } else {
                throw Problem("The body ends within an element.")
            }
        }
    }

    // MARK: Tags

    private mutating func startTag(in outer: [String: String]) throws(Problem) -> (open: Open, isEmpty: Bool) {
        elements += 1
        guard elements <= Self.mostElements else { throw Problem("A body has at most \(Self.mostElements) elements.") }
        position += 1
        let tag = try name()
        var namespaces = outer
        var attributes: [(name: String, value: String)] = []
        while true {
            let hadSpace = skipSpace()
            if take("/>") {
                return (Open(element: try begin(tag, attributes, namespaces), tag: tag, namespaces: namespaces), true)
            }
            if take(">") {
                return (Open(element: try begin(tag, attributes, namespaces), tag: tag, namespaces: namespaces), false)
            }
            guard hadSpace, attributes.count < 100 else { throw Problem("The tag \(tag.prefix(50)) is not XML.") }
            let attribute = try name()
            skipSpace()
            guard take("=") else { throw Problem("The attribute \(attribute.prefix(50)) has no value.") }
            skipSpace()
            let value = try attributeValue()
            guard !attributes.contains(where: { $0.name == attribute }) else {
                throw Problem("The attribute \(attribute.prefix(50)) is there twice.")
            }
            attributes.append((attribute, value))
            // The answer repeats a namespace for each name that is asked for.
            if attribute == "xmlns" || attribute.hasPrefix("xmlns:"), value.utf8.count > Self.longestNamespace {
                throw Problem("A namespace has more than \(Self.longestNamespace) bytes.")
            }
            if attribute == "xmlns" {
                namespaces[""] = value
            } else if attribute.hasPrefix("xmlns:") {
                guard !value.isEmpty, namespaces.count < 100 else { throw Problem("A prefix stands for a namespace.") }
                namespaces[String(attribute.dropFirst(6))] = value
            }
        }
    }

    private func begin(
        _ tag: String, _ attributes: [(name: String, value: String)], _ namespaces: [String: String]
    ) throws(Problem) -> XMLElement {
        let (prefix, local) = Self.parts(tag)
        guard let namespace = namespaces[prefix] ?? (prefix.isEmpty ? "" : nil) else {
            throw Problem("The prefix \(prefix.prefix(50)) is not declared.")
        }
        guard !local.isEmpty else { throw Problem("An element has no name.") }
        var element = XMLElement(XMLName(namespace, local))
        for (name, value) in attributes where name != "xmlns" && !name.hasPrefix("xmlns:") {
            element.attributes[Self.parts(name).local] = value
        }
        return element
    }

    private static func parts(_ name: String) -> (prefix: String, local: String) {
        guard let colon = name.firstIndex(of: ":") else { return ("", name) }
        return (String(name[..<colon]), String(name[name.index(after: colon)...]))
    }

    private mutating func attributeValue() throws(Problem) -> String {
        guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw Problem("The value of an attribute is in quotes.")
        }
        position += 1
        var value: [UInt8] = []
        while let byte = peek(), byte != quote {
            guard byte != UInt8(ascii: "<") else { throw Problem("The value of an attribute has no <.") }
            if byte == UInt8(ascii: "&") {
                value += try reference()
            } else {
                value.append(byte)
                position += 1
            }
        }
        guard position < bytes.count else { throw Problem("The body ends within an attribute.") }
        position += 1
        return String(decoding: value, as: UTF8.self)
    }

    /// A name of at most 200 bytes.
    private mutating func name() throws(Problem) -> String {
        let start = position
        while let byte = peek(), Self.isNameByte(byte) { position += 1 }
        guard position > start, position - start <= 200, !Self.cannotBeFirst(bytes[start]) else {
            throw Problem("A name is missing, too long, or none.")
        }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        if seenNames.insert(name).inserted {
            namesLength += name.utf8.count
            guard namesLength <= Self.longestNames else { throw Problem("The body has too many names.") }
        }
        return name
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    private static func cannotBeFirst(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }

    // MARK: Characters

    /// One of the five entities, or a character by its number.
    private mutating func reference() throws(Problem) -> [UInt8] {
        let start = position + 1
        var end = start
        while end < bytes.count, end - start < 12, bytes[end] != UInt8(ascii: ";") { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: ";") else { throw Problem("An & begins no reference.") }
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        position = end + 1
        switch name {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default: break
        }
        let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
        guard name.hasPrefix("#"), let first = digits.first, first != "+", first != "-",
            let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
            let scalar = Unicode.Scalar(number), XMLWriter.isAllowed(scalar)
        else { throw Problem("The reference &\(name.prefix(12)); is not known.") }
        return Array(String(Character(scalar)).utf8)
    }

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        return text.withUTF8Buffer { buffer in
            (0..<count).allSatisfy { bytes[position + $0] == buffer[$0] }
        }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    /// Goes past the next occurrence of a text.
    private mutating func skip(past end: StaticString) throws(Problem) {
        while position < bytes.count {
            if take(end) { return }
            position += 1
        }
        throw Problem("The body ends too early.")
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
        return position > start
    }
}
