import Foundation
import JSON
import TodoDomain

/// The list that a file names, by its path.
struct ImportedList: Hashable {
    /// Its id, where the file has one.
    let id: TodoList.ID?
    /// The titles from the top down to it.
    let titles: [String]

    /// A list at a path; nil where there is nothing on it that could be the title of a list.
    init?(path: String, separator: Character = "/", id: TodoList.ID? = nil) {
        titles = path.split(separator: separator).compactMap { part in
            // A slash separates ours.
            try? Validation.listTitle(String(part).replacing("/", with: "-"))
        }
        self.id = id
        guard !titles.isEmpty, titles.count <= Limits.levels else { return nil }
    }

    /// What JSON says: a path, or `{"id", "path"}`; nil for anything else.
    init?(_ value: JSONValue) {
        guard let path = value.string ?? value["path"]?.string else { return nil }
        self.init(path: path, id: value["id"]?.string.flatMap { TodoList.ID($0) })
    }

    /// The list as a model that is none yet.
    func model(createdAt: Date) -> TodoList {
        TodoList(id: id ?? .init(stored: ""), path: titles, createdAt: createdAt)
    }
}
