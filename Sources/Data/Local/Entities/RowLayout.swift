import SQLite
public import TodoDomain

/// The table of a kind of record: its columns for fields and other content, and those derived from them.
public struct RowLayout<Content: RecordContent>: Sendable {
    let table: String
    /// The columns that are read and written.
    let names: [String]
    /// The columns as SQL reads them.
    let list: String
    /// The same with `NULL` for columns that no model shows.
    let modelList: String
    /// The columns that are only written.
    let derivedNames: [String]
    /// Adds a row to the search index and removes it, if the table has an index.
    let indexing, unindexing: String
    private let content: ColumnList<Content>
    private let derived: [Derived]

    /// A column that is derived from the content, such as folded text.
    struct Derived: Sendable {
        let name: String
        let value: @Sendable (Content) -> String
    }

    /// - Parameters:
    ///   - others: the columns for content other than fields.
    ///   - derived: columns that are only written, after the folded texts of searchable fields.
    init(table: String, others: [Column<Content>] = [], derived: [Derived] = []) {
        self.table = table
        content = ColumnList(Content.fields.all.map(Column.init) + others)
        names = RecordColumns.columns.names + content.names
        list = names.map { "\(table).\($0)" }.joined(separator: ", ")
        let hidden = RecordColumns.columns.hidden.union(content.hidden)
        modelList = names.map { hidden.contains($0) ? "NULL" : "\(table).\($0)" }.joined(separator: ", ")
        self.derived = Content.fields.searched.map(Derived.init(folded:)) + derived
        derivedNames = self.derived.map(\.name)
        let (columns, marks) = (derivedNames.joined(separator: ", "), derivedNames.map { _ in ", ?" }.joined())
        let index = SearchIndex.beside(table)
        indexing = "INSERT INTO \(index) (rowid, \(columns)) VALUES (?\(marks))"
        unindexing = "INSERT INTO \(index) (\(index), rowid, \(columns)) VALUES ('delete', ?\(marks))"
    }

    func read(_ row: inout ColumnReader) -> Content {
        var value = Content()
        content.read(&row, intoEmpty: &value)
        return value
    }

    /// The values of a row: those of ``names``, followed by the derived ones unless they are left out.
    func values(_ record: RecordColumns, _ value: Content, deriving: Bool) -> [StoredValue] {
        var values: [StoredValue] = []
        values.reserveCapacity(names.count + derived.count)
        RecordColumns.columns.write(record, into: &values)
        content.write(value, into: &values)
        if deriving { for column in derived { values.append(.text(column.value(value))) } }
        return values
    }

    /// Whether the derived columns may differ. Most edits do not change texts, and folding them costs as much as
    /// everything else about a row.
    func derivesOtherwise(_ new: Content, than old: Content) -> Bool {
        let searched = Content.fields.searched
        return derived.count > searched.count || searched.contains { $0.isOther(in: new, than: old) }
    }

    /// The values of the derived columns.
    func derivedValues(_ value: Content) -> [StoredValue] { derived.map { .text($0.value(value)) } }
}

extension RowLayout.Derived {
    /// The folded text of a field, for searching and sorting.
    init(folded field: Field<Content>) {
        self.init(name: field.foldedColumn) { content in
            let text = field.value.text(of: content)
            return text.isEmpty ? "" : SearchText.folded(text)
        }
    }
}

extension Field {
    /// The name of the column with its folded text.
    var foldedColumn: String { "folded" + column.prefix(1).uppercased() + String(column.dropFirst()) }
}
