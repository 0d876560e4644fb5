/// Decides the width of each column of a table, and which columns are dropped.
struct TableFit {
    /// The columns, each with its natural width.
    let columns: [(column: Table.Column, natural: Int)]
    /// The width between two columns.
    let gap: Int

    /// The width of each column within `width` cells; nil for a column that is dropped.
    func widths(within width: Int) -> [Int?] {
        var kept = Array(columns.indices)
        while total(of: kept, minimum) > width, let dropped = kept.filter(isDroppable).max(by: staysLonger) {
            kept.removeAll { $0 == dropped }
        }
        var widths = columns.indices.map { kept.contains($0) ? columns[$0].natural : nil }
        var excess = total(of: kept) { columns[$0].natural } - width
        // Columns shrink to their minimum widths first. If that is still too wide, they shrink to a single cell.
        for floor in [minimum, { _ in 1 }] {
            for index in kept.sorted(by: shrinksBefore) {
                guard excess > 0, let current = widths[index] else { continue }
                let given = min(excess, max(0, current - floor(index)))
                widths[index] = current - given
                excess -= given
            }
        }
        return widths
    }

    private func minimum(_ index: Int) -> Int {
        let (column, natural) = columns[index]
        return min(column.minimumWidth ?? natural, natural)
    }

    private func total(of kept: [Int], _ width: (Int) -> Int) -> Int {
        kept.map(width).reduce(gap * max(0, kept.count - 1), +)
    }

    private func isDroppable(_ index: Int) -> Bool { columns[index].column.dropRank != nil }

    private func staysLonger(_ left: Int, _ right: Int) -> Bool {
        (columns[left].column.dropRank ?? .min, left) < (columns[right].column.dropRank ?? .min, right)
    }

    private func shrinksBefore(_ left: Int, _ right: Int) -> Bool {
        // A column that should not shrink is the last to be cut.
        let ranks = [left, right].map { index in
            columns[index].column.minimumWidth == nil ? Int.min : columns[index].column.shrinkRank
        }
        return (ranks[0], left) > (ranks[1], right)
    }
}
