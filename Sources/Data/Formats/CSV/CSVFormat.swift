import TodoDomain

/// Comma-separated values (RFC 4180) or tab-separated values, with a header that names the columns.
///
/// Cells are written as they are. This includes cells that a spreadsheet would take for a formula because they begin with `=`,
/// `+`, `-` or `@`: an apostrophe before them would become part of the title on import. To open files with untrusted to-dos in
/// a spreadsheet, import their columns as text.
package struct CSVFormat: WritableTodoFormat {
    package let name = "csv"
    package let fileExtensions = ["csv", "tsv"]
    package let extrasPrefix = CSVColumn.prefix
    /// The delimiter of written files. The delimiter of a file that is read is recognized.
    private let delimiter: UInt8

    /// Creates the format.
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
