import TodoDomain
import TodoFormats
import TodoLocal

extension LocalStack {
    /// Takes over what earlier versions imported without a field for it: lists, start dates, dependencies, repetitions. It
    /// happens once, when a database of such a version is first opened, and can be undone. A database that cannot be written
    /// now is taken over when it can.
    func takeOverFormerImports() throws {
        guard try hasFormerImports else { return }
        do { try takeOverAll() } catch let error as TodoError
            where [.readOnly, .diskFull, .locked].contains(error.code)
        {}
    }

    private func takeOverAll() throws {
        let timeZone = environment.timeZone
        var (group, hasMore) = (Int64?.none, true)
        while hasMore {
            try writeBlocking("import", author: .import, group: group) { transaction in
                hasMore = try transaction.takeOverFormerImports(limit: 1000) { todo in
                    todo.readingExtrasAnew(in: timeZone)
                } template: { todo in
                    todo.importedTemplate
                }
                group = group ?? transaction.historyStep
            }
        }
    }
}
