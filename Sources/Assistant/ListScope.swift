import JSON
import TodoDomain
import TodoKit

/// The list that an assistant is limited to, with the lists below it.
struct ListScope: Sendable {
    let path: String
    private let titles: [String]
    /// The condition for to-dos within the scope.
    let query: Query<Todo>

    /// - Throws: `not-found` if there is no such list.
    init(_ path: String, in store: TodoStore) async throws {
        let found = try await store.lists.find(path: path)
        guard let list = found.first, found.count == 1 else {
            throw TodoError(.notFound, "There is no list “\(path.excerpt)” that this assistant could be limited to.")
        }
        self.path = list.path
        titles = list.ancestors.map(\.title) + [list.title]
        let name = "\"" + list.path.map { "\\\"*".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
        query = try await store.query(matching: "list:\(name)")
    }

    /// Whether a path names the list or a list below it. That list need not exist.
    func contains(path: String) -> Bool {
        let others = TodoList.titles(ofPath: path)
        return others.count >= titles.count
            && zip(titles, others).allSatisfy { TagName.folded($0) == TagName.folded($1) }
    }
}
