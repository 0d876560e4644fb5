import SQLite
public import TodoDomain

/// The tags in the database.
public final class TagDAO: RecordDAO {
    /// The store that it stands on.
    public let store: ObjectStore<TagMapping>

    /// The tags of a stack.
    public init(_ stack: LocalStack, mapping: TagMapping = TagMapping()) { store = stack.store(for: mapping) }

    /// The tag with this title, ignoring case and the amount of white space; made if there is none.
    @discardableResult
    public func findOrCreate(titled title: String) async throws -> Tag {
        try await store.stack.write("add tag") { self.store.mapping.model(from: try $0.tag(titled: title)) }
    }

    /// The tag that a title means: the one that has it, or the one in whose place a merged tag of that title is used.
    /// nil: none.
    public func find(titled title: String) async throws -> Tag? {
        let name = StoredValue.text(TagName.folded(title))
        return try await store.stack.read { try $0.tag(named: name).map(self.store.mapping.model(from:)) }
    }

    /// Puts a tag in the place of others, wherever they are and will be, and deletes them.
    /// - Throws: `not-found`.
    public func merge(_ others: [Tag.ID], into target: Tag.ID) async throws {
        try await store.stack.write("merge tags") { try $0.merge(tags: others, into: target) }
    }

    /// How many to-dos bear each tag; tags on none are left out.
    public func todoCounts() async throws -> [Tag.ID: TodoCount] {
        try await store.stack.read { try $0.todoCounts(of: TagEntity.self, join: "todoTag", column: "tagID") }
    }
}
