import TodoKit

/// Tags or locations as rows with the numbers of their to-dos: a table for a person, tab-separated fields for a pipe.
struct NameTable {
    /// One tag or location.
    struct Row {
        var id: String
        var name: String
        /// A further detail: a colour, a position.
        var detail: String
        var count: TodoCount
    }

    var nameHeader: String
    var detailHeader: String

    func lines(_ rows: [Row], on terminal: Terminal) -> [String] {
        guard terminal.isInteractive else {
            return rows.map { row in
                [
                    row.id, Sanitized.line(row.name), "\(row.count.open)", "\(row.count.done)",
                    Sanitized.line(row.detail),
                ]
                .joined(separator: "\t")
            }
        }
        let columns: [Table.Column] = [
            .init("id"), .init(nameHeader, minimumWidth: 12), .init("open", alignment: .trailing),
            .init("done", alignment: .trailing, dropRank: 1), .init(detailHeader, dropRank: 2),
        ]
        let cells: [[Table.Cell]] = rows.map { row in
            [
                .init(row.id, .dim), .init(row.name), .init("\(row.count.open)"), .init("\(row.count.done)", .dim),
                .init(row.detail, .dim),
            ]
        }
        return Table(columns: columns, rows: cells).lines(width: terminal.width, styles: terminal.styles)
    }
}
