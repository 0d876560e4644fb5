package import TodoDomain

/// The search indexes: tables of trigrams beside the tables of some kinds, with the columns of their folded text. They
/// store no text, so removing a row requires the text that was inserted.
package enum SearchIndex {
    /// The kinds with a search index.
    package static let kinds: [RecordKind] = [.todo, .comment]
    /// The name of the index beside a table.
    package static func beside(_ table: String) -> String { table + "Text" }
    /// The names of all of them.
    package static let tables = kinds.map { beside($0.table) }
}
