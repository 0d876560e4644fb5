import SQLite
public import TodoDomain

/// The row of a record that another record may represent, because it was merged or has the same name.
///
/// The representative (`effectiveID`) is computed from all rows of the table. It is updated in the same transaction as
/// the rows (`DerivedAliases`), and never written to a register.
public protocol AliasedEntity: RecordEntity where Content: MergeableContent {
    /// The column of the folded name; records of the same name count as one. nil if names do not matter.
    static var nameColumn: String? { get }
    /// The folded name.
    var foldedName: String? { get }
    /// The column by which the records of a to-do are sorted.
    static var orderColumn: String { get }
}

extension AliasedEntity {
    /// The id of the record that replaces it while it is deleted; nil if there is none.
    public var mergedInto: String? { content.mergedInto }

    /// Rows that represent themselves: not deleted, and not represented by another of the same name.
    public static var liveCondition: String { "isDeleted = 0 AND effectiveID = rowID" }

    /// The part of the row that determines its representative.
    var node: AliasNode {
        AliasNode(
            id: record.id, isDeleted: record.isDeleted, mergedInto: mergedInto, name: foldedName,
            createdAt: record.createdAt)
    }

    /// A merged record leads its to-dos to its replacement, so it is kept.
    public static var collectibleCondition: String { "mergedInto IS NULL" }

    /// The rows that represent records, usually the records' own.
    public static func seen(_ match: SQLFragment) -> SQLFragment {
        "rowID IN (SELECT effectiveID FROM \(sql: table) WHERE id \(match) AND effectiveID IS NOT NULL)"
    }
}
