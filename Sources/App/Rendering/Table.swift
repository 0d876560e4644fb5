/// Rows of cells in columns, fitted to the width of a terminal.
///
/// If it is too narrow, columns shrink, those with the highest ``Column/shrinkRank`` first; if that is not enough,
/// columns are dropped, those with the highest ``Column/dropRank`` first. No line ends with spaces.
package struct Table: Sendable {
    /// One column of a table.
    package struct Column: Hashable, Sendable {
        package enum Alignment: Hashable, Sendable { case leading, trailing }

        package var title: String
        package var alignment: Alignment
        /// The width below which the column only shrinks if no other column can; nil if it should not shrink.
        package var minimumWidth: Int?
        /// Columns with higher ranks shrink first.
        package var shrinkRank: Int
        /// Columns with higher ranks are dropped first; nil if the column must stay.
        package var dropRank: Int?

        package init(
            _ title: String, alignment: Alignment = .leading, minimumWidth: Int? = nil, shrinkRank: Int = 0,
            dropRank: Int? = nil
        ) {
            self.title = title
            self.alignment = alignment
            self.minimumWidth = minimumWidth
            self.shrinkRank = shrinkRank
            self.dropRank = dropRank
        }
    }

    /// The content of one cell: text on one line, which the table makes safe to display.
    package struct Cell: Hashable, Sendable {
        package let text: String
        package let style: Style
        /// The text before the main text, which is cut first; for a path, the part before its end.
        package let head: String

        package init(_ text: String, _ style: Style = .plain, head: String = "") {
            self.text = Sanitized.line(text)
            self.style = style
            self.head = Sanitized.line(head)
        }

        fileprivate var isEmpty: Bool { text.isEmpty && head.isEmpty }
        fileprivate var width: Int { DisplayWidth.of(head) + DisplayWidth.of(text) }
        fileprivate func text(in width: Int) -> String { DisplayWidth.truncated(text, behind: head, to: width) }
    }

    package var columns: [Column]
    /// Each row has a cell for each column.
    package var rows: [[Cell]]

    package init(columns: [Column], rows: [[Cell]] = []) {
        self.columns = columns
        self.rows = rows
    }

    private static let gap = "  "

    /// The width at which all columns with text are shown in full.
    /// - Parameter most: the title of a column, and the maximum width of it that counts.
    package func naturalWidth(counting most: (title: String, width: Int)) -> Int {
        let widths = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }.map { column in
            let width = naturalWidth(of: column)
            return columns[column].title == most.title ? min(width, most.width) : width
        }
        return widths.reduce(Self.gap.count * max(0, widths.count - 1), +)
    }

    private func naturalWidth(of column: Int) -> Int {
        rows.reduce(DisplayWidth.of(columns[column].title)) { max($0, $1[column].width) }
    }

    /// The lines of the table, starting with the header. Columns without any text are left out. Without rows there are
    /// no lines.
    package func lines(width: Int, styles: Styles) -> [String] {
        guard !rows.isEmpty else { return [] }
        let used = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let fit = TableFit(
            columns: used.map { (columns[$0], naturalWidth(of: $0)) }, gap: Self.gap.count)
        let shown = fit.widths(within: width).enumerated().compactMap { position, width in
            width.map { (column: used[position], width: $0) }
        }
        let header = columns.map { Cell($0.title, .dim) }
        return ([header] + rows).map { row in line(row, shown, styles) }
    }

    private func line(_ row: [Cell], _ shown: [(column: Int, width: Int)], _ styles: Styles) -> String {
        var (line, pending) = ("", "")
        for (position, (column, width)) in shown.enumerated() {
            if position > 0 { pending += Self.gap }
            let cell = row[column]
            let text = cell.text(in: width)
            let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
            let isTrailing = columns[column].alignment == .trailing
            if isTrailing { pending += padding }
            // Spaces are written only when something follows them.
            if !text.isEmpty {
                line += pending + styles(text, cell.style)
                pending = ""
            }
            if !isTrailing { pending += padding }
        }
        return line
    }
}
