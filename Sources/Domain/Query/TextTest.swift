/// A test of a text, folded as for a search (``SearchText``): case, accents and the kinds of quotation marks, hyphens
/// and dashes do not matter. Unlike a search, it looks for one contiguous text.
public enum TextTest: Hashable, Sendable, Codable {
    /// It equals this text.
    case equals(String)
    /// It begins with this text.
    case hasPrefix(String)
    /// It contains this text, including its spaces.
    case contains(String)

    /// Whether a text passes.
    public func isMet(by text: String) -> Bool {
        let text = SearchText.folded(text)
        return switch self {
        case .equals(let other): text.utf8.elementsEqual(SearchText.folded(other).utf8)
        case .hasPrefix(let prefix): text.utf8.starts(with: SearchText.folded(prefix).utf8)
        case .contains(let part): SearchText.contains(text, SearchText.folded(part))
        }
    }
}

extension TextTest: CustomStringConvertible {
    /// The test in words, without what a person typed.
    public var description: String {
        switch self {
        case .equals: "is a text"
        case .hasPrefix: "begins with a text"
        case .contains: "contains a text"
        }
    }
}

extension String {
    /// The first text, by bytes, after all texts that begin with this one; nil if there is none.
    package var endOfPrefix: String? {
        var scalars = unicodeScalars
        while let last = scalars.popLast() {
            guard let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) else { continue }
            scalars.append(next)
            return String(scalars)
        }
        return nil
    }
}
