import SQLite
public import TodoDomain

/// The row of a record in whose place another one may be seen: it was merged, or shares its name.
///
/// Which one that is (`effectiveID`) is derived from all rows of the table, kept in the same transaction as what it follows
/// from (`WriteTransaction.settleAliases()`), and never written to a register.
public protocol AliasedEntity: RecordEntity where Content: MergeableContent {
    /// The column of the folded name that makes several one; nil if a name says nothing.
    static var nameColumn: String? { get }
    /// That name.
    var foldedName: String? { get }
    /// The column by which those that a to-do has are shown in order.
    static var orderColumn: String { get }
}

extension AliasedEntity {
    /// The id of the record in whose place it is used while it is deleted; nil for none.
    public var mergedInto: String? { content.mergedInto }

    /// Rows that are seen: not deleted, and speaking for themselves.
    public static var liveCondition: String { "isDeleted = 0 AND effectiveID = rowID" }

    /// The row as what is seen in its place follows from.
    var node: AliasNode {
        AliasNode(
            id: record.id, isDeleted: record.isDeleted, mergedInto: mergedInto, name: foldedName,
            createdAt: record.createdAt)
    }

    /// A merged record leads to-dos to the one in whose place it is used, for as long as any has it.
    public static var collectibleCondition: String { "mergedInto IS NULL" }

    /// The rows that are seen in the place of records, most often themselves.
    public static func seen(_ match: SQLFragment) -> SQLFragment {
        "rowID IN (SELECT effectiveID FROM \(sql: table) WHERE id \(match) AND effectiveID IS NOT NULL)"
    }
}
