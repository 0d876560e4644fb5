import TodoDomain

/// A program on whose behalf a step was done, such as an assistant: its own name for itself, and an id of the
/// conversation. The name is a claim and not a proof.
public struct HistoryClient: Hashable, Sendable {
    /// The program's own name for itself: one line of at most ``longestName`` visible characters.
    public let name: String
    /// Identifies the conversation: small letters, digits and `-`. Empty for what was done on another device.
    public let conversation: String

    /// Characters in a name.
    public static let longestName = 60
    /// Characters that identify a conversation.
    private static let longestConversation = 40

    /// A program.
    /// - Parameters:
    ///   - name: its own name for itself. Invisible characters are removed, and a long name is cut. If nothing is left,
    ///     it is `unknown`.
    ///   - conversation: identifies the conversation. All characters except small letters, digits and `-` are dropped.
    public init(name: String, conversation: String) {
        // A name may be a megabyte: never look at all of it.
        let scalars = name.unicodeScalars.prefix(Self.longestName * 8).map { $0.isSeen ? $0 : " " }
        let words = String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace)
        let cleaned = String(words.joined(separator: " ").prefix(Self.longestName)).trimmed
        // One character can have any number of marks.
        self.name = cleaned.isEmpty ? "unknown" : String(cleaned.unicodeScalars.prefix(Self.longestName * 4))
        let kept = conversation.unicodeScalars.filter {
            $0.isASCII && ($0.properties.isLowercase || "0"..."9" ~= $0 || $0 == "-")
        }
        self.conversation = String(String.UnicodeScalarView(kept.prefix(Self.longestConversation)))
    }

    /// The client on whose behalf the current task acts; nil for the person at this program.
    @TaskLocal package static var current: HistoryClient?

    /// Whether `text` means this client: its name begins with the text, in any case.
    package func isCalled(_ text: String) -> Bool { SearchText.begins(name, with: text) }
}

// A step stores the client after the name of the process, as `todo:812/9f3c/Claude`. The name of a program's file has
// no slash.
extension HistoryClient {
    /// The stored text for a process that acts on behalf of this client.
    func stored(behind process: String) -> String { "\(process)/\(conversation)/\(name)" }

    /// Splits a stored text into the name of the process and the client.
    static func parse(_ stored: String) -> (process: String, client: HistoryClient?) {
        let parts = stored.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return (stored, nil) }
        return (String(parts[0]), HistoryClient(name: String(parts[2]), conversation: String(parts[1])))
    }
}

extension Unicode.Scalar {
    /// Whether it is visible, or an ordinary space. Control characters are not, nor are characters that only change how
    /// others look.
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }
}
