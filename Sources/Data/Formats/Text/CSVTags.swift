import TodoDomain

/// Tags in one cell, separated by `;`; a backslash makes the following `;` or backslash part of a tag.
enum CSVTags {
    /// The titles as one cell.
    static func joined(_ titles: [String]) -> String {
        titles.map { $0.replacing(scalar: "\\", with: "\\\\").replacing(scalar: ";", with: "\\;") }.joined(
            separator: ";")
    }

    /// The titles in a cell.
    static func split(_ cell: String) -> [String] {
        var titles = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in cell.unicodeScalars {
            if isEscaped {
                if scalar != ";", scalar != "\\" { titles[titles.count - 1].append("\\") }
                titles[titles.count - 1].append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == ";" {
                titles.append(.init())
            } else {
                titles[titles.count - 1].append(scalar)
            }
        }
        if isEscaped { titles[titles.count - 1].append("\\") }
        return titles.map { String($0) }
    }
}
