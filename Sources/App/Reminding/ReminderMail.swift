import Foundation

/// A reminder in the form that a mail program with the interface of sendmail accepts (RFC 5322). Its text is encoded,
/// so that no part of it becomes a field.
struct ReminderMail: Sendable {
    /// Header, empty line, body.
    let text: String

    /// A mail.
    /// - Parameters:
    ///   - address: the recipient.
    ///   - id: the text between the angle brackets of its Message-ID.
    init(to address: String, title: String, text: String, id: String) {
        let body = Data((text + "\n").utf8)
            .base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        self.text = """
            To: \(Sanitized.line(address))
            Subject: \(Self.words(title).joined(separator: "\n "))
            Message-ID: <\(id)>
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64

            \(body)

            """
    }

    /// Encoded words of at most 75 characters, each of whole scalars (RFC 2047, sections 2 and 5).
    private static func words(_ title: String) -> [String] {
        // 45 bytes become 60 characters of base64, and an encoded word adds 12.
        var parts: [[UInt8]] = [[]]
        for scalar in title.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if parts[parts.count - 1].count + bytes.count > 45 { parts.append([]) }
            parts[parts.count - 1] += bytes
        }
        return parts.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }
    }
}
