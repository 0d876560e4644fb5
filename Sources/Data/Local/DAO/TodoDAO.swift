public import TodoDomain

/// The to-dos in the database.
public final class TodoDAO: RecordDAO {
    /// The underlying store.
    public let store: ObjectStore<TodoMapping>

    /// The to-dos of a stack.
    public init(_ stack: LocalStack, mapping: TodoMapping = TodoMapping()) { store = stack.store(for: mapping) }

    /// All to-dos, open and done, as ``RecordDAO/findMany(_:)`` returns them for any kind.
    public func findMany() async throws -> Page<Todo> { try await findMany(.all) }

    /// A page of to-dos, filtered by text, tag, location and whether they are done; nil does not filter.
    public func findMany(
        search text: String? = nil, tag: Tag.ID? = nil, location: Location.ID? = nil, isDone: Bool? = nil,
        page: Int = 0, size: Int = 20
    ) async throws -> Page<Todo> {
        var query = Query<Todo>.all
        if let isDone { query = query.filter(.isDone(isDone)) }
        if let text { query = query.matching(text) }
        if let tag { query = query.tagged([tag]) }
        if let location { query = query.located([location]) }
        return try await findMany(query.page(page, size: size).countingTotal())
    }
}
