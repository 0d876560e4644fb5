import GRDB
import SQLite
import TodoDomain

extension LocalStack {
    /// Whether there are to-dos with properties that an earlier version imported as they were.
    package var hasFormerImports: Bool {
        get throws {
            do {
                return try database.read { connection in
                    try ReadTransaction(connection).integer("SELECT EXISTS (SELECT 1 FROM formerImport)") != 0
                }
            } catch {
                throw TodoError(storage: error)
            }
        }
    }
}
