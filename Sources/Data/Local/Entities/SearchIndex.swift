package import TodoDomain

/// The search indexes: tables of trigrams beside the tables of some kinds, with the columns of their folded text. They
/// store no text: to remove a row, they need what was inserted.
package enum SearchIndex {
    /// The kinds that have one.
    package static let kinds: [RecordKind] = [.todo, .comment]
    /// The name of the index beside a table.
    package static func beside(_ table: String) -> String { table + "Text" }
    /// The names of all of them.
    package static let tables = kinds.map { beside($0.table) }
}
