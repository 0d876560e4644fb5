import TodoDomain

/// Comma-separated values (RFC 4180), or ones separated by tabs, with a header that names the columns.
///
/// Cells are written as they are, including those that a spreadsheet would take for a formula because they begin with
/// `=`, `+`, `-` or `@`: an apostrophe in front would become part of the title on import. To open files with untrusted
/// to-dos in a spreadsheet, import their columns as text.
package struct CSVFormat: TodoFormat {
    package let name = "csv"
    package let fileExtensions = ["csv", "tsv"]
    /// What separates the cells that are written; a file that is read shows its own.
    private let delimiter: UInt8

    /// The format.
    package init(delimiter: UInt8 = UInt8(ascii: ",")) { self.delimiter = delimiter }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        CSVItemReader(source: source, context: context)
    }

    package func makeWriter(context: ExportContext) -> any ItemWriter {
        CSVItemWriter(context: context, delimiter: delimiter)
    }
}

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
