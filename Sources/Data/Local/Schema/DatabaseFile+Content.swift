package import SQLite

extension DatabaseFile {
    /// Identifies our files among SQLite databases: "Todo" in ASCII.
    package static let applicationID: Int32 = 0x546F_646F

    /// The content that the header of the file shows.
    /// - Throws: `FileError`.
    package func inspect() throws -> Content { try inspect(application: Self.applicationID) }

    /// Whether the file may be one of our databases with a damaged header.
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
