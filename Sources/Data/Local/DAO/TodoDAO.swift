public import TodoDomain

/// The to-dos in the database.
public final class TodoDAO: RecordDAO {
    /// The underlying store.
    public let store: ObjectStore<TodoMapping>

    /// The to-dos of a stack.
    public init(_ stack: LocalStack, mapping: TodoMapping = TodoMapping()) { store = stack.store(for: mapping) }

    /// All to-dos, open and done, as ``RecordDAO/findMany(_:)`` returns them for any kind.
    public func findMany() async throws -> Page<Todo> { try await findMany(.all) }

    /// To-dos, filtered by text, tag, location and whether they are done; nil does not filter. Those edited last come
    /// first, and the total is counted.
    /// - Parameters:
    ///   - text: words that the to-do has, each anywhere (``Query/matching(_:)``).
    ///   - part: a text that one of its texts contains as it is (``Query/containing(_:)``).
    ///   - tag: a tag that it has.
    ///   - location: its location.
    ///   - isDone: whether it is done.
    ///   - page: the number of the page, from 0. Without a page and a size, all to-dos are found.
    ///   - size: how many a page has, from 1; 20 if only the page is given.
    /// - Throws: `bad-page`, `bad-query`.
    public func findMany(
        search text: String? = nil, containing part: String? = nil, tag: Tag.ID? = nil, location: Location.ID? = nil,
        isDone: Bool? = nil, page: Int? = nil, size: Int? = nil
    ) async throws -> Page<Todo> {
        var query = Query<Todo>.all
        if let isDone { query = query.filter(.isDone(isDone)) }
        if let text { query = query.matching(text) }
        if let part { query = query.containing(part) }
        if let tag { query = query.tagged([tag]) }
        if let location { query = query.located([location]) }
        return try await findMany(query.inPages(page, size: size))
    }
}
