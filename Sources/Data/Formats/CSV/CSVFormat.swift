import TodoDomain

/// Comma-separated values (RFC 4180), or ones separated by tabs, with a header that names the columns.
///
/// Cells are written as they are, including those that a spreadsheet would take for a formula because they begin with
/// `=`, `+`, `-` or `@`: an apostrophe in front would become part of the title on import. To open files with untrusted
/// to-dos in a spreadsheet, import their columns as text.
package struct CSVFormat: WritableTodoFormat {
    package let name = "csv"
    package let fileExtensions = ["csv", "tsv"]
    package let extrasPrefix = CSVColumn.prefix
    /// The delimiter of written files. The delimiter of a file that is read is recognized.
    private let delimiter: UInt8

    /// The format.
    package init(delimiter: UInt8 = UInt8(ascii: ",")) { self.delimiter = delimiter }

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        beginning.hasHeader ? .form : recognizes(name: name)
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        CSVItemReader(source: source, context: context)
    }

    package func makeWriter(context: ExportContext) -> any ItemWriter {
        CSVItemWriter(context: context, delimiter: delimiter)
    }
}
