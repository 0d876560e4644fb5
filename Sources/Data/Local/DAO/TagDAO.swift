import SQLite
public import TodoDomain

/// The tags in the database.
public final class TagDAO: RecordDAO {
    /// The underlying store.
    public let store: ObjectStore<TagMapping>

    /// The tags of a stack.
    public init(_ stack: LocalStack, mapping: TagMapping = TagMapping()) { store = stack.store(for: mapping) }

    /// Finds or creates the tag with this title, ignoring case and the amount of white space.
    @discardableResult
    public func findOrCreate(titled title: String) async throws -> Tag {
        try await store.stack.write("add tag") { self.store.mapping.model(from: try $0.tag(titled: title)) }
    }

    /// The tag that a title refers to: the tag with that title, or the tag that replaces a merged tag of that title.
    /// nil if there is none.
    public func find(titled title: String) async throws -> Tag? {
        let name = StoredValue.text(TagName.folded(title))
        return try await store.stack.read { try $0.tag(named: name).map(self.store.mapping.model(from:)) }
    }

    /// Merges tags into another one. It replaces them in all to-dos, now and later, and they are deleted.
    /// - Throws: `not-found`.
    public func merge(_ others: [Tag.ID], into target: Tag.ID) async throws {
        try await store.stack.write("merge tags") { try $0.merge(tags: others, into: target) }
    }

    /// How many to-dos have each tag; unused tags are left out.
    public func todoCounts() async throws -> [Tag.ID: TodoCount] {
        try await store.stack.read { try $0.todoCounts(of: TagEntity.self, join: "todoTag", column: "tagID") }
    }
}
