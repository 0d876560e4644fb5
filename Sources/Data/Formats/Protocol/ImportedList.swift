import Foundation
import JSON
import TodoDomain

/// The list that a file names, by its path.
struct ImportedList: Hashable {
    /// Its id, if the file has one.
    let id: TodoList.ID?
    /// The titles from the top down to it.
    let titles: [String]

    /// A list at a path; nil if no part of it is a valid title.
    init?(path: String, separator: Character = "/", id: TodoList.ID? = nil) {
        titles = path.split(separator: separator).compactMap { part in
            // A slash separates the titles of our paths.
            try? Validation.listTitle(String(part).replacing("/", with: "-"))
        }
        self.id = id
        guard !titles.isEmpty, titles.count <= Limits.levels else { return nil }
    }

    /// A list from JSON: a path, or `{"id", "path"}`; nil for anything else.
    init?(_ value: JSONValue) {
        guard let path = value.string ?? value["path"]?.string else { return nil }
        self.init(path: path, id: value["id"]?.string.flatMap { TodoList.ID($0) })
    }

    /// A model for the list, which may not exist yet.
    func model(createdAt: Date) -> TodoList {
        TodoList(id: id ?? .init(stored: ""), path: titles, createdAt: createdAt)
    }
}
