import TodoDomain

// Names that must be unique. Two devices can still give one name to two records, which then count as one or are
// distinguished by their ids.
extension TodoStore {
    /// Whether no other list in the same place has this title.
    package func isFree(listTitle title: String, for list: TodoList) async throws -> Bool {
        let path = TodoList.path(list.ancestors.map(\.title) + [title])
        return try await lists.find(path: path).allSatisfy { $0.id == list.id }
    }

    /// Refuses to move lists to a place where another list has the title of one of them, or where two of them have the same
    /// title. Lists that stay in the same list may have a title that another list there has.
    /// - Throws: `already-exists`, with the path; `not-found`.
    package func checkFree(moving lists: [TodoList], to destination: ListDestination) async throws {
        let above: [TodoList.Ancestor]
        switch destination {
        case .firstHere, .lastHere: return
        case .first(in: nil), .last(in: nil): above = []
        case .first(let id?), .last(let id?):
            let parent = try await self.lists.find(id)
            above = parent.ancestors + [TodoList.Ancestor(id: id, title: parent.title)]
        case .before(let id), .after(let id): above = try await self.lists.find(id).ancestors
        }
        var titles: Set<String> = []
        for list in lists where list.ancestors.last?.id != above.last?.id {
            let path = TodoList.path(above.map(\.title) + [list.title])
            guard try await self.lists.find(path: path).isEmpty, titles.insert(TagName.folded(list.title)).inserted
            else {
                throw TodoError(.alreadyExists, "There is a list “\(path)” already; rename one of the two first.")
            }
        }
    }

    /// Refuses to delete lists if a list inside one of them would get the same title as another one. Such a list moves to
    /// the top.
    /// - Throws: `already-exists`, with the path.
    package func checkFree(deleting ids: [TodoList.ID]) async throws {
        let gone = Set(ids)
        var titles: Set<String> = []
        for id in gone.sorted() {
            let inside = try await lists.fetch(.all.placed(in: .list(id)), source: .local).items
            for list in inside where !gone.contains(list.id) {
                let others = try await lists.find(path: list.title).filter { !gone.contains($0.id) }
                guard others.isEmpty, titles.insert(TagName.folded(list.title)).inserted else {
                    throw TodoError(
                        .alreadyExists,
                        """
                        “\(list.path)” would move to the top, where there is a list “\(list.title)” already; rename one of \
                        the two first, or delete this one too.
                        """)
                }
            }
        }
    }

    /// Whether no tag except these has this title.
    package func isFree(tagTitle title: String, for tags: [Tag.ID] = []) async throws -> Bool {
        try await self.tags.fetch(.titled(title), source: .local).items.allSatisfy { tags.contains($0.id) }
    }

    /// Whether no location except this one has this name.
    package func isFree(placeName name: String, for place: Location.ID? = nil) async throws -> Bool {
        try await locations.fetch(.named(name), source: .local).items.allSatisfy { $0.id == place }
    }
}
