import TodoKit

/// Makes text safe to display: characters that could move the cursor, set a title or reverse the order of text are
/// replaced by visible ones.
///
/// Titles and notes come from files and other devices; a terminal would obey them (CWE-150), and reordered text would
/// deceive readers (Unicode TR #36).
package enum Sanitized {
    /// Text on one line; line breaks and tabs become spaces.
    package static func line(_ text: String) -> String {
        replacing(text) { scalar in
            switch scalar.value {
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
            default: visible(scalar)
            }
        }
    }

    /// Text of several lines; tabs stay, and a carriage return before a line feed is removed.
    package static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline && $0 != "\u{0B}" && $0 != "\u{0C}" }
            .map { line in
                replacing(String(line)) { $0 == "\t" ? "\t" : visible($0) }
            }
    }

    /// Typed text as repeated in a message: quoted, on one line, and shortened.
    package static func quoted(_ text: some StringProtocol) -> String { "“\(bounded(text, to: 60))”" }

    /// Text on one line, which ends with an ellipsis if it is longer than `length`.
    package static func bounded(_ text: some StringProtocol, to length: Int) -> String { line(cut(text, to: length)) }

    /// Text that ends with an ellipsis if it is longer than `length`. Unsafe characters are not replaced.
    package static func cut(_ text: some StringProtocol, to length: Int) -> String {
        // The text may be a megabyte, or one character with a million marks: never count it to the end.
        let scalars = text.unicodeScalars.prefix(length * 4)
        let start = String(String.UnicodeScalarView(scalars))
        let isWhole = scalars.endIndex == text.unicodeScalars.endIndex && start.count <= length
        return isWhole ? start : start.prefix(length - 1) + "…"
    }

    /// JSON, or complete values of it, with unsafe characters escaped. Such characters only occur in strings.
    package static func json(_ bytes: [UInt8]) -> [UInt8] {
        // The first bytes of these characters in UTF-8; most printed text has none of them.
        guard bytes.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else { return bytes }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.contains(where: { $0.value >= 0x7F && visible($0) != nil }) else { return bytes }
        var safe: [UInt8] = []
        safe.reserveCapacity(bytes.count + 64)
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x7F, visible(scalar) != nil {
                safe += ("\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()).utf8
            } else {
                safe += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return safe
    }

    /// Any text for a terminal or another program. Of the characters that control a terminal, only line feeds, tabs and, if
    /// they are allowed, our own styles are kept.
    package static func output(_ text: String, hasStyles: Bool) -> String {
        func isSafe(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\t" || visible(scalar) == nil }
        guard !text.unicodeScalars.allSatisfy(isSafe) else { return text }
        var (safe, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
        while let scalar = rest.first {
            if hasStyles, let style = Styles.prefix(of: rest) {
                safe.append(contentsOf: style)
                rest = rest[style.endIndex...]
            } else {
                safe.append(isSafe(scalar) ? scalar : visible(scalar) ?? scalar)
                rest.removeFirst()
            }
        }
        return String(safe)
    }

    /// A field of a line for programs. Control characters, some of which would end the field or the line, become
    /// spaces; everything else stays.
    package static func field(_ text: String) -> String {
        replacing(text) { $0.isControl ? " " : nil }
    }

    /// The text in which each scalar is replaced for which `replacement` returns another one.
    private static func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        guard text.unicodeScalars.contains(where: { replacement($0) != nil }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { replacement($0) ?? $0 }))
    }

    /// The visible replacement of an unsafe scalar; nil for all others.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        // The control pictures, such as ␛.
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        // C1, line breaks that lines() leaves, embeddings, overrides and isolates, and their deprecated relatives.
        case 0x80...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x206F: "\u{FFFD}"
        default: nil
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is a C0 or C1 control character or DEL.
    var isControlCharacter: Bool { value < 0x20 || 0x7F...0x9F ~= value }
}
