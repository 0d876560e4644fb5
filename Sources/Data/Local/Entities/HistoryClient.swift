import TodoDomain

/// A program for which a step was done, such as an assistant: what it calls itself, and which conversation with it that was. The
/// name is a claim and not a proof.
public struct HistoryClient: Hashable, Sendable {
    /// What the program calls itself: one line of at most ``longestName`` characters that can be seen.
    public let name: String
    /// Identifies the conversation: small letters, digits and `-`. Empty for what was done on another device.
    public let conversation: String

    /// Characters in a name.
    public static let longestName = 60
    /// Characters that identify a conversation.
    private static let longestConversation = 40

    /// A program.
    /// - Parameters:
    ///   - name: what it calls itself. Characters that cannot be seen are removed, and what is too long is cut off; where nothing
    ///     is left it is `unknown`.
    ///   - conversation: identifies the conversation. Only small letters, digits and `-` of it count.
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

    /// The client for which the current task does things; nil for the person at this program.
    @TaskLocal package static var current: HistoryClient?

    /// Whether a person means it by `text`: its name begins so, in any case.
    public func isCalled(_ text: String) -> Bool { SearchText.begins(name, with: text) }
}

// How a step carries it: behind the name of the process, as `todo:812/9f3c/Claude`. The name of a program's file has no slash.
extension HistoryClient {
    /// What is stored for a process that does something for this client.
    func stored(behind process: String) -> String { "\(process)/\(conversation)/\(name)" }

    /// The name of the process, and the client, in what is stored.
    static func parse(_ stored: String) -> (process: String, client: HistoryClient?) {
        let parts = stored.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return (stored, nil) }
        return (String(parts[0]), HistoryClient(name: String(parts[2]), conversation: String(parts[1])))
    }
}

extension Unicode.Scalar {
    /// Whether it can be seen, or is an ordinary space: no control character, and nothing that only changes how others look.
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }
}
