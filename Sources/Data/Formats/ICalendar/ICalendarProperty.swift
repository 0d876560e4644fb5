import Foundation
import TodoDomain

/// A parsed content line: `NAME;PARAMETER=value;OTHER="quoted: value":value`.
struct ICalendarProperty {
    /// The whole line, unfolded.
    let line: String
    /// The name in capitals.
    let name: String
    /// The value, still escaped.
    let value: String
    private let parameters: [(name: String, value: String)]

    /// Parses a line; nil if it is not a content line.
    init?(_ line: String) {
        let utf8 = line.utf8
        var position = utf8.startIndex
        var start = position
        var name: String?
        var parameters: [(name: String, value: String)] = []
        var isQuoted = false
        func piece() -> Substring { line[start..<position] }
        while position < utf8.endIndex {
            let byte = utf8[position]
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") {
                if name == nil {
                    name = piece().uppercased()
                } else {
                    let parts = piece().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    guard parts.count == 2 else { return nil }
                    parameters.append((parts[0].uppercased(), parts[1].trimmingCharacters(in: ["\""])))
                }
                start = utf8.index(after: position)
                if byte == UInt8(ascii: ":") { break }
            }
            position = utf8.index(after: position)
        }
        guard position < utf8.endIndex, let name, !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
            return nil
        }
        self.line = line
        self.name = name
        self.parameters = parameters
        value = String(line[start...])
    }

    /// Creates the same property with another value.
    init?(_ property: ICalendarProperty, value: Substring) {
        self.init(String(decoding: property.line.utf8.dropLast(property.value.utf8.count), as: UTF8.self) + value)
    }

    /// The value of a parameter, without its quotes.
    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Whether there are no parameters except `VALUE=DATE-TIME`, which is understood anyway.
    var hasNoParameters: Bool { parameters.allSatisfy { $0.name == "VALUE" && $0.value.uppercased() == "DATE-TIME" } }

    /// The value of a TEXT property.
    var text: String { ICalendarText.unescaped(value[...]) }

    /// The values of a property that is a list of TEXT.
    var texts: [String] { ICalendarText.list(value) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// Values of type TEXT (RFC 5545, section 3.3.11).
enum ICalendarText {
    /// The unescaped text; a backslash before any other character stays.
    static func unescaped(_ value: Substring) -> String {
        guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(value.utf8.count)
        var isEscaped = false
        for byte in value.utf8 {
            if !isEscaped {
                if byte == UInt8(ascii: "\\") { isEscaped = true } else { bytes.append(byte) }
                continue
            }
            isEscaped = false
            switch byte {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): bytes.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): bytes.append(byte)
            default: bytes += [UInt8(ascii: "\\"), byte]
            }
        }
        if isEscaped { bytes.append(UInt8(ascii: "\\")) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The texts between unescaped commas.
    static func list(_ value: String) -> [String] {
        var texts: [String] = []
        var start = value.startIndex
        var isEscaped = false
        for index in value.utf8.indices {
            let byte = value.utf8[index]
            if byte == UInt8(ascii: ","), !isEscaped {
                texts.append(unescaped(value[start..<index]))
                start = value.utf8.index(after: index)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return texts + [unescaped(value[start...])]
    }

    /// The escaped text. All kinds of line breaks become one kind. Other control characters, which TEXT cannot contain, become
    /// spaces.
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 8)
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case UInt8(ascii: "\t"): bytes.append(byte)
            case 0..<0x20, 0x7F: bytes.append(0x20)
            default: bytes.append(byte)
            }
            previous = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
