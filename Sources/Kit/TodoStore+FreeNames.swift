import TodoDomain

// Names that are given once. Two devices can still give one name to two things, which then count as one or are told apart
// by their ids.
extension TodoStore {
    /// Whether no other list beside a list has a title.
    package func isFree(listTitle title: String, for list: TodoList) async throws -> Bool {
        let path = TodoList.path(list.ancestors.map(\.title) + [title])
        return try await lists.find(path: path).allSatisfy { $0.id == list.id }
    }

    /// Whether no tag but these has a title.
    package func isFree(tagTitle title: String, for tags: [Tag.ID] = []) async throws -> Bool {
        try await self.tags.fetch(.titled(title), source: .local).items.allSatisfy { tags.contains($0.id) }
    }

    /// Whether no place but one has a name.
    package func isFree(placeName name: String, for place: Location.ID? = nil) async throws -> Bool {
        try await locations.fetch(.named(name), source: .local).items.allSatisfy { $0.id == place }
    }
}
