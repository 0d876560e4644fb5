public import TodoDomain

/// The tags in the database.
public final class TagDAO: RecordDAO {
    /// The store that it stands on.
    public let store: ObjectStore<TagMapping>

    /// The tags of a stack.
    public init(_ stack: LocalStack, mapping: TagMapping = TagMapping()) { store = stack.store(for: mapping) }

    /// The tag with this title, but for case and the amount of white space; made where there is none.
    @discardableResult
    public func findOrCreate(titled title: String) async throws -> Tag {
        try await store.stack.write("add tag") { self.store.mapping.model(from: try $0.tag(titled: title)) }
    }

    /// Puts a tag in the place of others on all their to-dos, and deletes the others.
    /// - Throws: `not-found`.
    public func merge(_ others: [Tag.ID], into target: Tag.ID) async throws {
        try await store.stack.write("merge tags") { try $0.merge(tags: others, into: target) }
    }

    /// How many to-dos bear each tag; tags on none are left out.
    public func todoCounts() async throws -> [Tag.ID: TodoCount] {
        try await store.stack.read { try $0.todoCounts(join: "todoTag", column: "tagID", table: "tag") }
    }
}
