import TodoDomain

/// All state that is derived from the rows of one space's records in one transaction.
struct DerivedStates {
    let aliases = DerivedAliases()
    let relations = DerivedRelations()
    let lists = DerivedLists()
    let standings = DerivedStandings()
    let order: DerivedOrder
    let dependencies = DerivedDependencies()
    let series = DerivedSeries()
    let restarts = DerivedRestarts()
    let blockers = DerivedBlockers()
    let counts: DerivedCounts

    /// All states, in the order in which they note changes and are derived.
    let inOrder: [DerivedState]

    /// - Parameter counts: the numbers of to-dos, which are those of all spaces together.
    init(counts: DerivedCounts = DerivedCounts()) {
        self.counts = counts
        order = DerivedOrder(among: standings)
        inOrder = [
            // First, because tags and locations depend on nothing else.
            aliases,
            // Its join rows name the rows that have representatives.
            relations,
            // Before to-dos, which are in lists.
            lists,
            // A list that comes or goes moves its to-dos.
            standings,
            // Who the siblings are follows from the standings.
            order,
            // Before the open dependencies are counted, because the count needs to know which dependencies count.
            dependencies,
            // After the lists and parents, which lead to the to-dos below a series.
            series,
            // After the series: subtasks are open again when the to-do above them was settled.
            restarts,
            // After all that opens to-dos, or lets dependencies count.
            blockers,
            // Last, because the shown states of series and restarts change the number of open to-dos.
            counts,
        ]
    }
}

extension WriteTransaction {
    /// Derives what a person's edit is read back with.
    func deriveWhatIsReadBack() throws {
        for state in derived.inOrder where state.isReadBack { try state.derive(in: self) }
    }

    /// Derives all stale state. A state can make an earlier one stale: the answer to a completion is a to-do in a list,
    /// and a moved subtask may be open again.
    func deriveAll() throws {
        repeat {
            for state in derived.inOrder { try state.derive(in: self) }
        } while derived.inOrder.contains(where: \.isStale)
    }

    /// Brings the representatives of tags and locations up to date.
    func deriveAliases() throws { try derived.aliases.derive(in: self) }

    /// Brings the tree of lists up to date.
    func deriveLists() throws { try derived.lists.derive(in: self) }

    /// Brings the lists, parents and order of to-dos up to date.
    func deriveStandings() throws {
        try derived.standings.derive(in: self)
        try derived.order.derive(in: self)
    }

    /// Updates which dependencies count, and the number of open to-dos that each to-do waits for.
    func deriveDependencies() throws {
        try derived.dependencies.derive(in: self)
        try derived.blockers.derive(in: self)
    }

    /// Brings what series and the to-dos around them show up to date.
    func deriveSeries() throws {
        try derived.series.derive(in: self)
        try derived.restarts.derive(in: self)
        try derived.blockers.derive(in: self)
    }

    /// Whether any occurrence of a series was ever settled.
    func hasSeries() throws -> Bool { try derived.series.isAny(in: self) }

    /// The row that represents a tag or a location; nil if there is none.
    func seenRow<Entity: AliasedEntity>(_ type: Entity.Type, id: String) throws -> Int64? {
        try derived.aliases.seenRow(type, id: id, in: self)
    }
}
