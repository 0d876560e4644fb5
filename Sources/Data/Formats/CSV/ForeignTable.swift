import JSON
import TodoDomain

/// Reads the rows of a table that is neither ours nor laid out in a known way.
struct ForeignTable {
    private let header: [String]
    private let columns: [ForeignColumn?]
    private var records: ForeignRecords

    init(header cells: [String], context: ImportContext) throws {
        header = cells.enumerated().map { $1.trimmed.isEmpty ? "column \($0 + 1)" : $1.trimmed }
        guard Set(header).count == header.count else { throw InputError("two columns have the same name") }
        columns = ForeignColumn.columns(named: header)
        guard columns.contains(.title) else { throw InputError("the header names no column \"title\"") }
        records = ForeignRecords(
            format: "csv", prefix: CSVColumn.prefix, context: context, ownValue: TodoJSON.readOwnValue)
    }

    /// ``ItemReader/renditions``.
    var renditions: @Sendable (Todo) -> [Todo] {
        let columns = Set(columns.compactMap(\.self))
        return { [ForeignColumn.rendition(of: $0, in: columns)] }
    }

    /// ``ItemReader/kept``.
    var kept: [String: Int] { records.kept }

    /// The next item that was already read.
    mutating func takeReady() -> ImportItem? { records.takeReady() }

    /// Reads a row.
    mutating func read(_ cells: [String], line: Int) throws {
        guard cells.dropFirst(header.count).allSatisfy(\.isEmpty) else {
            throw InputError("the record has more cells than the header")
        }
        // Tables that were put together repeat their header.
        guard !cells.map(\.trimmed).elementsEqual(header) else { return }
        try records.read(
            zip(zip(header, columns), cells).map { ForeignCell(name: $0.0, column: $0.1, value: .string($1)) },
            at: "line \(line)")
    }

    /// What is left at the end of the file.
    mutating func finish() throws { try records.finish() }
}
