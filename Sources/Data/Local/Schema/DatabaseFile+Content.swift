package import SQLite

extension DatabaseFile {
    /// Marks our files among SQLite databases: "Todo" in ASCII.
    package static let applicationID: Int32 = 0x546F_646F

    /// What the first bytes of the file say.
    /// - Throws: `FileError`.
    package func inspect() throws -> Content { try inspect(application: Self.applicationID) }

    /// Whether a damaged header may be all that keeps it from being one of our databases.
    package var isPerhapsOurs: Bool {
        get throws {
            switch try inspect() {
            case .notADatabase, .foreign: true
            case .ours(let version): version < 1
            case .empty: false
            }
        }
    }
}
