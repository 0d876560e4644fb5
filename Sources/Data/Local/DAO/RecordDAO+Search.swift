public import TodoDomain

// Pages by text, for the DAOs of models that have some. Those edited last come first, and the total is counted.
extension RecordDAO where M.Model.Condition: TextCondition {
    /// Models that have each word of a text somewhere (``Query/matching(_:)``).
    /// - Parameters:
    ///   - text: the words; nil finds all models.
    ///   - page: the number of the page, from 0. Without a page and a size, all models are found.
    ///   - size: how many a page has, from 1; 20 if only the page is given.
    /// - Throws: `bad-page`, `bad-query`.
    public func findMany(search text: String?, page: Int? = nil, size: Int? = nil) async throws -> Page<M.Model> {
        try await findNewest(text.map { Query.all.matching($0) } ?? .all, page, size)
    }

    /// Models of which a text contains another one as it is (``Query/containing(_:)``).
    /// - Parameters:
    ///   - part: the text to look for.
    ///   - page: the number of the page, from 0. Without a page and a size, all models are found.
    ///   - size: how many a page has, from 1; 20 if only the page is given.
    /// - Throws: `bad-page`, `bad-query`.
    public func findMany(containing part: String, page: Int? = nil, size: Int? = nil) async throws -> Page<M.Model> {
        try await findNewest(Query.all.containing(part), page, size)
    }

    /// A page of all models.
    /// - Parameters:
    ///   - page: the number of the page, from 0.
    ///   - size: how many a page has, from 1.
    /// - Throws: `bad-page`.
    public func findMany(page: Int, size: Int) async throws -> Page<M.Model> {
        try await findNewest(.all, page, size)
    }

    private func findNewest(_ query: Query<M.Model>, _ page: Int?, _ size: Int?) async throws -> Page<M.Model> {
        var query = query.inPages(page, size: size)
        query.order = store.mapping.newestFirst
        return try await findMany(query)
    }
}

extension Query {
    /// A page, with the total; everything if neither its number nor its size is given.
    func inPages(_ page: Int?, size: Int?) -> Query {
        let query = countingTotal()
        return page == nil && size == nil ? query : query.page(page ?? 0, size: size ?? 20)
    }
}
