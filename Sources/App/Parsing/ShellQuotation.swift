import TodoKit

/// The shell takes the quotation marks off `list:"Kitchen floor"`, which then looks like two conditions.
package enum ShellQuotation {
    /// What an argument may mean from which quotation marks were taken, the likeliest first: one value with spaces, or
    /// several values of which some have them. None if it cannot have had any.
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

    /// A field with its colon, and a minus where it has one. Words to look for are found without marks too.
    private static func mark(of argument: String) -> String? {
        let minus = argument.hasPrefix("-") ? "-" : ""
        let rest = argument.dropFirst(minus.count)
        guard let colon = rest.firstIndex(of: ":"), let field = TodoFilter.Field(name: rest[..<colon].lowercased()),
            field != .text
        else { return nil }
        return minus + rest[...colon]
    }

    /// A value, or a range, with marks around what has spaces.
    private static func range(_ value: Substring) -> String {
        value.split(separator: "..", omittingEmptySubsequences: false).map { end in
            end.contains(where: \.isWhitespace) ? quoted(end) : String(end)
        }.joined(separator: "..")
    }

    /// In quotation marks, a backslash stands for what comes after it; without them, for itself.
    private static func quoted(_ value: Substring) -> String {
        "\"" + String(value).replacing(scalar: "\\", with: "\\\\") + "\""
    }
}
