import TodoDomain

extension FileBeginning {
    /// Whether its name is that of a table, or it begins with the header of one.
    func isTable(named name: String?) -> Bool { ["csv", "tsv"].contains(FileBeginning.ending(of: name)) || hasHeader }

    /// Whether its first line is the header of a table: it has a column for the title and at least two other known columns.
    var hasHeader: Bool {
        [",", ";", "\t"].contains { (separator: Character) in
            let names = line.split(separator: separator).map { String($0.filter { $0 != "\"" }).trimmed }
            let columns = Set(names.compactMap { ForeignColumn(header: $0) })
            return columns.contains(.title) && columns.count >= 3
        }
    }
}
