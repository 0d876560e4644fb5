import JSON
import TodoDomain

/// Reads the rows of a table that is neither ours nor laid out in a known way.
struct ForeignTable {
    private let header: [String]
    /// The names as in the file, where several columns may have the same name.
    private let names: [String]
    private let columns: [ForeignColumn?]
    private var records: ForeignRecords

    init(header cells: [String], context: ImportContext) throws {
        let names = cells.enumerated().map { $1.trimmed.isEmpty ? "column \($0 + 1)" : $1.trimmed }
        columns = ForeignColumn.columns(named: names)
        guard columns.contains(.title) else { throw Self.untitled(names) }
        // Jira repeats a column for each label and each comment.
        var counts: [String: Int] = [:]
        var unique: [String] = []
        for (name, column) in zip(names, columns) {
            counts[name, default: 0] += 1
            let count = counts[name, default: 1]
            guard count == 1 || column == nil || column == .tags || column == .notes else {
                throw InputError("two columns have the same name")
            }
            unique.append(count == 1 ? name : "\(name) \(count)")
        }
        self.names = names
        header = unique
        guard Set(header).count == header.count else { throw InputError("two columns have the same name") }
        records = ForeignRecords(
            format: "csv", program: Self.program(names), prefix: CSVColumn.prefix, context: context,
            ownValue: TodoJSON.readOwnValue)
    }

    /// The program with these columns, if its ids are globally unique; nil for any other.
    private static func program(_ header: [String]) -> String? {
        Set(header.map { $0.lowercased() }).isSuperset(of: ["task id", "section/column", "projects"]) ? "asana" : nil
    }

    /// Outlook's columns for the subject and the due date, in languages other than English.
    private static let outlook = [
        ("German", "betreff", "fällig"), ("French", "objet", "échéance"), ("Spanish", "asunto", "vencimiento"),
        ("Italian", "oggetto", "scadenza"), ("Portuguese", "assunto", "conclusão"), ("Dutch", "onderwerp", "einddatum"),
    ]

    /// The message about a header without a title.
    private static func untitled(_ header: [String]) -> InputError {
        let names = header.map { $0.lowercased() }
        let found = outlook.first { _, title, due in names.contains(title) && names.contains { $0.contains(due) } }
        guard let found else { return InputError("the header names no column \"title\"") }
        return InputError(
            "this looks like an export of Outlook in \(found.0), of which only the columns in English are known; name them "
                + "Subject, Start Date, Due Date, Date Completed, Priority, Status, Categories and Notes")
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
        // Concatenated tables repeat their header.
        guard !cells.map(\.trimmed).elementsEqual(names) else { return }
        try records.read(
            zip(zip(header, columns), cells).map { ForeignCell(name: $0.0, column: $0.1, value: .string($1)) },
            at: "line \(line)")
    }

    /// The items that are left at the end of the file.
    mutating func finish() throws { try records.finish() }
}
