import TodoKit

/// Repairs filters whose quotation marks the shell removed: `list:"Kitchen floor"` arrives as what looks like two conditions.
package enum ShellQuotation {
    /// The filters that an argument may have been before the shell removed its quotation marks, the likeliest first: one value
    /// with spaces, or several values, some with spaces. Empty if there were no quotation marks.
    package static func readings(of argument: String) -> [String] {
        guard argument.contains(where: \.isWhitespace),
            !argument.unicodeScalars.contains(where: { $0 == "\"" || $0 == "*" }),
            let mark = mark(of: argument)
        else { return [] }
        let value = argument.dropFirst(mark.count)
        guard value.first?.isWhitespace == false else { return [] }
        let whole = mark + quoted(value)
        let parts = value.split(separator: ",", omittingEmptySubsequences: false).map(range).joined(separator: ",")
        return whole == mark + parts ? [whole] : [whole, mark + parts]
    }

    /// A field with its colon, after a minus if there is one. Words to search for are found without quotation marks too.
    private static func mark(of argument: String) -> String? {
        let minus = argument.hasPrefix("-") ? "-" : ""
        let rest = argument.dropFirst(minus.count)
        guard let colon = rest.firstIndex(of: ":"), let field = TodoFilter.Field(name: rest[..<colon].lowercased()),
            field != .text
        else { return nil }
        return minus + rest[...colon]
    }

    /// A value or a range, with quotation marks around parts with spaces.
    private static func range(_ value: Substring) -> String {
        value.split(separator: "..", omittingEmptySubsequences: false).map { end in
            end.contains(where: \.isWhitespace) ? quoted(end) : String(end)
        }.joined(separator: "..")
    }

    /// In quotation marks, a backslash escapes the next character. Outside of them, it is an ordinary character.
    private static func quoted(_ value: Substring) -> String {
        "\"" + String(value).replacing(scalar: "\\", with: "\\\\") + "\""
    }
}
