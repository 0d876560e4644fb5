import Foundation
import TodoKit

/// The address of a page: `/lists/3f2a…?open=91bc…`.
struct Address: Sendable {
    /// The parts of the path, decoded.
    let path: [String]
    /// The query, after the question mark.
    let query: FormFields
    /// All of it, as it was sent.
    let text: String

    /// The longest address that is read.
    static let longest = 16 << 10

    /// The address in a request or a form. Browsers encode what is not ASCII; bytes that are not text were replaced on the way
    /// here, and would be read as what nobody has typed.
    /// - Throws: ``TodoError`` with code `bad-input`.
    init(_ text: String) throws {
        // Refuse addresses of other servers, such as `//evil.example`.
        guard text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= Self.longest,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { throw TodoError(.badInput, "“\(text.prefix(100))” is not an address of a page.") }
        self.text = text
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = try parts[0].split(separator: "/").map { part in
            guard let decoded = part.removingPercentEncoding else {
                throw TodoError(.badInput, "“\(text.prefix(100))” is not an address of a page.")
            }
            return decoded
        }
        query = try FormFields(parts.count > 1 ? parts[1].prefix { $0 != "#" } : "")
    }

    /// The same address with other values in its query; those that are nil are left out.
    func with(_ changes: [String: String?]) -> String {
        let bare = String(text.prefix { $0 != "?" && $0 != "#" })
        var pairs: [(String, String)] = []
        for name in Self.carried where changes[name] == nil {
            if let value = query[name], !value.isEmpty { pairs.append((name, value)) }
        }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            if let value { pairs.append((name, value)) }
        }
        guard !pairs.isEmpty else { return bare }
        return bare + "?"
            + pairs.map { "\(FormFields.encoded($0))=\(FormFields.encoded($1))" }.joined(separator: "&")
    }

    /// The parameters that links within a page keep.
    private static let carried = ["q", "sort", "done", "month", "week", "day", "at", "weeks", "select", "open"]
}
