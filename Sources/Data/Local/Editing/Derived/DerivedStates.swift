import TodoDomain

/// Everything that is derived from the rows of records in one transaction.
struct DerivedStates {
    let aliases = DerivedAliases()
    let relations = DerivedRelations()
    let lists = DerivedLists()

    /// All of them, in the order in which they note changes and are derived.
    let inOrder: [DerivedState]

    init() {
        inOrder = [
            // First, because tags and locations depend on nothing else.
            aliases,
            // Its join rows name the rows that have representatives.
            relations,
            // Before to-dos, which stand in lists.
            lists,
        ]
    }
}

extension WriteTransaction {
    /// Derives what a person's edit is read back with.
    func deriveWhatIsReadBack() throws {
        for state in derived.inOrder where state.isReadBack { try state.derive(in: self) }
    }

    /// Derives everything that is stale. A state may find something stale that comes before it: the answer to a completion
    /// is a to-do in a list, and what moves may start again.
    func deriveAll() throws {
        repeat {
            for state in derived.inOrder { try state.derive(in: self) }
        } while derived.inOrder.contains(where: \.isStale)
    }

    /// Brings the representatives of tags and locations up to date.
    func deriveAliases() throws { try derived.aliases.derive(in: self) }

    /// Brings the tree of lists up to date.
    func deriveLists() throws { try derived.lists.derive(in: self) }

    /// The row that represents a tag or a location; nil if there is none.
    func seenRow<Entity: AliasedEntity>(_ type: Entity.Type, id: String) throws -> Int64? {
        try derived.aliases.seenRow(type, id: id, in: self)
    }
}
